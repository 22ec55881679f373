"""Statistics of the queues, for the operator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from dragoman.database.connections import Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueFigures:
    """A queue's jobs by what becomes of them. Done ones are forgotten in a day, failed ones in a month."""

    name: str
    waiting: int  # could run now
    scheduled: int  # for later, tries again among them
    running: int
    failed: int  # for good
    oldest: datetime | None  # since when the first of those that could run waits


async def list_queues(tx: Transaction) -> Sequence[QueueFigures]:
    """Every queue that has or had jobs, by name."""
    return [QueueFigures(**row) for row in (await tx.connection.execute(_FIGURES)).mappings()]


# A job became due when it was put into the queue, or when it was to start: the last event that says so.
_FIGURES = sa.text(
    """
    select queue_name as name,
      count(*) filter (where status = 'todo' and coalesce(scheduled_at, '-infinity') <= now()) as waiting,
      count(*) filter (where status = 'todo' and scheduled_at > now()) as scheduled,
      count(*) filter (where status in ('doing', 'aborting')) as running,
      count(*) filter (where status = 'failed') as failed,
      min(coalesce(scheduled_at, (
        select max(at) from procrastinate_events event
        where event.job_id = job.id and event.type in ('deferred', 'scheduled')
      ))) filter (where status = 'todo' and coalesce(scheduled_at, '-infinity') <= now()) as oldest
    from procrastinate_jobs job
    group by queue_name
    order by queue_name
    """
)
