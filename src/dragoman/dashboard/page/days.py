"""Days in addresses of lists: when they begin and end, in the reader's time zone."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo


def read_day(text: str) -> date | None:
    """Read a day such as 2026-11-25; None for what is no day."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def begin_of_day(text: str, zone: ZoneInfo, *, plus: timedelta = timedelta()) -> datetime | None:
    """When a day begins, and more; None for what is no day, and at the ends of the calendar."""
    day = read_day(text)
    if day is None:
        return None
    try:
        return (datetime.combine(day, time(), zone) + plus).astimezone(UTC)
    except OverflowError:
        return None


def end_of_day(text: str, zone: ZoneInfo) -> datetime | None:
    """When the day after it begins; None for what is no day, and at the end of the calendar."""
    return begin_of_day(text, zone, plus=timedelta(days=1))
