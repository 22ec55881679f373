"""The jobs of this service: the table {task name: action}, and the timetable.

A new task gets its name here and keeps it for good: waiting jobs carry it. Workers are deployed before what
enqueues a new name, because a job without its task fails for good.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Final

from dragoman.database.connections import NOBODY, Database, transaction
from dragoman.jobs.queue import remove_old_jobs
from dragoman.jobs.runner import Recurrence, Task, Worker, run_worker
from dragoman.settings import Settings

if TYPE_CHECKING:
    from dragoman.api.runtime import Runtime  # a worker without the interface needs none of it

HOUSEKEEPING: Final = "housekeeping"
REMOVE_OLD_JOBS: Final = "housekeeping.remove_old_jobs"

# Stalled jobs are rescued by every worker's own loop, and token keys by every process that issues tokens.
_TIMETABLE: Final = (Recurrence(task=REMOVE_OLD_JOBS, cron="17 * * * *"),)


def create_worker(settings: Settings, *, database: Database, queues: Sequence[str] | None = None) -> Worker:
    """Put the worker together. `queues`: only these; None: all."""

    async def clean_queue() -> None:
        async with transaction(database, account=NOBODY) as tx:
            await remove_old_jobs(tx)

    return Worker(
        url=database.url,
        tasks={REMOVE_OLD_JOBS: Task(action=clean_queue, queue=HOUSEKEEPING)},
        timetable=_TIMETABLE,
        queues=queues,
        concurrency=settings.worker_concurrency,
        grace_seconds=settings.grace_seconds,
        listen=settings.database_listen,
    )


@asynccontextmanager
async def run_beside(runtime: Runtime) -> AsyncIterator[None]:
    """Run a worker for all queues in the serving process, until the end of the block."""
    worker = create_worker(runtime.settings, database=runtime.database)
    running = asyncio.create_task(run_worker(worker), name="worker")
    try:
        yield
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
