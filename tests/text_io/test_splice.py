"""Replacing pieces of a text by offset."""

from __future__ import annotations

import pytest

from dragoman.text_io.splice import Replacement, splice


def test_pieces_are_replaced_in_any_order() -> None:
    changes = [Replacement(6, 11, "there"), Replacement(0, 5, "Hi"), Replacement(11, 11, "!")]
    assert splice("Hello world", changes) == "Hi there!"


def test_a_part_of_a_text_can_be_taken() -> None:
    assert splice("Hello world", [Replacement(6, 7, "W")], start=6, end=9) == "Wor"


@pytest.mark.parametrize("changes", [[(0, 5, ""), (4, 6, "")], [(0, 99, "")]])
def test_overlaps_are_mistakes(changes: list[tuple[int, int, str]]) -> None:
    with pytest.raises(ValueError, match="overlaps"):
        splice("Hello world", [Replacement(*change) for change in changes])
