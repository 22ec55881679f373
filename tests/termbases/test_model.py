"""Rules and normalisation of terms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.termbases.model import (
    Term,
    TermRefused,
    TermStatus,
    clean_line,
    clean_term,
    clean_text,
    is_acronym,
    sort_terms,
)


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("  user \t\n account\u00a0 ", "user account"),
        ("cafe\u0301", "café"),
        ("\ufeffterm", "term"),
        ("می\u200cروم", "می\u200cروم"),
        ("a < b", "a < b"),
        ("<", "<"),
        ("C++", "C++"),
        ("x\u2028y", "x y"),
        ("👩\u200d💻 desk", "👩\u200d💻 desk"),
    ],
)
def test_terms_are_normalised(text: str, cleaned: str) -> None:
    assert clean_term(text) == cleaned
    assert clean_term(cleaned) == cleaned


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is empty"),
        (" \u00a0\u200b ", "is empty"),
        ("x" * 501, "is longer than 500 characters"),
        ("x" * 10_000, "is longer than 500 characters"),
        ("x" * 1_000_000, "is longer than 500 characters"),
        ("a <b>bold</b> term", "has tags; write it as plain text"),
        ("line<br/>break", "has tags; write it as plain text"),
        ("<!-- x -->", "has tags; write it as plain text"),
        ("a\x00b", "has control characters"),
        ("a\x1bb", "has control characters"),
        ("a\u202eb", "has control characters"),
        ("a\ud800b", "has control characters"),
        ("a\U0001ffffb", "has control characters"),
        ("M\ufffdnchen", "has a character that was lost when the text was decoded or converted (U+FFFD)"),
    ],
)
def test_invalid_terms_are_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(TermRefused) as refused:
        clean_term(text)
    assert refused.value.message == reason


def test_500_characters_are_a_term() -> None:
    assert clean_term("x" * 500) == "x" * 500
    assert len(clean_term("e\u0301" * 500)) == 500


def test_texts_are_lines_without_control_characters() -> None:
    assert clean_text(" one \r\n\r\n two\x07\x00 \tlines \u2028 three ") == "one\ntwo lines\nthree"
    assert clean_line("one\ntwo") == "one two"


@given(st.text())
def test_cleaning_again_changes_nothing(text: str) -> None:
    assert clean_text(clean_text(text)) == clean_text(text)
    assert clean_line(clean_line(text)) == clean_line(text)


def test_short_terms_in_capitals_are_acronyms() -> None:
    assert [
        text for text in ("IT", "WHO", "USB3", "It", "A", "SERVER", "A B", "日本", "it") if is_acronym(text)
    ] == [
        "IT",
        "WHO",
        "USB3",
    ]


def test_terms_are_sorted_by_language_and_status() -> None:
    given_terms = [
        Term(language="en", text="a", status=TermStatus.FORBIDDEN),
        Term(language="en", text="b", status=TermStatus.ADMITTED),
        Term(language="de", text="c"),
        Term(language="en", text="d", status=TermStatus.ADMITTED),
        Term(language="en", text="e"),
    ]
    assert [term.text for term in sort_terms(given_terms)] == ["c", "e", "b", "d", "a"]
