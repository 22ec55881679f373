"""Texts in parts: nothing is lost, nothing is longer than a model can read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.model_process.dividing import PartSizes, divide, join

_SIZES = PartSizes(longest=50, count=len)


def _parts(text: str, language: str = "en", sizes: PartSizes = _SIZES) -> list[str]:
    return [text[start:end] for start, end in divide(text, language=language, sizes=sizes)]


def test_a_sentence_is_one_part() -> None:
    assert _parts("  The red house. ") == ["The red house."]
    assert _parts(" \n ") == []


def test_lines_are_parts() -> None:
    assert _parts("one\r\ntwo\n\nthree\tfour") == ["one", "two", "three", "four"]


def test_sentences_are_parts() -> None:
    text = "One two. Three four. Five six, Dr. Seven."
    assert _parts(text) == ["One two.", "Three four.", "Five six, Dr. Seven."]


def test_a_long_sentence_is_divided_at_a_clause_else_at_a_blank() -> None:
    assert _parts("aaaaaaaaaa bbbbbbbbbbbbbbbbbb, cccccccc dddddddddddddddd") == [
        "aaaaaaaaaa bbbbbbbbbbbbbbbbbb,",
        "cccccccc dddddddddddddddd",
    ]
    assert _parts("a" * 40 + " " + "b" * 40) == ["a" * 40, "b" * 40]
    assert all(len(part) <= 50 for part in _parts("x" * 1000))


def test_signs_that_combine_are_not_parted() -> None:
    parts = _parts("e\u0301" * 100)
    assert "".join(parts) == "e\u0301" * 100
    assert not any(part.startswith("\u0301") for part in parts)


@given(st.text(alphabet=st.sampled_from("ab .,;\n\t!?日。　é\u0301"), max_size=300))
def test_parts_and_what_is_between_them_are_the_text(text: str) -> None:
    spans = divide(text, language="en", sizes=_SIZES)
    assert all(text[start:end].strip() == text[start:end] != "" for start, end in spans)
    assert all(end - start <= 50 for start, end in spans)
    rest, position = "", 0
    for start, end in spans:
        rest += text[position:start]
        position = end
    assert not (rest + text[position:]).strip()


@pytest.mark.parametrize(("target", "blank"), [("en", " "), ("ja", ""), ("zh-Hant", "")])
def test_between_sentences_there_is_what_the_script_has(target: str, blank: str) -> None:
    text = " A b. C d.\nE f. "
    spans = divide(text, language="en", sizes=PartSizes(longest=50, count=len))
    assert "".join(join(text, spans, ["1", "2", "3"], target=target)) == f" 1{blank}2\n3 "
