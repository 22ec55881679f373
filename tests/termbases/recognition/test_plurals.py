"""Terms that are found in their plural, irregular ones too; forbidden ones in nothing else."""

from __future__ import annotations

import pytest

from dragoman.segments import Text
from dragoman.termbases.model import Concept, Match, Status, Term
from dragoman.termbases.recognition import check_target, compile_glossary, recognise


def find(term: Term, text: str) -> list[str]:
    """What a source has of a term."""
    other = Term(language="eu", text="x")
    glossary = compile_glossary([((1, 1), Concept(terms=(term, other)))], source=term.language, target="eu")
    return [match.text for match in recognise(glossary, (Text(text=text),))]


def forbids(term: str, text: str, language: str) -> bool:
    concept = Concept(
        terms=(Term(language=language, text=term, status=Status.FORBIDDEN, match=Match.PLURAL),)
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
@pytest.mark.parametrize("match", [Match.STEM, Match.PLURAL])
def test_plurals_are_found(language: str, term: str, text: str, match: Match) -> None:
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
