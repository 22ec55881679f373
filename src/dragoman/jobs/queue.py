"""Enqueue jobs, in the same transaction as the change that they follow from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from procrastinate import PsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from procrastinate.manager import JobManager
from procrastinate.tasks import configure_task
from sqlalchemy import text

from dragoman.database.connections import Transaction, is_outage
from dragoman.errors import Unavailable

DEFAULT_QUEUE: Final = "default"
SHARE: Final = "share"  # beside a job's arguments: [account, stream], which the queue's functions read
CONTINUED: Final = 1  # priority of what has begun, before what has not


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """What a job counts for: accounts share workers fairly, and so do the streams of an account."""

    account: int
    stream: str  # shares the account's workers with its other streams: "application:5", "project:17"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A job to be done: small, only names and ids, never customers' text."""

    task: str  # a name in the worker's table
    arguments: Mapping[str, Any] = field(default_factory=dict)  # JSON
    queue: str = DEFAULT_QUEUE
    share: Share | None = None  # None: the service's own
    unique: str | None = None  # at most one job with this word waits
    start: datetime | None = None  # not before
    priority: int = 0  # higher ones first, within a stream


async def enqueue(tx: Transaction, message: Message) -> int | None:
    """Add a job that exists if, and only if, the transaction commits; gives its id.

    None when `message.unique` is waiting already: the transaction goes on. Raises `Unavailable`.
    """
    arguments = dict(message.arguments)
    if message.share is not None:
        arguments[SHARE] = [message.share.account, message.share.stream]
    driver = (await tx.connection.get_raw_connection()).driver_connection
    deferrer = configure_task(
        name=message.task,
        job_manager=JobManager(PsycopgConnector()),  # never opened: the connection below is used
        queue=message.queue,
        queueing_lock=message.unique,
        schedule_at=message.start,
        priority=message.priority,
        connection=driver,
    )
    try:
        if message.unique is None:
            return await deferrer.defer_async(**arguments)
        async with tx.connection.begin_nested():  # a refused insert would spoil the transaction
            return await deferrer.defer_async(**arguments)
    except AlreadyEnqueued:
        return None
    except ConnectorException as error:
        if is_outage(error):
            raise Unavailable("The database cannot be reached. Try again in a few seconds.") from error
        raise


async def remove_old_jobs(tx: Transaction) -> int:
    """Remove jobs that ended: those done after a day, those that failed after a month; how many."""
    removed = await tx.connection.execute(_REMOVE_OLD)
    return removed.rowcount


# A job's last event has the time when it ended; its events are deleted with it.
_REMOVE_OLD: Final = text(
    """
    delete from procrastinate_jobs job
    where status in ('succeeded', 'cancelled', 'failed', 'aborted') and not exists (
      select from procrastinate_events event
      where event.job_id = job.id
        and event.at > now() - interval '1 day' * case when job.status = 'succeeded' then 1 else 30 end
    )
    """
)
