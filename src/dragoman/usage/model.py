"""Amounts of use. They are counted by `dragoman.counting`, in the source text."""

from __future__ import annotations

import enum
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


class UsageGrouping(enum.StrEnum):
    """What the use of several applications is added up by."""

    DAY = "day"
    MONTH = "month"
    APPLICATION = "application"
    ACCOUNT = "account"


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageFilter:
    """Whose use is wanted, and of which days, UTC; both ends included. None: all, or the range by default."""

    account_id: int | None = None
    application_id: int | None = None
    first_day: date | None = None
    last_day: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentPart:
    """How much of an amount was in documents; the rest was texts."""

    characters: int = 0
    words: int = 0
    segments: int = 0

    def __add__(self, other: DocumentPart) -> DocumentPart:
        return DocumentPart(
            characters=self.characters + other.characters,
            words=self.words + other.words,
            segments=self.segments + other.segments,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageGroup:
    """What was used on a day, in a month, or by an application or account: only that field is set."""

    day: date | None = None
    month: date | None = None  # its first day
    application_id: int | None = None
    account_id: int | None = None  # of the application, too
    amount: UsageAmount
    in_documents: DocumentPart


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageSummary:
    """What was used in a range of days, both ends included, in groups."""

    first_day: date
    last_day: date
    by: UsageGrouping
    groups: Sequence[UsageGroup]  # only those with use, the earliest day or lowest id first

    @property
    def total(self) -> UsageAmount:
        """All groups together."""
        return sum((one.amount for one in self.groups), UsageAmount())

    @property
    def total_in_documents(self) -> DocumentPart:
        """What of it was in documents."""
        return sum((one.in_documents for one in self.groups), DocumentPart())
