"""What can be done with the request log: read it, count in it, remove what is old."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from dragoman.database.connections import ALL_ACCOUNTS, Database, Transaction, transaction
from dragoman.request_log import store
from dragoman.request_log.model import LoggedRequest, RequestFilter, StatusCounts

REMOVE_OLD_REQUESTS: Final = "request_log.remove_old"  # the task; see `remove_old_requests`

MOST_COUNTED: Final = 10_000  # entries, so that a page that shows the figure stays quick
_REMOVED_AT_ONCE: Final = 10_000


async def read_requests(
    tx: Transaction, *, wanted: RequestFilter, limit: int, before: UUID | None = None
) -> Sequence[LoggedRequest]:
    """Calls that this transaction sees, newest first; those that began before the call `before`, if given.

    A call is there about a second after its answer.
    """
    return await store.list_requests(tx, wanted=wanted, limit=limit, before=before)


async def count_statuses(tx: Transaction, *, application_id: int, since: datetime) -> StatusCounts:
    """How the calls of an application since then were answered; of more than 10,000 calls the newest."""
    return await store.count_statuses(tx, application_id=application_id, since=since, most=MOST_COUNTED)


async def remove_old_requests(database: Database, *, days: int) -> int:
    """Delete entries older than `days`, a part at a time; how many. Safe in many processes at once."""
    total = 0
    while True:
        async with transaction(database, account=ALL_ACCOUNTS) as tx:
            until = tx.now - timedelta(days=days)
            removed = await store.delete_requests(tx, until=until, most=_REMOVED_AT_ONCE)
        total += removed
        if removed < _REMOVED_AT_ONCE:
            return total
