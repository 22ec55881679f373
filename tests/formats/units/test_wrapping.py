"""Lines joined and wrapped."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dragoman.formats.units.wrapping import join_lines, width_of, wrap


def test_lines_join_with_blanks_but_not_in_chinese() -> None:
    assert join_lines(["one", "two"]) == "one two"
    assert join_lines(["日本", "語の", "text"]) == "日本語の text"


def test_wide_letters_take_two_columns() -> None:
    assert width_of("日本a\u0301") == 5


@given(
    st.lists(st.text(alphabet="ab日", min_size=1, max_size=9), min_size=1, max_size=20), st.integers(1, 20)
)
def test_wrapping_loses_nothing_and_keeps_the_width(words: list[str], width: int) -> None:
    lines = wrap(" ".join(words), width)
    assert " ".join(lines).split() == words
    assert all(width_of(line) <= width or " " not in line for line in lines)
