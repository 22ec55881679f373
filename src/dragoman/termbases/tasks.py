"""The jobs of term bases: this package's part of the service's table of jobs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dragoman.database.connections import Database
from dragoman.jobs.runner import JobTask, Recurrence
from dragoman.termbases.import_jobs.work import run_import, sweep_files
from dragoman.termbases.messages import IMPORT, QUEUE, SWEEP

TIMETABLE: Final = (Recurrence(task=SWEEP, cron="23 4 * * *"),)


def term_base_tasks(database: Database) -> Mapping[str, JobTask]:
    """The jobs by name, bound to their resources."""

    async def work(*, number: int, account: int) -> None:
        await run_import(database, import_id=number, account_id=account)

    async def sweep() -> None:
        await sweep_files(database)

    return {IMPORT: JobTask(action=work, queue=QUEUE), SWEEP: JobTask(action=sweep, queue=QUEUE)}
