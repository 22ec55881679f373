"""T5 and T4 together: generated texts with tags and overlapping terms, through engines of every kind."""

from __future__ import annotations

import random

import pytest

from dragoman.segments import codes, is_nested, keeps_codes, plain_text
from dragoman.termbases.model import TermMatching
from dragoman.termbases.recognition import Glossary, check_target, recognise
from dragoman.translation.assets import Assets
from dragoman.translation.model import IssueCode, Origin
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect
from dragoman.translation.text import TextTranslation, translate_texts
from dragoman.translation.translator import Translator
from tests.translation.hostile import CHANGES, Change, ChangingEngine, random_text, route, upper
from tests.translation.terms import concept, glossary

CASES = 500
SLICE = 40  # of texts for each engine, in the suite

TERMS = glossary(
    concept("house", "vivienda", forms=["viviendas"], source_forms=["houses"], match=TermMatching.STEM),
    concept("house of my friend", "casa amiga"),
    concept("friend is", "amistad", forbidden=["riendf"]),
    concept("red", "colorado", forms=["colorada", "colorados"], match=TermMatching.STEM),
    concept("near our", "junto a"),
    concept("winter", None),
    concept("was built", "fue construido", case_sensitive=True),
    concept("of", "de"),
)


def check(terms: Glossary, text: str, result: TextTranslation) -> None:
    """Every required term is there or reported; codes are those of the source."""
    source, translation = protect(parse(text)), result.translation
    assert is_nested(protect(parse(result.text)))
    assert keeps_codes(source, translation.segment) or text == result.text
    assert all(code.type != "term" for code in codes(translation.segment))
    required = {(one.start, one.end) for one in recognise(terms, source) if one.required}
    issues = {issue.code for issue in translation.issues}
    if IssueCode.MARKUP_CHANGED in issues or not required:
        return
    assert len(translation.terms) == len(required)
    found = check_target(terms, recognise(terms, source), translation.segment)
    assert sum(not term.applied for term in translation.terms) == len(found.missing)
    assert (IssueCode.TERM_NOT_APPLIED in issues) == bool(found.missing)
    assert (IssueCode.TERM_FORBIDDEN in issues) == bool(found.forbidden)
    said = plain_text(translation.segment)
    assert all(term.target in said for term in translation.terms if term.applied)


async def run(translator: Translator, change: Change, count: int) -> list[TextTranslation]:
    dice = random.Random(7)
    texts = [random_text(dice) for _ in range(count)]
    engine, results = ChangingEngine(change=change), []
    for start in range(0, count, 100):
        some = texts[start : start + 100]
        results += await translate_texts(translator, some, route=route(engine), assets=Assets(glossary=TERMS))
    for text, result in zip(texts, results, strict=True):
        check(TERMS, text, result)
    return results


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
async def test_terms_are_there_or_reported_and_codes_are_kept(translator: Translator, change: Change) -> None:
    results = await run(translator, change, SLICE)
    assert any(result.translation.terms for result in results)


@pytest.mark.campaign
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
async def test_five_hundred_cases_for_every_engine(translator: Translator, change: Change) -> None:
    await run(translator, change, CASES)


def sentence(dice: random.Random) -> tuple[str, str]:
    """Words and terms, some in tags that begin and end anywhere; and the words of its translation."""
    known = {
        "house": "vivienda",
        "houses": "viviendas",
        "house of my friend": "casa amiga",
        "near our": "junto a",
        "winter": "winter",
    }
    source: list[str] = []
    target: list[str] = []
    for _ in range(dice.randint(2, 9)):
        if dice.random() < 0.4:
            term = dice.choice(list(known))
            source += term.split()
            target.append(known[term])
        else:
            word = dice.choice(["big", "tree", "runs", "seldom"])
            source.append(word)
            target.append(upper(word))
    for tag in ("b", "i"):
        if dice.random() < 0.6:
            first = dice.randrange(len(source))
            last = dice.randrange(first, len(source))
            if not any("<" in word for word in source):
                source[first] = f"<{tag}>{source[first]}"
                source[last] = f"{source[last]}</{tag}>"
    return " ".join(source), " ".join(target)


async def test_nothing_but_the_terms_is_different(translator: Translator) -> None:
    dice = random.Random(3)
    cases = [sentence(dice) for _ in range(CASES)]
    terms = glossary(
        concept("house", "vivienda", forms=["viviendas"], match=TermMatching.STEM),
        concept("house of my friend", "casa amiga"),
        concept("near our", "junto a"),
        concept("winter", None),
    )
    for start in range(0, CASES, 100):
        some = cases[start : start + 100]
        results = await translate_texts(
            translator,
            [text for text, _ in some],
            route=route(ChangingEngine()),
            assets=Assets(glossary=terms),
        )
        for (text, wanted), result in zip(some, results, strict=True):
            check(terms, text, result)
            assert plain_text(result.translation.segment).split() == wanted.split(), text
            assert result.translation.origin is Origin.ENGINE
