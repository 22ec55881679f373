"""The form of terms in translations by people: only certain mistakes are reported."""

from __future__ import annotations

import pytest

from dragoman.segments import Text
from dragoman.termbases.model import Concept, Term, TermMatching
from dragoman.termbases.recognition import (
    check_target,
    compile_glossary,
    disagrees,
    has_other_number,
    recognise,
)


def mistakes(source: str, target: str, *, match: TermMatching = TermMatching.STEM) -> tuple[bool, bool]:
    terms = (
        Term(language="en", text="paper jam", match=TermMatching.STEM),
        Term(language="es", text="atasco de papel", match=match),
    )
    glossary = compile_glossary([((1, 1), Concept(terms=terms))], source="en", target="es")
    matches = recognise(glossary, (Text(text=source),))
    checked = check_target(glossary, matches, (Text(text=target),))
    [(found, occurrence)] = checked.placed
    return has_other_number(found, occurrence, target), disagrees(found, occurrence, target)


@pytest.mark.parametrize(
    ("source", "target", "number", "agreement"),
    [
        ("Several paper jams", "Varios atascos de papel", False, False),
        ("Several paper jams", "Varios atasco de papel", True, True),
        ("Several paper jams", "Varias atascos de papel", False, True),
        ("The paper jam", "La atasco de papel", False, True),
        ("The paper jam", "Los atascos de papel", False, False),
        ("The paper jam was found", "El atasco de papel fue encontrada", False, True),
        ("The paper jam was found", "Se encontró el atasco de papel en la bandeja", False, False),
        ("The paper jams are old", "Las causas de los atascos de papel son viejas", False, False),
    ],
)
def test_forms(source: str, target: str, number: bool, agreement: bool) -> None:
    assert mistakes(source, target) == (number, agreement)


def test_a_plural_is_found_even_if_the_match_is_exact() -> None:
    assert mistakes("Several paper jams", "Varios atascos de papel", match=TermMatching.EXACT) == (
        False,
        False,
    )
