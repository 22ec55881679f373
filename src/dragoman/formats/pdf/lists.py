"""Numbered paragraphs that are list items: those whose numbers continue each other.

A single number that no other number continues ("1998.", "A. Smith") is text. `list_labels` finds the numbers,
`headings` keeps those of headings as text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.pdf.blocks import Block, ListItem, PdfParagraph, PdfTable
from dragoman.formats.pdf.lines import PdfRun
from dragoman.formats.pdf.list_labels import ListNumber, read_numbers

_FARTHEST: Final = 60  # paragraphs from an item to the next one
_SAME_LEFT: Final = 1.6  # of the size: maximum difference of indentation in one list
_MOST_OPEN: Final = 40  # lists that may continue
_NAME_INITIALS: Final = "upperLetter %1."  # "B. Jones" is a name if no "A." is before it
_PREFIX: Final = re.compile(r"^\D?((?:[0-9]+\.)+)%1")


@dataclass(slots=True, eq=False)
class _Sequence:
    """Consecutive items, and what their numbers may be."""

    numbers: list[ListNumber]  # of the last item
    items: list[PdfParagraph]
    left: float
    last: int  # index of the last item
    values: list[int] = field(default_factory=list)  # of all items, once their interpretation is decided

    @property
    def is_list(self) -> bool:
        """Whether there are enough items for a list."""
        if len(self.items) < 2:
            return False
        return self.numbers[0].style != _NAME_INITIALS or len(self.items) > 2 or self.first == 1

    @property
    def first(self) -> int:
        """The number of its first item."""
        return self.numbers[0].value - len(self.items) + 1


def number_lists(blocks: Sequence[Block]) -> None:
    """Make list items of consecutively numbered paragraphs; all other numbers become text again."""
    number = 0
    flowing = [block for block in blocks if isinstance(block, PdfParagraph)]
    cells = [cell.paragraphs for block in blocks if isinstance(block, PdfTable) for cell in block.cells]
    for paragraphs in (flowing, *cells):
        for found in _sequences(paragraphs):
            if found.is_list:
                number += 1
                _make_items(found, number)
            else:
                for paragraph in found.items:
                    label_to_text(paragraph)


def label_to_text(paragraph: PdfParagraph) -> None:
    """Move a paragraph's label back to its text."""
    if paragraph.runs:
        first = paragraph.runs[0]
        paragraph.runs[0] = first._replace(text=f"{paragraph.label} {first.text}")
    else:
        paragraph.runs = [PdfRun(paragraph.label)]
    paragraph.label = ""


def _sequences(paragraphs: Sequence[PdfParagraph]) -> list[_Sequence]:
    """All possible lists, in the order of their first items."""
    found: list[_Sequence] = []
    going_on: list[_Sequence] = []
    for index, paragraph in enumerate(paragraphs):
        numbers = read_numbers(paragraph.label) if paragraph.label else ()
        if not numbers:
            continue
        if paragraph.lines[0].leader:  # an entry of a table of contents
            label_to_text(paragraph)
            continue
        left = paragraph.lines[0].left - paragraph.column[0]
        for one in reversed(going_on):
            following = _following(one, numbers)
            near = abs(one.left - left) < _SAME_LEFT * paragraph.lines[0].size
            if following and near and index - one.last <= _FARTHEST:
                one.numbers, one.last, one.left = following, index, left
                one.items.append(paragraph)
                break
        else:
            one = _Sequence(list(numbers), [paragraph], left, index)
            found.append(one)
        if one in going_on:
            going_on.remove(one)
        going_on = [*going_on[-_MOST_OPEN:], one]
    return found


def _following(one: _Sequence, numbers: Sequence[ListNumber]) -> list[ListNumber]:
    """The interpretations of a number that continue a sequence."""
    wanted = {last._replace(value=last.value + 1) for last in one.numbers}
    return [number for number in numbers if number in wanted]


def _make_items(found: _Sequence, number: int) -> None:
    style, around = found.numbers[0].style.split(" ")
    for index, paragraph in enumerate(found.items):
        paragraph.item = ListItem(list=number, style=style, around=around, value=found.first + index)


def join_levels(blocks: Sequence[Block]) -> None:
    """Join items whose numbers begin with that of an item above ("1.1" below "1.") with that item's list.

    The depths of items must be set before. Such items are one level deeper than the item above.
    """
    last: dict[tuple[int, ...], PdfParagraph] = {}  # by the numbers of all levels
    forms: dict[tuple[int, int], str] = {}  # of the levels of a list
    joined: dict[int, tuple[int, ...]] = {}  # list → number of the items above
    depths: dict[int, int] = {}  # of lists
    for paragraph in (block for block in blocks if isinstance(block, PdfParagraph)):
        item = paragraph.item
        if item is None:
            continue
        paragraph.depth = depths.setdefault(item.list, paragraph.depth)
        if item.style != "decimal":
            continue
        parents = _parents(item.around)
        above = last.get(parents) if parents else None
        if above is not None and above.item is not None and above.item.levels == len(parents):
            form = item.around.removeprefix(".".join(map(str, parents)))
            index = (above.item.list, above.depth + 1)
            is_first = item.value == 1 and forms.setdefault(index, form) == form
            if is_first or joined.get(item.list) == parents:
                joined[item.list] = parents
                paragraph.depth = depths[item.list] = above.depth + 1
                paragraph.item = item._replace(list=above.item.list, levels=len(parents) + 1)
        last[*parents, item.value] = paragraph


def _parents(around: str) -> tuple[int, ...]:
    match = _PREFIX.match(around)
    return tuple(int(number) for number in match[1].split(".") if number) if match else ()
