"""T5: terms in what engines make, each rung of the ladder, by engines that do well and badly with marks."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Sequence

import pytest
import pytest_asyncio

from dragoman.engines import open_engines
from dragoman.engines.engine import NO_GUIDANCE, EnginePair, EngineTraits, Guidance, HintKind
from dragoman.segments import Segment, Text, codes, normalise, plain_text
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.termbases.model import Concept, Term, TermMatching
from dragoman.translation.assets import Assets
from dragoman.translation.model import CodesMethod, IssueCode, TermMethod, TermUse
from dragoman.translation.routes import Routes, build_routes, find_route
from dragoman.translation.text import TextTranslation, translate_texts
from dragoman.translation.translator import Translator, create_translator
from tests.translation.hostile import Change, ChangingEngine, drops_all, drops_pairs, faithful, route, upper
from tests.translation.terms import concept, glossary

CONCEPTS = (
    concept("hard disk", "disco rígido", forms=["discos rígidos"], match=TermMatching.STEM),
    concept("disk", "plato", match=TermMatching.STEM),
    concept("printer", "equipo de impresión", forms=["equipos de impresión"], match=TermMatching.STEM),
    concept("house", "vivienda", forms=["viviendas"], forbidden=["casa"], match=TermMatching.STEM),
    concept("stone wall", "tapia"),
    concept("Windows", None),
    concept("dog", "perro"),
    concept("USA", "EE. UU.", case_sensitive=True),
)


def codes_of(result: TextTranslation) -> list[IssueCode]:
    return [one.code for one in result.translation.issues]


@pytest_asyncio.fixture(scope="module")
async def routes() -> AsyncIterator[Routes]:
    async with open_engines(Settings(engine_processes=1), metrics=Metrics()) as engines:
        yield build_routes(engines, pivots=("en", "es"), sandbox=False)


async def through(
    translator: Translator, change: Change, text: str, *concepts: Concept
) -> tuple[TextTranslation, ChangingEngine]:
    engine = ChangingEngine(change=change)
    assets = Assets(glossary=glossary(*concepts))
    [result] = await translate_texts(translator, [text], route=route(engine), assets=assets)
    return result, engine


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The hard disk is full.", "El disco rígido es lleno."),
        ("Hard disks are big.", "Los discos rígidos son grandes."),
        ("The <b>hard</b> disk of the house.", "El <b>disco rígido</b> de la vivienda."),
        ("<b>big hard</b> disk", "<b>disco rígido grande</b>"),
        ("the stone wall of John's house", "la tapia de la vivienda de John"),
        ("HARD DISK FULL", "EL DISCO RÍGIDO LLENO"),
        ("House", "Vivienda"),
        ("<b>House</b>", "<b>Vivienda</b>"),
        ("Printers", "Equipos de impresión"),
        ("The dog eats.", "El perro come."),
        ("Open the house of Windows.", "Abierto la vivienda de Windows."),
        ("The USA's house", "La vivienda de los EE. UU."),
    ],
)
async def test_apertium_says_what_is_required(
    routes: Routes, translator: Translator, text: str, wanted: str
) -> None:
    [result] = await translate_texts(
        translator, [text], route=find_route(routes, "en", "es"), assets=Assets(glossary=glossary(*CONCEPTS))
    )
    assert result.text == wanted
    assert all(term.applied for term in result.translation.terms)
    assert codes_of(result) == []


async def test_a_term_counts_for_the_whole_way_through_another_language(
    routes: Routes, translator: Translator
) -> None:
    way = find_route(routes, "fr", "en")
    assert len(way.steps) == 2
    french = Concept(terms=(Term(language="fr", text="maison"), Term(language="en", text="dwelling")))
    [result] = await translate_texts(
        translator,
        ["La maison est rouge."],
        route=way,
        assets=Assets(glossary=glossary(french, source="fr", target="en")),
    )
    assert result.text == "The dwelling is red."


async def test_what_engine_and_glossary_agree_on_is_left_alone(translator: Translator) -> None:
    result, engine = await through(translator, faithful, "red house", concept("house", "ouseh"))
    assert result.text == "edr ouseh"
    assert result.translation.terms == (TermUse(source="house", target="ouseh", method=TermMethod.ENGINE),)
    assert len(engine.sent) == 1


def has_codes(segment: Segment) -> bool:
    return any(codes(segment))


class ToldEngine(ChangingEngine):
    """It writes the terms that it is told of, where it obeys."""

    obeys = True

    async def translate(
        self, batch: Sequence[Segment], pair: EnginePair, guidance: Guidance = NO_GUIDANCE, /
    ) -> list[Segment]:
        answers = await super().translate(batch, pair, guidance)
        for number, answer in enumerate(answers):
            for term in guidance.of(number).terms if self.obeys else ():
                said = plain_text(answer).replace(upper(term.source), term.targets[0])
                answers[number] = (Text(text=said),)
        return answers


@pytest.mark.parametrize(
    ("obeys", "calls", "method"), [(True, 1, TermMethod.ENGINE), (False, 2, TermMethod.REPLACED)]
)
async def test_an_engine_that_is_told_terms_gets_marks_only_where_it_does_not_use_them(
    translator: Translator, obeys: bool, calls: int, method: TermMethod
) -> None:
    engine = ToldEngine(traits=EngineTraits(uses=frozenset({HintKind.TERMS})))
    engine.obeys = obeys
    texts = ["my red house", "the old dog"]
    assets = Assets(glossary=glossary(concept("house", "vivienda")))
    results = await translate_texts(translator, texts, route=route(engine), assets=assets)
    assert [one.text for one in results] == ["ym edr vivienda", "het ldo ogd"]
    assert results[0].translation.terms == (TermUse(source="house", target="vivienda", method=method),)
    assert [len(batch) for batch in engine.sent][:2] == [2, 1][:calls]
    assert [any(map(has_codes, batch)) for batch in engine.sent][:2] == [False, True][:calls]


async def test_a_term_that_occurs_twice_is_marked_also_for_an_engine_that_is_told(
    translator: Translator,
) -> None:
    """The first occurrence does not stand for the second."""

    def once(segment: Segment, dice: random.Random) -> Segment:
        said = list(faithful(segment, dice))
        first = next(n for n, part in enumerate(said) if isinstance(part, Text) and "ouseh" in part.text)
        said[first] = Text(text="vivienda")
        return tuple(said)

    engine = ChangingEngine(change=once, traits=EngineTraits(uses=frozenset({HintKind.TERMS})))
    assets = Assets(glossary=glossary(concept("house", "vivienda")))
    [result] = await translate_texts(translator, ["house by house"], route=route(engine), assets=assets)
    assert result.text == "vivienda yb vivienda"


async def test_listed_forms_and_admitted_terms_suffice(translator: Translator) -> None:
    result, _ = await through(translator, faithful, "red house", concept("house", "casa", forms=["ouseh"]))
    assert result.text == "edr ouseh"
    assert result.translation.terms == (TermUse(source="house", target="ouseh", method=TermMethod.ENGINE),)


async def test_each_place_of_a_repeated_term_is_seen_to(translator: Translator) -> None:
    def forgets(segment: Segment, dice: random.Random) -> Segment:
        """Says the term in the first place only."""
        parts = list(faithful(segment, dice))
        first = next(n for n, part in enumerate(parts) if part == Text(text="ouseh"))
        return (*parts[:first], Text(text="casa"), *parts[first + 1 :])

    result, _ = await through(translator, forgets, "house and house", concept("house", "casa"))
    assert result.text == "casa nda casa"


async def test_a_term_that_is_there_is_not_said_twice(translator: Translator) -> None:
    def wider(segment: Segment, dice: random.Random) -> Segment:
        """Writes a part of the term outside its mark."""
        return tuple(
            Text(text=part.text.replace("yb", "yb banco de"))
            if isinstance(part, Text) and "yb" in part.text
            else Text(text="datos")
            if part == Text(text="atabased")
            else part
            for part in faithful(segment, dice)
        )

    terms = (concept("database", "banco de datos"), concept("house", "casa"))
    result, _ = await through(translator, wider, "house by database", *terms)
    assert result.text == "casa yb banco de datos"


async def test_words_torn_apart_go_as_a_code(translator: Translator) -> None:
    def tears(segment: Segment, dice: random.Random) -> Segment:
        changed = list(faithful(segment, dice))
        marks = [n for n, part in enumerate(changed) if not isinstance(part, Text) and part.type == "term"]
        if len(marks) == 4:  # two words, each in a pair
            changed.insert(marks[2], Text(text="somewhere else entirely "))
        return normalise(changed)

    result, engine = await through(translator, tears, "a hard disk here", concept("hard disk", "disco duro"))
    assert result.text == "a disco duro ereh"
    assert result.translation.terms == (
        TermUse(source="hard disk", target="disco duro", method=TermMethod.CODE),
    )
    assert len(engine.sent) == 3  # with its words, a noun, a code


@pytest.mark.parametrize("change", [drops_all, drops_pairs], ids=["drops_all", "drops_pairs"])
async def test_an_engine_that_loses_marks_still_says_the_term(translator: Translator, change: Change) -> None:
    text = "my house near our winter"
    result, _ = await through(translator, change, text, concept("house", "vivienda"))
    assert result.text == "ym vivienda earn uro interw"
    assert result.translation.codes is CodesMethod.NONE
    assert codes_of(result) == []


async def test_what_has_no_place_is_reported(translator: Translator) -> None:
    def other(segment: Segment, _dice: random.Random) -> Segment:
        return (Text(text=f"otra cosa distinta {len(plain_text(segment)) * 'x'}"),)

    result, engine = await through(translator, other, "my house is red", concept("house", "vivienda"))
    assert result.text == "otra cosa distinta xxxxxxxxxxxxxxx"
    assert result.translation.terms == (TermUse(source="house", target="vivienda", method=None),)
    assert codes_of(result) == [IssueCode.TERM_NOT_APPLIED]
    assert len(engine.sent) <= 6


async def test_forbidden_terms_are_reported(translator: Translator) -> None:
    result, _ = await through(
        translator, faithful, "red house", concept("house", None, forbidden=["edr"]), concept("x", "y")
    )
    assert result.text == "edr house"
    assert codes_of(result) == [IssueCode.TERM_FORBIDDEN]


async def test_the_longest_term_counts_and_one_place_asks_once(translator: Translator) -> None:
    terms = (concept("house", "casa"), concept("red house", "casona"), concept("red house", "palacio"))
    result, _ = await through(translator, faithful, "my red house", *terms)
    assert result.text == "ym casona"
    assert result.translation.terms == (
        TermUse(source="red house", target="casona", method=TermMethod.REPLACED),
    )


async def test_results_in_the_cache_know_no_terms() -> None:
    cached = create_translator(Settings(), Metrics())
    engine = ChangingEngine()
    for target in ("casa", "vivienda"):
        assets = Assets(glossary=glossary(concept("house", target)))
        [result] = await translate_texts(cached, ["red house"], route=route(engine), assets=assets)
        assert result.text == f"edr {target}"
    [result] = await translate_texts(cached, ["red house"], route=route(engine))
    assert result.text == "edr ouseh"
    assert len(engine.sent) == 3  # one of them with a noun in the term's place


async def test_chinese_terms_need_no_blanks(translator: Translator) -> None:
    terms = glossary(
        Concept(terms=(Term(language="zh", text="硬盘"), Term(language="en", text="hard disk"))),
        source="zh",
        target="en",
    )
    [result] = await translate_texts(
        translator,
        ["我的硬盘坏了"],
        route=route(ChangingEngine(), languages=("zh", "en")),
        assets=Assets(glossary=terms),
    )
    assert "hard disk" in result.text
    assert all(term.applied for term in result.translation.terms)
