"""Amounts of use. They are counted by `dragoman.counting`, in the source text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageAmount:
    """Amounts of translated text."""

    characters: int = 0  # code points
    words: int = 0
    segments: int = 0
    documents: int = 0
    # Of these, the part that memories translated without an engine.
    memory_characters: int = 0
    memory_words: int = 0
    memory_segments: int = 0

    def __add__(self, other: UsageAmount) -> UsageAmount:
        names = (one.name for one in fields(UsageAmount))
        return UsageAmount(**{name: getattr(self, name) + getattr(other, name) for name in names})


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage(UsageAmount):
    """What one successful request or job used. A sandbox account's is shown, and never billed."""

    account_id: int
    application_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DayOfUse:
    """What an application used on one day, UTC."""

    day: date
    amount: UsageAmount


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageReport:
    """What an application used in a range of days, both ends included."""

    first_day: date
    last_day: date
    days: Sequence[DayOfUse]  # only those with use, in their order

    @property
    def total(self) -> UsageAmount:
        """All days together."""
        return sum((one.amount for one in self.days), UsageAmount())
