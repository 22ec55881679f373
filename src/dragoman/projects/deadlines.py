"""When a project can be done: working days are Monday to Friday, 09:00 to 17:00 UTC.

Languages are translated in parallel, so the slowest translation decides. A machine is done at once.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from decimal import Decimal
from typing import Final

_OPENS: Final = time(9, tzinfo=UTC)
_CLOSES: Final = time(17, tzinfo=UTC)
_DAY: Final = timedelta(hours=8)  # of work
_NOTICE: Final = timedelta(hours=1)  # what a deadline that we assign leaves at least
_MOST_DAYS: Final = 26_000  # of work, a hundred years: beyond that nobody counts
_WEEKDAYS: Final = 5


def earliest(*, now: datetime, words_per_day: int | None, weighted_words: Decimal) -> datetime:
    """The moment when work that begins now is done, for the weighted words of the slowest translation.

    `words_per_day` None: at once.
    """
    now = now.astimezone(UTC)
    if words_per_day is None or weighted_words <= 0:
        return now
    days = min(weighted_words / words_per_day, Decimal(_MOST_DAYS))
    return _work(_next_opening(now), timedelta(seconds=float(days) * _DAY.total_seconds()))


def assign(*, now: datetime, words_per_day: int | None, weighted_words: Decimal) -> datetime:
    """The deadline that the provider gives: the end of the working day on which the work can be done.

    It is at least an hour ahead. What a machine does is due in that hour.
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
    """`work` after `start`, which is within a working day, counting the hours of working days only."""
    opened = datetime.combine(start, _OPENS)
    total = (start - opened) + work
    days, rest = divmod(total, _DAY)
    if days and not rest:  # done when a day closes, not when the next one opens
        days, rest = days - 1, _DAY
    weeks, days = divmod(days, _WEEKDAYS)
    day = opened + timedelta(weeks=weeks)
    for _ in range(days):
        day += timedelta(days=1)
        while not _is_working_day(day):
            day += timedelta(days=1)
    return day + rest


def _next_opening(moment: datetime) -> datetime:
    """A moment in UTC itself within a working day, else when the next one opens."""
    if _is_working_day(moment) and moment.timetz() < _OPENS:
        return datetime.combine(moment, _OPENS)
    if _is_working_day(moment) and moment.timetz() < _CLOSES:
        return moment
    day = moment + timedelta(days=1)
    while not _is_working_day(day):
        day += timedelta(days=1)
    return datetime.combine(day, _OPENS)


def _is_working_day(moment: datetime) -> bool:
    return moment.weekday() < _WEEKDAYS
