"""An index of cell ranges by row."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Generic, TypeVar

from dragoman.formats.families.ooxml.cell_ranges import CellRange

Payload = TypeVar("Payload")


class RangeIndex(Generic[Payload]):
    """Ranges of cells with a payload each, looked up row by row."""

    def __init__(self, items: Sequence[tuple[CellRange, Payload]]) -> None:
        self._items = items
        self._limits = sorted({limit for area, _ in items for limit in (area.top, area.bottom + 1)})
        self._known: dict[int, list[tuple[CellRange, Payload]]] = {}

    def in_row(self, row: int) -> list[tuple[CellRange, Payload]]:
        """The ranges that include cells of a row."""
        if not self._items:
            return []
        band = bisect_right(self._limits, row)
        found = self._known.get(band)
        if found is None:
            found = [item for item in self._items if item[0].top <= row <= item[0].bottom]
            self._known[band] = found
        return found
