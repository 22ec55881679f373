"""A selection of units by words and languages, for what is done with all of them at once."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.memories.units.model import EVERY_UNIT, UnitFilter
from dragoman.memories.words import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitSelection:
    """Units of a memory: those in these languages that have all words of a search."""

    search: str | None = None  # None: with any words
    side: Side = Side.BOTH
    wanted: UnitFilter = EVERY_UNIT
