"""Jobs that failed for good: which they are and why, and how the operator has them tried again.

A reason names the kind of the error. It has the message only of errors that quote no customer's text: those
of the domain and of the operating system.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from dragoman.database.connections import Transaction
from dragoman.database.metadata import METADATA
from dragoman.errors import Conflict, DragomanError, NotFound

_LONGEST_REASON: Final = 300  # characters

JOB_FAILURES: Final = sa.Table(
    "job_failures",
    METADATA,
    sa.Column("job_id", sa.BigInteger, primary_key=True),  # it is deleted with its job
    sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    sa.Column("error", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
)

# For the queue's own connections, which are psycopg's.
RECORD_FAILURE: Final = """
    insert into job_failures (job_id, at, error, reason) values (%(job_id)s, now(), %(error)s, %(reason)s)
    on conflict (job_id) do update set at = excluded.at, error = excluded.error, reason = excluded.reason
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedJob:
    """A job that was given up."""

    id: int
    queue: str
    task: str
    account_id: int | None  # whose it is; None: the service's own
    arguments: dict[str, Any]  # ids
    attempts: int
    failed: datetime | None
    error: str | None  # the kind of its last error; None: nobody recorded it
    reason: str


def describe_failure(error: BaseException) -> dict[str, str]:
    """Describe an error without what it may quote: its kind, and the message of those that quote nothing."""
    message = error.message if isinstance(error, DragomanError) else ""
    if isinstance(error, OSError) and not isinstance(error, DragomanError):
        message = error.strerror or ""
    return {"error": type(error).__name__, "reason": message.partition("\n")[0][:_LONGEST_REASON]}


_SELECT: Final = """
    select job.id, queue_name as queue, task_name as task, queue_account(args) as account_id,
      args - 'share' - 'timestamp' as arguments, attempts, why.error, coalesce(why.reason, '') as reason,
      (select max(at) from procrastinate_events event where event.job_id = job.id) as failed
    from procrastinate_jobs job left join job_failures why on why.job_id = job.id
"""
_FAILED: Final = sa.text(
    f"""{_SELECT}
    where status = 'failed' and (cast(:queue as text) is null or queue_name = :queue)
    order by job.id desc limit :limit offset :offset
    """
)
_ONE: Final = sa.text(f"{_SELECT} where job.id = :id")
_RETRY: Final = sa.text("select procrastinate_retry_job_v2(:id, now(), null, null, null)")


async def list_failed_jobs(
    tx: Transaction, *, queue: str | None = None, limit: int, offset: int = 0
) -> Sequence[FailedJob]:
    """List the jobs that failed for good, of one queue or of all, the newest first."""
    rows = await tx.connection.execute(_FAILED, {"queue": queue, "limit": limit, "offset": offset})
    return [_job(row) for row in rows.mappings()]


async def retry_job(tx: Transaction, job_id: int) -> FailedJob:
    """Put a failed job back into its queue; gives it as it was.

    Raises `NotFound`, or `Conflict` when it has not failed or another one like it waits.
    """
    status = await tx.connection.scalar(
        sa.text("select status from procrastinate_jobs where id = :id for update"), {"id": job_id}
    )
    if status is None:
        raise NotFound(f"There is no job {job_id}.")
    if status != "failed":
        raise Conflict(f"Job {job_id} has not failed: its status is {status}.")
    job = _job((await tx.connection.execute(_ONE, {"id": job_id})).mappings().one())
    try:
        async with tx.connection.begin_nested():
            await tx.connection.execute(_RETRY, {"id": job_id})
    except IntegrityError:  # at most one of its kind waits
        raise Conflict(f"A job like {job_id} waits already, and will do the same.") from None
    return job


def _job(row: sa.RowMapping) -> FailedJob:
    return FailedJob(**{**row, "account_id": row["account_id"] or None})
