"""Stored concepts are complete; searches and comparisons ignore case and compatible letters."""

from __future__ import annotations

from dataclasses import replace

import orjson
import pytest
from hypothesis import given, settings

from dragoman.termbases.concept_json import (
    decode_concept,
    decode_rules,
    encode_concept,
    fold,
    fold_terms,
    term_keys,
)
from dragoman.termbases.model import Concept, Gender, Term, TermMatching, TermStatus
from tests.termbases.concepts import concept, concepts


@settings(max_examples=50)
@given(made=concepts())
def test_a_concept_is_read_as_it_was_written(made: Concept) -> None:
    stored = orjson.dumps(encode_concept(made))
    assert decode_concept(made.id, orjson.loads(stored)) == made


def test_rules_have_the_terms_without_texts_for_people() -> None:
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
    assert decode_rules("k", encode_concept(made)) == Concept(id="k", do_not_translate=True, terms=(term,))


@settings(max_examples=50)
@given(made=concepts())
def test_keys_and_folded_terms_are_single_lines(made: Concept) -> None:
    keys = term_keys(made)
    assert len(set(keys)) == len(keys) <= len(made.terms)
    assert all(key.count("\t") == 1 and "\n" not in key for key in keys)
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


def test_keys_ignore_case() -> None:
    assert term_keys(concept(en=["Bank", "bank"], de="Bank")) == ["de\tbank", "en\tbank"]
