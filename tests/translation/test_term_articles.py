"""What engines put before a noun stays before the term, and agrees with it where its form is certain."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.segments import Segment, Text
from dragoman.termbases.model import Concept, Gender, Term
from dragoman.termbases.recognition import compile_glossary
from dragoman.translation.assets import Assets
from dragoman.translation.terms.articles import agree, part_leading
from dragoman.translation.text import translate_texts
from dragoman.translation.translator import Translator
from tests.translation.hostile import ChangingEngine, route

M, F = Gender.MASCULINE, Gender.FEMININE


@pytest.mark.parametrize(
    ("language", "before", "term", "gender", "after"),
    [
        ("es", "La ", "atasco", M, "El "),
        ("es", "Habla de la ", "atasco", M, "Habla del "),
        ("es", "VA A LA ", "ATASCO", M, "VA AL "),
        ("es", "Del ", "máquina", F, "De la "),
        ("es", "una  ", "atasco", M, "un  "),
        ("es", "la ", "atasco", None, "la "),
        ("es", "el ", "agua", F, "el "),
        ("es", "la vieja ", "atasco", M, "la vieja "),
        ("es", "la", "atasco", M, "la"),
        ("es", "la, ", "atasco", M, "la, "),
        ("pt", "Fala da ", "edifício", M, "Fala do "),
        ("pt", "vou a ", "edifício", M, "vou a "),
        ("gl", "nos ", "casas", F, "nas "),
        ("ca", "La ", "edifici", None, "L'"),
        ("ca", "de la ", "edifici", None, "de l'"),
        ("ca", "la ", "idea", None, "la "),
        ("ca", "L’", "màquina", F, "La "),
        ("fr", "le ", "machine", F, "la "),
        ("fr", "au ", "machine", F, "à la "),
        ("fr", "au ", "édifice", None, "à l'"),
        ("fr", "l'", "machine", None, "le "),
        ("fr", "le ", "hache", F, "le "),
        ("fr", "beaucoup de ", "édifices", None, "beaucoup d'"),
        ("fr", "beaucoup d'", "machines", None, "beaucoup de "),
        ("it", "della ", "edificio", M, "dell'"),
        ("it", "la ", "muro", M, "il "),
        ("it", "la ", "specchio", M, "la "),
        ("it", "lo ", "porta", F, "lo "),
        ("de", "die ", "Stau", M, "die "),
    ],
)
def test_articles_agree_where_their_form_is_certain(
    language: str, before: str, term: str, gender: Gender | None, after: str
) -> None:
    assert agree(before, term, gender, language) == after


@given(
    before=st.lists(
        st.sampled_from(["la ", "El ", "de ", "l'", "um ", "á ", "x", " ", ", ", "\n", "À ", "\u0301", "LA "])
    ).map("".join),
    term=st.text(min_size=1, max_size=5),
    gender=st.sampled_from([None, *Gender]),
    language=st.sampled_from(["ca", "en", "es", "fr", "gl", "it", "pt", "oc", "ja"]),
)
def test_nothing_but_the_article_directly_before_a_term_is_changed(
    before: str, term: str, gender: Gender | None, language: str
) -> None:
    after = agree(before, term, gender, language)
    if after != before:
        kept = len(before) - len(" ".join(before.split()[-2:])) - (len(before) - len(before.rstrip()))
        assert after[: max(kept, 0)] == before[: max(kept, 0)]
        assert agree(after, term, gender, language) == after
        assert after.endswith("'") or after[len(after.rstrip()) :] == (before[len(before.rstrip()) :] or " ")


@pytest.mark.parametrize(
    ("replaced", "source", "pair", "leading"),
    [
        ("de la casa", "casa", "es-ca", "de la "),
        ("de l'edifici", "casa", "es-ca", "de l'"),
        ("della casa", "casa", "es-it", "della "),
        ("au plafond", "techo", "es-fr", "au "),
        ("del atasco", "paper jam", "en-es", "del "),
        ("La Haya", "The Hague", "en-es", ""),
        ("por supuesto", "of course", "en-es", ""),
        ("la", "casa", "es-ca", ""),
        ("el atasco", "pappersstopp nu", "sv-es", ""),
        ("la casa", "hus", "da-es", "la "),
        ("", "casa", "es-ca", ""),
    ],
)
def test_prepositions_and_articles_are_not_part_of_what_is_replaced(
    replaced: str, source: str, pair: str, leading: str
) -> None:
    first, _, second = pair.partition("-")
    assert part_leading(replaced, source, first, second) == (leading, replaced.removeprefix(leading))


WORDS = {"the": "la", "house": "casa", "of": "de", "is": "es", "red": "roja", "a": "una"}


def spanish(segment: Segment, _dice: random.Random) -> Segment:
    return tuple(
        Text(text=re.sub("[a-z]+", lambda word: WORDS.get(word[0], word[0]), part.text))
        if isinstance(part, Text)
        else part
        for part in segment
    )


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("the house is red", "el atasco es rojo"),
        ("<b>of the house</b> red", "<b>del atasco</b> roja"),
        ("<i>the</i> house", "<i>la</i> atasco"),
        ("the <b>house</b> of a <b>house</b>", "el <b>atasco</b> de un <b>atasco</b>"),
    ],
)
async def test_articles_agree_in_translations(translator: Translator, text: str, wanted: str) -> None:
    terms = (Term(language="en", text="house"), Term(language="es", text="atasco", gender=M))
    glossary = compile_glossary([((1, 1), Concept(id="1", terms=terms))], source="en", target="es")
    (result,) = await translate_texts(
        translator, [text], route=route(ChangingEngine(change=spanish)), assets=Assets(glossary=glossary)
    )
    assert result.text == wanted
