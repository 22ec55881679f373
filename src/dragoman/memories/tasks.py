"""The jobs of memories: this package's part of the service's table of jobs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from dragoman.jobs.runner import JobTask, Recurrence
from dragoman.memories.imports.work import delete_file, run_import, sweep_files, undo_import
from dragoman.memories.messages import DELETE_FILE, DELETE_MEMORY, IMPORT, QUEUE, SWEEP, UNDO_IMPORT
from dragoman.memories.overview.compacting import compact_all_counts
from dragoman.memories.removal import remove_memory
from dragoman.memories.resources import MemoryResources

CONCURRENCY: Final = 2  # jobs at once in one process
TIMETABLE: Final = (Recurrence(task=SWEEP, cron="53 3 * * *"),)


def memory_tasks(resources: MemoryResources) -> Mapping[str, JobTask]:
    """The jobs by name, bound to their resources."""

    async def work(*, number: int, account: int) -> None:
        await run_import(resources, import_id=number, account_id=account)

    async def undo(*, number: int, account: int) -> None:
        await undo_import(resources, import_id=number, account_id=account)

    async def remove_file(*, file: str) -> None:
        await delete_file(resources, file=UUID(file))

    async def remove(*, memory: int, account: int) -> None:
        await remove_memory(resources, memory_id=memory, account_id=account)

    async def sweep() -> None:
        await sweep_files(resources)
        await compact_all_counts(resources.database)

    return {
        IMPORT: JobTask(action=work, queue=QUEUE, attempts=1000),
        UNDO_IMPORT: JobTask(action=undo, queue=QUEUE, attempts=1000),
        DELETE_FILE: JobTask(action=remove_file, queue=QUEUE),
        DELETE_MEMORY: JobTask(action=remove, queue=QUEUE, attempts=1000),
        SWEEP: JobTask(action=sweep, queue=QUEUE),
    }
