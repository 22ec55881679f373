"""References to cells and ranges of workbooks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_LAST_ROW: Final = 1_048_576
_LAST_COLUMN: Final = 16_384
_LONGEST: Final = 20_000  # characters of a formula that are read; Excel allows 8,192
_CORNER: Final = r"\$?([A-Za-z]{1,3})?\$?([0-9]{1,7})?"
_REFERENCE: Final = re.compile(rf"{_CORNER}(?::{_CORNER})?")
_QUALIFIED: Final = re.compile(r"(?:'((?:[^']|'')*)'|([^'!,()\[\]\s]+))!([$A-Za-z0-9:]+)")


class CellRange(NamedTuple):
    """A range of cells; rows and columns count from 1, ends included."""

    top: int
    left: int
    bottom: int
    right: int

    def holds(self, row: int, column: int) -> bool:
        """Whether it contains a cell."""
        return self.top <= row <= self.bottom and self.left <= column <= self.right


def column_number(letters: str) -> int:
    """The number of a column: 1 for A, 27 for AA."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


def column_name(number: int) -> str:
    """The letters of a column."""
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def parse_range(reference: str) -> CellRange | None:
    """Parse `B2`, `$B$2:$D$9`, `B:D` or `2:9`; None for other references."""
    found = _REFERENCE.fullmatch(reference.strip())
    if found is None or not any(found.groups()):
        return None
    left, top, right, bottom = found.groups()
    if right is None and bottom is None:
        if left is None or top is None:
            return None
        right, bottom = left, top
    columns = sorted((column_number(left or "A"), column_number(right) if right else _LAST_COLUMN))
    rows = sorted((int(top or 1), int(bottom) if bottom else _LAST_ROW))
    return CellRange(rows[0], columns[0], rows[1], columns[1])


def parse_qualified(formula: str) -> Iterator[tuple[str, CellRange]]:
    """The references of a formula that name a sheet: the sheet's name, and the range."""
    for found in _QUALIFIED.finditer(formula[:_LONGEST]):
        area = parse_range(found[3])
        if area is not None:
            yield (found[2] or found[1] or "").replace("''", "'"), area
