"""Terms are found in their plural, irregular ones included; forbidden terms in no other form."""

from __future__ import annotations

import pytest

from dragoman.segments import Text
from dragoman.termbases.model import Concept, Term, TermMatching, TermStatus
from dragoman.termbases.recognition import check_target, compile_glossary, recognise
from dragoman.translation.protection.markup import parse


def find(term: Term, text: str) -> list[str]:
    """The occurrences of a term in a source."""
    other = Term(language="eu", text="x")
    glossary = compile_glossary([((1, 1), Concept(terms=(term, other)))], source=term.language, target="eu")
    return [match.text for match in recognise(glossary, (Text(text=text),))]


def forbids(term: str, text: str, language: str) -> bool:
    concept = Concept(
        terms=(Term(language=language, text=term, status=TermStatus.FORBIDDEN, match=TermMatching.PLURAL),)
    )
    glossary = compile_glossary([((1, 1), concept)], source="eu", target=language)
    return bool(check_target(glossary, (), (Text(text=text),)).forbidden)


@pytest.mark.parametrize(
    ("language", "term", "text"),
    [
        ("en", "child", "children"),
        ("en", "child account", "child accounts"),
        ("en", "grandchild", "grandchildren"),
        ("en", "data analysis", "data analyses"),
        ("en", "index", "indices"),
        ("en", "shelf", "shelves"),
        ("en", "children", "child"),
        ("en", "workmen", "workman"),
        ("es", "luz", "luces"),
        ("es", "lápiz", "lápices"),
        ("es", "luz roja", "luces rojas"),
        ("es", "imagen", "imágenes"),
        ("es", "camión", "camiones"),
        ("fr", "cheval", "chevaux"),
        ("fr", "travail", "travaux"),
        ("gl", "peixe", "peixes"),
        ("gl", "animal", "animais"),
        ("pt", "órgão", "órgãos"),
        ("pt", "pão", "pães"),
        ("pt", "funil", "funis"),
        ("ca", "peix", "peixos"),
        ("ca", "llengua", "llengües"),
        ("ca", "boca", "boques"),
        ("it", "amico", "amici"),
        ("it", "banca", "banche"),
    ],
)
@pytest.mark.parametrize("match", [TermMatching.STEM, TermMatching.PLURAL])
def test_plurals_are_found(language: str, term: str, text: str, match: TermMatching) -> None:
    one = Term(language=language, text=term, match=match)
    assert find(one, f"xx {text} xx") == [text]
    assert find(one, f"xx {text.upper()} xx") == [text.upper()]
    assert forbids(term, f"xx {text} xx", language)


@pytest.mark.parametrize(
    ("language", "term", "text"),
    [
        ("en", "organ", "organisation organic organized"),
        ("en", "use", "used using user"),
        ("en", "car", "care caring cared"),
        ("es", "casa", "caso casos case"),
        ("es", "puerta", "puerto puertos"),
        ("es", "luna", "lunes"),
        ("ca", "mar", "mare marea"),
        ("ca", "carrer", "carrera carreres"),
        ("fr", "passe", "pas passé passée"),
        ("fr", "médecin", "médecine"),
        ("pt", "peso", "pessoa pessoas"),
        ("pt", "moda", "modo modos"),
        ("gl", "conto", "conta contas"),
        ("it", "casa", "caso casi"),
    ],
)
def test_other_words_are_not_forbidden(language: str, term: str, text: str) -> None:
    assert not forbids(term, text, language)


@pytest.mark.parametrize(
    ("language", "term", "text", "found"),
    [
        ("es", "casa", "caso", False),
        ("es", "bolso", "bolsas", False),
        ("es", "puerto", "puerta", False),
        ("es", "base de datos", "bases de datos", True),
        ("es", "rápido", "rápida", True),
        ("es", "nuevo", "nuevas", True),
        ("es", "registrado", "registradas", True),
        ("pt", "peso", "pessoa", False),
        ("pt", "vermelho", "vermelhas", True),
        ("gl", "neno", "nena", False),
        ("fr", "ouvert", "ouvertes", True),
        ("ca", "vermell", "vermella", True),
        ("de", "Drucker", "Druckern", True),
        ("en", "print", "printing", True),
    ],
)
def test_a_noun_in_another_gender_is_another_word(language: str, term: str, text: str, found: bool) -> None:
    one = Term(language=language, text=term, match=TermMatching.STEM)
    assert bool(find(one, f"xx {text} xx")) is found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<p>Basket</p><p>Baskets</p>", ["Basket", "Baskets"]),
        ("<b>Basket</b><i>baskets</i>", ["Basket", "baskets"]),
        ("Your<p>basket</p>is", ["basket"]),
        ("<b>bask</b>ets", ["baskets"]),
        ("<td>paper</td><td>jam</td>", []),
        ("<b>paper</b> <i>jams</i>", ["paper jams"]),
    ],
)
def test_blocks_and_elements_that_touch_end_words(text: str, found: list[str]) -> None:
    concepts = (
        (
            (1, at),
            Concept(
                terms=(Term(language="en", text=term, match=TermMatching.STEM), Term(language="eu", text="x"))
            ),
        )
        for at, term in enumerate(("basket", "paper jam"))
    )
    glossary = compile_glossary(concepts, source="en", target="eu")
    assert [match.text for match in recognise(glossary, parse(text))] == found


def test_matches_get_the_occurrences_of_their_number() -> None:
    concept = Concept(
        terms=(
            Term(language="en", text="folder", match=TermMatching.STEM),
            Term(language="es", text="directorio", match=TermMatching.STEM),
        )
    )
    glossary = compile_glossary([((1, 1), concept)], source="en", target="es")
    matches = recognise(glossary, (Text(text="the folders of a folder"),))
    target = "un directorio con los directorios"
    placed = check_target(glossary, matches, (Text(text=target),)).placed
    assert [target[occurrence.start : occurrence.end] for _, occurrence in placed] == [
        "directorios",
        "directorio",
    ]
