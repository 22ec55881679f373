"""What an edit of the field may do to a target, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from unicodedata import category

from tests.dashboard.editor.tagged import codes_of, draw, is_valid, partners, read_items, text_of, units

_LONGEST_CHARACTER: Final = 14  # units of an emoji


@dataclass(frozen=True, slots=True)
class Shown:
    """What the field has after a step."""

    raw: dict[str, Any]
    items: list[str]

    @property
    def value(self) -> str:
        return str(self.raw["value"])

    @property
    def range(self) -> tuple[int, int]:
        low, high = sorted((self.raw["anchor"], self.raw["focus"]))
        return low, high

    @property
    def selected(self) -> list[str]:
        low, high = self.range
        return self.items[low:high]


def read_shown(raw: dict[str, Any], source: Sequence[str]) -> Shown:
    """Check what holds after every step."""
    items = read_items(raw["value"])
    assert is_valid(source, codes_of(items)), raw
    assert raw["shown"] == draw(items), raw
    assert [chip for chip in raw["chips"] if chip != "BR"] == codes_of(items), raw
    assert 0 <= raw["focus"] <= len(items), raw
    assert not is_cut(items, raw["focus"]), raw
    assert raw["hasFocus"], raw
    return Shown(raw, items)


def is_cut(items: Sequence[str], place: int) -> bool:
    """Whether a place is between the two units of a character."""
    return 0 < place < len(items) and _is_first(items[place - 1]) and "\udc00" <= items[place] <= "\udfff"


def _is_first(unit: str) -> bool:
    return "\ud800" <= unit <= "\udbff"


def check_written(before: Shown, after: Shown, text: str, place: tuple[int, int] | None = None) -> None:
    """A text stands for what was selected, whose codes stay in their order."""
    low, high = place or before.range
    start, end = before.items[:low], before.items[high:]
    middle = after.items[low : len(after.items) - len(end)]
    assert after.items == start + middle + end
    assert text_of(middle) == units(text)
    assert codes_of(middle) == codes_of(before.items[low:high])
    written = [*text_of(start), *units(text)]
    before_caret = text_of(after.items[: after.raw["focus"]])
    marks = before_caret[len(written) :]  # of a character that was written over
    assert before_caret == written + marks
    assert all(category(mark)[0] in "MC" for mark in marks), marks


def check_pasted(before: Shown, after: Shown, tagged: str) -> None:
    """A text stands for what was selected, and no code is lost."""
    low, high = before.range
    start, end = text_of(before.items[:low]), text_of(before.items[high:])
    assert text_of(after.items) == start + text_of(read_items(tagged)) + end
    assert set(codes_of(before.items)) <= set(codes_of(after.items))


def check_moved(before: Shown, after: Shown) -> None:
    """All texts and codes are still there, in any order."""
    assert sorted(text_of(after.items)) == sorted(text_of(before.items))
    assert set(codes_of(after.items)) == set(codes_of(before.items))


def check_taken(before: Shown, after: Shown, source: Sequence[str]) -> None:
    """Picked codes are out, with their other halves and what was selected."""
    low, high = before.range
    gone = set(before.raw["picked"])
    assert gone == partners(source, gone)
    kept = [item for at, item in enumerate(before.items) if not low <= at < high and item not in gone]
    assert after.items == kept


def check_selection_deleted(before: Shown, after: Shown, source: Sequence[str]) -> None:
    """A selection is out, or its codes are picked."""
    low, high = before.range
    if codes := codes_of(before.selected):
        assert after.items == before.items
        assert set(after.raw["picked"]) == partners(source, codes)
    else:
        assert after.items == before.items[:low] + before.items[high:]


def check_deleted(before: Shown, after: Shown, source: Sequence[str], *, forward: bool, word: bool) -> None:
    """A character or a word beside the caret is out, or the code there is picked."""
    caret = before.range[0]
    if caret == (len(before.items) if forward else 0):
        assert after.items == before.items
        return
    next_one = before.items[caret if forward else caret - 1]
    if len(next_one) > 1:
        assert after.items == before.items
        assert set(after.raw["picked"]) == partners(source, [next_one])
        return
    count = len(before.items) - len(after.items)
    low, high = (caret, caret + count) if forward else (caret - count, caret)
    assert count > 0
    assert count <= _LONGEST_CHARACTER or word
    assert after.items == before.items[:low] + before.items[high:]
    assert not codes_of(before.items[low:high])


def check_stepped(before: Shown, after: Shown, *, forward: bool) -> None:
    """The caret is one character or one code further, unless it was at the end."""
    start, end = before.raw["focus"], after.raw["focus"]
    crossed = before.items[min(start, end) : max(start, end)]
    assert (end > start) == (forward and start < len(before.items))
    assert (end < start) == (not forward and start > 0)
    assert len(crossed) <= 1 or not codes_of(crossed)
