"""What is stored of a concept is all of it; what is searched and compared is alike as people see it."""

from __future__ import annotations

from dataclasses import replace

import orjson
import pytest
from hypothesis import given, settings

from dragoman.termbases.coding import fold, fold_terms, names_of, read_concept, read_rules, write_concept
from dragoman.termbases.model import Concept, Gender, Term, TermMatching, TermStatus
from tests.termbases.concepts import concept, concepts


@settings(max_examples=50)
@given(made=concepts())
def test_a_concept_is_read_as_it_was_written(made: Concept) -> None:
    stored = orjson.dumps(write_concept(made))
    assert read_concept(made.id, orjson.loads(stored)) == made


def test_recognition_is_given_what_it_needs_and_no_long_texts() -> None:
    term = Term(
        language="en",
        text="NATO",
        status=TermStatus.FORBIDDEN,
        case_sensitive=True,
        match=TermMatching.STEM,
        forms=("NATO's",),
        gender=Gender.NEUTER,
    )
    made = Concept(
        id="k",
        definition="d" * 10_000,
        note="n",
        do_not_translate=True,
        terms=(replace(term, note="n" * 10_000, example="e"),),
    )
    assert read_rules("k", write_concept(made)) == Concept(id="k", do_not_translate=True, terms=(term,))


@settings(max_examples=50)
@given(made=concepts())
def test_names_and_texts_stand_in_lines_of_their_own(made: Concept) -> None:
    names = names_of(made)
    assert len(set(names)) == len(names) <= len(made.terms)
    assert all(name.count("\t") == 1 and "\n" not in name for name in names)
    listed = sum(1 + len(term.forms) for term in made.terms)
    assert 1 <= len(fold_terms(made).split("\n")) <= listed


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("ﬁle", "file"),
        ("Ａ１", "a1"),
        ("ΟΔΟΣ", "οδοσ"),
        ("紙詰", "紙詰"),
    ],
    ids=["capitals", "sharp s", "ligature", "wide", "final sigma", "han"],
)
def test_folding(text: str, folded: str) -> None:
    assert fold(text) == folded
    assert fold(folded) == folded


def test_concepts_have_the_same_names_in_whatever_case() -> None:
    assert names_of(concept(en=["Bank", "bank"], de="Bank")) == ["de\tbank", "en\tbank"]
