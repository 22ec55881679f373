"""Workers of all processes, by their heartbeats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import sqlalchemy as sa

from dragoman.database.connections import Transaction

STALLED_SECONDS: Final = 20.0  # a worker silent for so long is dead


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerState:
    """A worker. A process has several: jobs that mostly wait have workers of their own."""

    id: int
    heartbeat: datetime  # its last one
    is_alive: bool
    queues: tuple[str, ...]  # of the jobs that it runs now, sorted
    running: int


_WORKERS: Final = sa.text(
    """
    select worker.id, worker.last_heartbeat as heartbeat,
      worker.last_heartbeat >= now() - :seconds * interval '1 second' as is_alive,
      coalesce(array_agg(distinct job.queue_name) filter (where job.id is not null), '{}') as queues,
      count(job.id) as running
    from procrastinate_workers worker
    left join procrastinate_jobs job on job.worker_id = worker.id and job.status = 'doing'
    group by worker.id
    order by worker.id
    """
)


async def list_workers(tx: Transaction) -> Sequence[WorkerState]:
    """List the workers of all processes that have a heartbeat, or that others have not removed yet."""
    rows = await tx.connection.execute(_WORKERS, {"seconds": STALLED_SECONDS})
    return [WorkerState(**{**row, "queues": tuple(sorted(row["queues"]))}) for row in rows.mappings()]
