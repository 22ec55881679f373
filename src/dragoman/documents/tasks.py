"""The tasks of workers on documents: the package's part of the service's table of jobs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from dragoman.documents.messages import (
    CONVERSIONS,
    CONVERT,
    DELETE_FILES,
    EXPIRE_ALL,
    QUEUE,
    SWEEP,
    TRANSLATE,
)
from dragoman.documents.retention import delete_job_files, expire_jobs, sweep_files
from dragoman.documents.work import convert_job, translate_job
from dragoman.jobs.runner import JobTask, Recurrence
from dragoman.resources import Resources

TIMETABLE: Final = (
    Recurrence(task=EXPIRE_ALL, cron="* * * * * */15"),  # the last are seconds
    Recurrence(task=SWEEP, cron="41 3 * * *"),
)


def document_tasks(resources: Resources) -> Mapping[str, JobTask]:
    """Bind the actions to the resources."""

    async def convert(*, job: str, account: int) -> None:
        await convert_job(resources, job_id=UUID(job), account_id=account)

    async def translate(*, job: str, account: int) -> None:
        await translate_job(resources, job_id=UUID(job), account_id=account)

    async def delete_files(*, jobs: Sequence[str]) -> None:
        await delete_job_files(resources, job_ids=[UUID(job) for job in jobs])

    async def expire_all() -> None:
        await expire_jobs(resources)

    async def sweep() -> None:
        await sweep_files(resources)

    return {
        CONVERT: JobTask(action=convert, queue=CONVERSIONS, attempts=1000),
        TRANSLATE: JobTask(action=translate, queue=QUEUE, attempts=1000),
        DELETE_FILES: JobTask(action=delete_files, queue=QUEUE),
        EXPIRE_ALL: JobTask(action=expire_all, queue=QUEUE),
        SWEEP: JobTask(action=sweep, queue=QUEUE),
    }
