"""Texts longer than a segment: parts that are the text when joined, parted where it does least harm."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dragoman_client.texts.splitting import split_text
from tests.processor_time import relative_processor_time

WHOLE = [
    *("<a href='x y'>", "</a>", "{count}", "{{ user.name }}", "%(price)s", "https://example.com/a?b=c"),
    *("&amp;", "<br/>"),
]
OTHERS = [
    *("word", " ", "Sentence. ", "\n", "\n\n", "日本語。", "e\u0301", "👩\u200d🔬", "x", "<p>", "</p>"),
]
PIECES = st.lists(st.sampled_from([*WHOLE, *OTHERS]), max_size=300)


@given(PIECES, st.integers(40, 200))
@settings(max_examples=300)
@example(["x"] * 300, 40)
def test_the_parts_are_the_text_and_none_is_too_long(pieces: list[str], limit: int) -> None:
    text = "".join(pieces)
    parts = split_text(text, limit)
    assert "".join(parts) == text
    assert all(0 < len(part) <= limit for part in parts) or parts == [""]


@given(PIECES)
def test_nothing_that_belongs_together_is_cut(pieces: list[str]) -> None:
    text = " ".join(pieces)
    parts = split_text(text, 60)
    for whole in [*WHOLE, "e\u0301", "👩\u200d🔬"]:
        assert sum(part.count(whole) for part in parts) == text.count(whole), whole


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("One two. Three four. Five six.\n\nSeven eight. Nine ten.", "\n\n"),
        ("One two. Three four.\nFive six seven eight nine ten eleven.", "\n"),
        ("One two three. Four five six seven. Eight nine ten eleven twelve.", ". "),
        ("one two three four five six seven eight nine ten eleven twelve", " "),
        (
            "これは長い文です。そしてもう一つの文がここにあります。最後の文もここです。まだ続きます。終わり。",
            "。",
        ),
    ],
)
def test_a_part_ends_where_a_paragraph_a_line_a_sentence_or_a_word_does(text: str, ends: str) -> None:
    parts = split_text(text, 45)
    assert len(parts) > 1
    assert all(part.endswith(ends) for part in parts[:-1])


def test_an_element_is_left_whole_where_that_is_possible() -> None:
    text = "<p>" + "One two three. " * 5 + "</p>" + "<p>" + "Four five six. " * 5 + "</p>"
    parts = split_text(text, 100)
    assert [len(re.findall("</?p>", part)) for part in parts] == [2, 2]


BEGINNINGS = ["{{ ", "<!-- ", "a@", "<a \"<a '", "%(", "&a", "<b>", "x", "http://", "w.", "\u0301", "{%"]


@pytest.mark.parametrize("piece", [*BEGINNINGS, "The house. "])
def test_time_grows_with_the_text_alone(piece: str) -> None:
    short, long = piece * (20_000 // len(piece)), piece * (160_000 // len(piece))
    growth = relative_processor_time(lambda: split_text(long, 10_000)) / relative_processor_time(
        lambda: split_text(short, 10_000)
    )
    assert growth < 40  # 8 times the text
