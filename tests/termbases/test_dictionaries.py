"""Dictionaries of a term base: which concepts are entries in which direction."""

from __future__ import annotations

import pytest

from dragoman.termbases.bases import StoredConcept
from dragoman.termbases.dictionaries.entries import (
    Dictionary,
    fits,
    foreign_numbers,
    list_entries,
    without_language,
)
from dragoman.termbases.model import Concept, Term, TermStatus, sort_terms

FORTH = Dictionary(source="en", target="es", numbers=frozenset({1}))
BACK = Dictionary(source="es", target="en", numbers=frozenset({2}))


def kept(number: int, *terms: tuple[str, str], status: TermStatus = TermStatus.PREFERRED) -> StoredConcept:
    made = (Term(language=language, text=text, status=status) for language, text in terms)
    return StoredConcept(number=number, version=1, concept=Concept(terms=sort_terms(made)))


def entries(concepts: list[StoredConcept], wanted: Dictionary, *known: Dictionary) -> dict[str, str]:
    return {one.source: one.target for one in list_entries(concepts, wanted, known)}


def test_an_entry_of_one_direction_is_none_of_the_other() -> None:
    concepts = [
        kept(1, ("en", "house"), ("es", "vivienda")),
        kept(2, ("es", "casa"), ("en", "home")),
    ]
    assert entries(concepts, FORTH, FORTH, BACK) == {"house": "vivienda"}
    assert entries(concepts, BACK, FORTH, BACK) == {"casa": "home"}
    assert foreign_numbers(FORTH, [FORTH, BACK]) == {2}


def test_a_concept_that_came_otherwise_is_an_entry_of_both() -> None:
    concepts = [kept(3, ("en-GB", "lorry"), ("es", "camión"), ("ca", "camió"))]
    assert entries(concepts, FORTH, FORTH, BACK) == {"lorry": "camión"}
    assert entries(concepts, BACK, FORTH, BACK) == {"camión": "lorry"}


@pytest.mark.parametrize(
    "concept",
    [
        kept(1, ("en", "house")),
        kept(1, ("en", "house"), ("ca", "casa")),
        kept(1, ("en", "house"), ("es", "casa"), status=TermStatus.FORBIDDEN),
        kept(1, ("eng", "house"), ("es", "casa")),
    ],
)
def test_a_concept_without_good_terms_in_both_languages_is_no_entry(concept: StoredConcept) -> None:
    assert entries([concept], FORTH, FORTH) == {}


def test_of_the_same_source_term_the_first_concept_counts() -> None:
    concepts = [kept(1, ("en", "house"), ("es", "vivienda")), kept(3, ("en", "house"), ("es", "hogar"))]
    assert entries(concepts, FORTH, FORTH) == {"house": "vivienda"}


def test_a_concept_without_a_language_keeps_the_others_while_they_are_two() -> None:
    concept = kept(1, ("en", "house"), ("es", "casa"), ("es-MX", "casita"), ("ca", "casa")).concept
    left = without_language(concept, "es")
    assert left is not None
    assert [term.language for term in left.terms] == ["ca", "en"]
    assert without_language(left, "ca") is None


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [("en", "es", True), ("en-GB", "es-419", True), ("es", "en", False), ("en", "ca", False)],
)
def test_a_dictionary_is_for_all_varieties_of_its_languages(source: str, target: str, expected: bool) -> None:
    assert fits(FORTH, source, target) is expected
