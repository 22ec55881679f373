"""What a memory contains, as values."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from dragoman.memories.model import Memory


class MemoryOrder(enum.StrEnum):
    """The orders of a list of memories."""

    NAME = "name"
    CREATED = "created"
    UNITS = "units"


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryQuery:
    """Which memories are listed, and in which order."""

    search: str = ""  # in the names of memories and their accounts
    account_id: int | None = None  # None: of all accounts that the transaction sees
    order: MemoryOrder = MemoryOrder.NAME
    descending: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectionCount:
    """How many units a memory has from one language into another."""

    source_language: str
    target_language: str
    units: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryContents:
    """What a memory contains."""

    directions: Sequence[DirectionCount]  # most units first
    changed: datetime | None  # when a unit was last added, changed or deleted

    @property
    def units(self) -> int:
        """The number of all units."""
        return sum(one.units for one in self.directions)


EMPTY = MemoryContents(directions=(), changed=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryOverview:
    """A memory with its account, its contents, and how many sets have it as a member now."""

    memory: Memory
    account_name: str
    contents: MemoryContents
    sets: int
