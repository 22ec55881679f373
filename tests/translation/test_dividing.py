"""Dividing a typed text into segments, and joining their translations."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.translation.dividing import DividedText, divide_text, join_translations


def test_sentences_become_segments_and_white_space_stays_between_them() -> None:
    divided = divide_text("  One is here. Two is there.\n\nThree\n", language="en", most=100)
    assert divided == DividedText(
        segments=("One is here.", "Two is there.", "Three"), gaps=("  ", " ", "\n\n", "\n")
    )


def test_a_tag_around_two_sentences_keeps_their_line_whole() -> None:
    text = "Before it. <b>One is here. Two is there.</b>\nThree. Four."
    assert divide_text(text, language="en", most=100).segments == (
        "Before it. <b>One is here. Two is there.</b>",
        "Three.",
        "Four.",
    )


def test_tags_within_sentences_do_not_keep_a_line_whole() -> None:
    divided = divide_text("A <b>word</b> is here. A line<br> ends.", language="en", most=100)
    assert divided.segments == ("A <b>word</b> is here.", "A line<br> ends.")


@pytest.mark.parametrize(
    ("most", "segments"),
    [
        (4, ("One is.", "Two is.", "Three is.", "Four is.")),
        (2, ("One is. Two is.", "Three is. Four is.")),
        (1, ("One is. Two is.\nThree is. Four is.",)),
    ],
)
def test_too_many_sentences_become_lines_and_too_many_lines_groups(
    most: int, segments: tuple[str, ...]
) -> None:
    text = "One is. Two is.\nThree is. Four is."
    assert divide_text(text, language="en", most=most).segments == segments


@given(text=st.text(alphabet="aB .。!\n\t<b>/", max_size=80), most=st.integers(1, 5))
def test_gaps_and_segments_in_turn_are_the_text(text: str, most: int) -> None:
    divided = divide_text(text, language="und", most=most)
    assert len(divided.segments) <= most
    assert "".join(gap + one for gap, one in zip(divided.gaps, (*divided.segments, ""), strict=True)) == text


def test_translations_have_blanks_between_sentences_where_their_script_does() -> None:
    from_english = divide_text("One is here. Two is.\nThree.", language="en", most=100)
    assert join_translations(from_english, ["一。", "二。", "三。"], target="zh-Hans") == "一。二。\n三。"
    from_chinese = divide_text("一。二。", language="zh", most=100)
    assert join_translations(from_chinese, ["One.", "Two."], target="en") == "One. Two."
    assert join_translations(from_english, ["Uno.", "Dos.", "Tres."], target="es") == "Uno. Dos.\nTres."
