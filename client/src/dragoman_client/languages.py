"""Pairs of languages, and what was used."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguagePair:
    """A pair that can be translated (clause T7)."""

    source: str
    target: str
    engine: str | None = None
    path: tuple[str, ...] = ()  # more than two languages: by a pivot
    quality: str | None = None  # "high", "medium" or "gist"


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageAmount:
    """How much was translated."""

    characters: int = 0
    words: int = 0
    segments: int = 0
    documents: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DayOfUsage(UsageAmount):
    """How much was translated on a day."""

    date: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What an application used (clause T9)."""

    since: date = field(metadata={"wire": "from"})
    until: date = field(metadata={"wire": "to"})
    total: UsageAmount = field(default_factory=UsageAmount)
    days: tuple[DayOfUsage, ...] = ()
