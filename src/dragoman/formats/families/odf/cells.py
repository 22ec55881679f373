"""Positions of the cells of OpenDocument tables: hidden columns, and ranges that are left alone.

A pivot table names its fields by the texts in the first row of its source, and computes its target.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from dragoman.text_io.xml.namespaces import ElementNames
from dragoman.text_io.xml.tags import TagKind, XmlBlock

_MOST: Final = 16_777_216  # rows or columns that one element may represent
_SHEET: Final = r"\$?('(?:[^']|'')*'|[^.'$:]*)"
_CELL: Final = r"\$?([A-Za-z]{1,4})\$?([0-9]{1,8})"
_RANGE: Final = re.compile(rf"{_SHEET}\.{_CELL}(?::{_SHEET}\.?{_CELL})?")
_PIVOT: Final = ("table:data-pilot-table", "table:source-cell-range")
_REST: Final = rb"""\s(?:[^"'<>]|"[^"]*"|'[^']*')*>"""  # of a tag, after its name
_LONGEST_TAG: Final = 64 * 1024
MOST_AREAS: Final = 200
_HIDDEN: Final = frozenset({"collapse", "filter"})


@dataclass(frozen=True, slots=True, kw_only=True)
class OdfCellRange:
    """A range of cells of a sheet, ends included; counted from 0."""

    sheet: str
    left: int
    top: int
    right: int
    bottom: int


@dataclass(slots=True, eq=False)
class OdfSheet:
    """A table that is being read, and the current position in it."""

    areas: tuple[OdfCellRange, ...] = ()
    hidden: list[tuple[int, int]] = field(default_factory=list)  # columns, ends included
    columns: int = 0  # so far
    row: int = 0
    column: int = 0
    next_row: int = 0
    next_column: int = 0

    @property
    def is_plain(self) -> bool:
        """Whether the position of a cell makes no difference."""
        return not self.hidden and not self.areas

    def add_column(self, attributes: Mapping[str, str]) -> None:
        """Add a column, or several, before the rows."""
        count = _repeated(attributes, "table:number-columns-repeated")
        if attributes.get("table:visibility", "") in _HIDDEN:
            joins = bool(self.hidden) and self.hidden[-1][1] == self.columns - 1
            first = self.hidden.pop()[0] if joins else self.columns
            self.hidden.append((first, self.columns + count - 1))
        self.columns += count

    def begin_row(self, attributes: Mapping[str, str]) -> None:
        """Begin a row, or several equal rows."""
        self.row = self.next_row
        self.next_row += _repeated(attributes, "table:number-rows-repeated")
        self.next_column = 0

    def begin_cell(self, attributes: Mapping[str, str]) -> None:
        """Begin a cell, or several equal cells."""
        self.column = self.next_column
        self.next_column += _repeated(attributes, "table:number-columns-repeated")

    @property
    def in_hidden(self) -> bool:
        """Whether all cells of the current element are in hidden columns."""
        before = bisect_right(self.hidden, (self.column, _MOST * _MOST)) - 1  # in order, not overlapping
        return before >= 0 and self.next_column - 1 <= self.hidden[before][1]

    @property
    def in_area(self) -> bool:
        """Whether one of the cells of the current element is in a range that is left alone."""
        return any(
            area.left < self.next_column
            and self.column <= area.right
            and area.top < max(self.next_row, self.row + 1)
            and self.row <= area.bottom
            for area in self.areas
        )


def is_hidden_row(attributes: Mapping[str, str]) -> bool:
    """Whether a row with these attributes is hidden or filtered out."""
    return attributes.get("table:visibility", "") in _HIDDEN


def find_ranges(chunks: Iterable[bytes], names: ElementNames) -> tuple[OdfCellRange, ...]:
    """The ranges that pivot tables write, and the first rows of those that they read."""
    ways = [way for name in _PIVOT for way in names.written(name)]
    if not ways:
        return ()
    pivot = re.compile(rb"<(?:%b)%b" % (b"|".join(map(re.escape, ways)), _REST))
    areas: list[OdfCellRange] = []
    rest = b""
    for chunk in chunks:
        data = rest + chunk
        end = 0
        for found in pivot.finditer(data) if any(way in data for way in ways) else ():
            end = found.end()
            areas += _areas_of(XmlBlock(found[0], names))
            if len(areas) > MOST_AREAS:
                return tuple(areas)
        begun = max(end, data.rfind(b"<"), len(data) - _LONGEST_TAG)
        rest = data[begun:]
    return tuple(areas)


def _areas_of(block: XmlBlock) -> Iterator[OdfCellRange]:
    tag = block.tag(0)
    if tag is None or tag.kind is TagKind.END:
        return
    attributes = block.attributes(tag)
    if tag.name == "table:data-pilot-table":
        yield from _area(attributes.get("table:target-range-address", ""), whole=True)
    elif tag.name == "table:source-cell-range":
        yield from _area(attributes.get("table:cell-range-address", ""), whole=False)


def _area(address: str, *, whole: bool) -> Iterator[OdfCellRange]:
    found = _RANGE.fullmatch(address)
    if found is None:
        return
    sheet = found[1][1:-1].replace("''", "'") if found[1].startswith("'") else found[1]
    left, top = _column(found[2]), int(found[3]) - 1
    right = _column(found[5]) if found[5] else left
    bottom = int(found[6]) - 1 if found[6] and whole else top
    yield OdfCellRange(sheet=sheet, left=left, top=top, right=right, bottom=bottom)


def _column(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


def _repeated(attributes: Mapping[str, str], name: str) -> int:
    count = attributes.get(name, "1")
    return min(int(count), _MOST) if count.isascii() and count.isdigit() and len(count) < 12 else 1
