"""Deadlines of projects. Working days are Monday to Friday, 09:00 to 17:00 UTC.

Languages are translated in parallel, so the slowest translation decides. Machine translation needs no time.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from decimal import Decimal
from typing import Final

_OPENS: Final = time(9, tzinfo=UTC)
_CLOSES: Final = time(17, tzinfo=UTC)
_DAY: Final = timedelta(hours=8)  # of work
_NOTICE: Final = timedelta(hours=1)  # the least time before a deadline that the provider assigns
_MOST_DAYS: Final = 26_000  # of work, a hundred years: keeps the date within the range of `datetime`
_WEEKDAYS: Final = 5


def earliest(*, now: datetime, words_per_day: int | None, weighted_words: Decimal) -> datetime:
    """Calculate when work that begins now is done, from the weighted words of the slowest translation.

    `words_per_day` None: the work takes no time.
    """
    now = now.astimezone(UTC)
    if words_per_day is None or weighted_words <= 0:
        return now
    days = min(weighted_words / words_per_day, Decimal(_MOST_DAYS))
    return _work(_next_opening(now), timedelta(seconds=float(days) * _DAY.total_seconds()))


def assign(*, now: datetime, words_per_day: int | None, weighted_words: Decimal) -> datetime:
    """Calculate the provider's deadline: the end of the working day on which the work can be done.

    It is at least an hour ahead. Machine translation is due after exactly that hour.
    """
    if words_per_day is None:
        return (now + _NOTICE).replace(microsecond=0)
    done = earliest(now=now, words_per_day=words_per_day, weighted_words=weighted_words)
    day = done if _is_working_day(done) and _OPENS <= done.timetz() <= _CLOSES else _next_opening(done)
    due = datetime.combine(day, _CLOSES)
    return due if due >= now + _NOTICE else datetime.combine(_next_opening(due), _CLOSES)


def is_too_tight(
    deadline: datetime, *, now: datetime, words_per_day: int | None, weighted_words: Decimal
) -> bool:
    """Whether the work cannot be done by then (P5)."""
    return deadline < earliest(now=now, words_per_day=words_per_day, weighted_words=weighted_words)


def _work(start: datetime, work: timedelta) -> datetime:
    """Add `work` to `start`, which is within working hours, counting working hours only."""
    opened = datetime.combine(start, _OPENS)
    total = (start - opened) + work
    days, rest = divmod(total, _DAY)
    if days and not rest:  # done at the end of a day, not at the beginning of the next one
        days, rest = days - 1, _DAY
    weeks, days = divmod(days, _WEEKDAYS)
    day = opened + timedelta(weeks=weeks)
    for _ in range(days):
        day += timedelta(days=1)
        while not _is_working_day(day):
            day += timedelta(days=1)
    return day + rest


def _next_opening(timestamp: datetime) -> datetime:
    """Return a UTC datetime itself within working hours, else the beginning of the next working day."""
    if _is_working_day(timestamp) and timestamp.timetz() < _OPENS:
        return datetime.combine(timestamp, _OPENS)
    if _is_working_day(timestamp) and timestamp.timetz() < _CLOSES:
        return timestamp
    day = timestamp + timedelta(days=1)
    while not _is_working_day(day):
        day += timedelta(days=1)
    return datetime.combine(day, _OPENS)


def _is_working_day(timestamp: datetime) -> bool:
    return timestamp.weekday() < _WEEKDAYS
