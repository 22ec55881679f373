"""The range of days that a report on use is about."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from dragoman.database.connections import Transaction
from dragoman.errors import LimitExceeded, RuleBroken

_MOST_DAYS: Final = 366


def find_range(tx: Transaction, first_day: date | None, last_day: date | None) -> tuple[date, date]:
    """Both ends, included, with what is not given.

    Without a last day until today, UTC; without a first day from the first of the last day's month. Raises
    `RuleBroken` for a range that ends before it begins, `LimitExceeded` for one of more than 366 days.
    """
    last_day = last_day or max(tx.now.date(), first_day or date.min)
    first_day = first_day or last_day.replace(day=1)
    if first_day > last_day:
        raise RuleBroken(f"The range of days ends before it begins: from {first_day} to {last_day}.")
    if last_day - first_day >= timedelta(days=_MOST_DAYS):
        days = (last_day - first_day).days + 1
        raise LimitExceeded(
            f"A range has at most {_MOST_DAYS} days; this one has {days}. Ask for one year after another."
        )
    return first_day, last_day
