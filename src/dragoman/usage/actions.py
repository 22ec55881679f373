"""What can be done with usage: record it, add it up, read it."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date
from typing import Final

from dragoman.database.connections import ALL_ACCOUNTS, Database, Transaction, transaction
from dragoman.telemetry import log
from dragoman.usage import store
from dragoman.usage.day_ranges import find_range
from dragoman.usage.model import Usage, UsageFilter, UsageGrouping, UsageReport, UsageSummary

SUM_USAGE: Final = "usage.sum"  # the task; see `sum_usage`

_MOVED_AT_ONCE: Final = 10_000


async def add_usage(tx: Transaction, usage: Usage) -> None:
    """Count what a job used, in the transaction that records its success: once, exactly if it succeeded.

    Text calls, which have no transaction, are counted by `dragoman.usage.recorder`.
    """
    if not await store.add(tx, usage):
        log().error("usage.of_unknown_application", **asdict(usage))


async def sum_usage(database: Database) -> int:
    """Add the recorded entries to their days, a part at a time; how many. Safe in many processes at once."""
    total = 0
    while True:
        async with transaction(database, account=ALL_ACCOUNTS) as tx:
            moved = await store.move_entries(tx, most=_MOVED_AT_ONCE)
        total += moved
        if moved < _MOVED_AT_ONCE:
            return total


async def read_usage(
    tx: Transaction, *, application_id: int, first_day: date | None = None, last_day: date | None = None
) -> UsageReport:
    """What an application that this transaction sees used, up to the last request.

    Without a last day until today, UTC; without a first day from the first of the last day's month. Raises
    `RuleBroken` for a range that ends before it begins, `LimitExceeded` for one of more than 366 days.
    """
    first_day, last_day = find_range(tx, first_day, last_day)
    days_of_use = await store.read_days(
        tx, application_id=application_id, first_day=first_day, last_day=last_day
    )
    return UsageReport(first_day=first_day, last_day=last_day, days=tuple(days_of_use))


async def summarize_usage(tx: Transaction, *, wanted: UsageFilter, by: UsageGrouping) -> UsageSummary:
    """What this transaction sees of the use that is wanted, added up. The range is that of `read_usage`."""
    first_day, last_day = find_range(tx, wanted.first_day, wanted.last_day)
    groups = await store.read_groups(tx, wanted, by=by, first_day=first_day, last_day=last_day)
    return UsageSummary(first_day=first_day, last_day=last_day, by=by, groups=tuple(groups))
