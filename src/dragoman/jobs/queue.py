"""Putting jobs into the queue, in the same transaction as whatever they follow from."""

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

from dragoman.database.connections import Database, Transaction, fetch_rows, is_outage
from dragoman.errors import Unavailable

DEFAULT_QUEUE: Final = "default"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A job to be done: small, only names and ids, never customers' text."""

    task: str  # a name in the worker's table
    arguments: Mapping[str, Any] = field(default_factory=dict)  # JSON
    queue: str = DEFAULT_QUEUE
    unique: str | None = None  # at most one job with this word waits
    lock: str | None = None  # jobs with this word run one after another, in their order
    start: datetime | None = None  # not before
    priority: int = 0  # higher ones first


async def enqueue(tx: Transaction, message: Message) -> int | None:
    """Add a job that exists if, and only if, the transaction commits; gives its id.

    None when `message.unique` is waiting already: the transaction goes on. Raises `Unavailable`.
    """
    driver = (await tx.connection.get_raw_connection()).driver_connection
    deferrer = configure_task(
        name=message.task,
        job_manager=JobManager(PsycopgConnector()),  # never opened: the connection below is used
        queue=message.queue,
        queueing_lock=message.unique,
        lock=message.lock,
        schedule_at=message.start,
        priority=message.priority,
        connection=driver,
    )
    try:
        if message.unique is None:
            return await deferrer.defer_async(**message.arguments)
        async with tx.connection.begin_nested():  # a refused insert would spoil the transaction
            return await deferrer.defer_async(**message.arguments)
    except AlreadyEnqueued:
        return None
    except ConnectorException as error:
        if is_outage(error):
            raise Unavailable("The database cannot be reached. Try again in a few seconds.") from error
        raise


async def is_anybody_waiting(database: Database, *, queue: str) -> bool:
    """Whether a job of the queue could run now if a worker had a place for it."""
    return bool(await fetch_rows(database, _WAITING, {"queue": queue}))


_WAITING: Final = """
    select from procrastinate_jobs
    where queue_name = %(queue)s and status = 'todo' and (scheduled_at is null or scheduled_at <= now())
    limit 1
"""


async def remove_old_jobs(tx: Transaction) -> int:
    """Remove jobs that ended: those done after a day, those that failed after a month; how many."""
    removed = await tx.connection.execute(_REMOVE_OLD)
    return removed.rowcount


# A job's last event says when it ended; its events go with it.
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
