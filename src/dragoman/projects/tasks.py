"""The tasks of workers on projects: the package's part of the service's table of jobs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from dragoman.jobs.runner import JobTask, Recurrence
from dragoman.projects.intake.analysing import analyse_file
from dragoman.projects.linguists.learning import learn_translation
from dragoman.projects.messages import (
    ANALYSE,
    DELETE_FILES,
    LEARN,
    PREPARE,
    QUEUE,
    REBUILD,
    START_DUE,
    START_DUE_ALL,
    SWEEP,
)
from dragoman.projects.retention import delete_blobs, sweep_files
from dragoman.projects.starting import start_due_project, start_due_projects
from dragoman.projects.work.preparing import prepare_translation
from dragoman.projects.work.rebuilding import rebuild_translation
from dragoman.resources import Resources

TIMETABLE: Final = (
    Recurrence(task=START_DUE_ALL, cron="* * * * *"),
    Recurrence(task=SWEEP, cron="53 3 * * *"),
)


def project_tasks(resources: Resources) -> Mapping[str, JobTask]:
    """Bind the actions to the resources."""

    async def analyse(*, file: str, account: int) -> None:
        await analyse_file(resources, file_id=UUID(file), account_id=account)

    async def start(*, project: int, account: int) -> None:
        await start_due_project(resources, project_id=project, account_id=account)

    async def start_all() -> None:
        await start_due_projects(resources)

    async def prepare(*, translation: int, account: int) -> None:
        await prepare_translation(resources, translation_id=translation, account_id=account)

    async def rebuild(*, translation: int, account: int) -> None:
        await rebuild_translation(resources, translation_id=translation, account_id=account)

    async def learn(*, translation: int, project: int, account: int) -> None:
        await learn_translation(resources, translation_id=translation, project_id=project, account_id=account)

    async def delete(*, file: str) -> None:
        await delete_blobs(resources, file_id=UUID(file))

    async def sweep() -> None:
        await sweep_files(resources)

    return {
        ANALYSE: JobTask(action=analyse, queue=QUEUE, attempts=1000),
        START_DUE: JobTask(action=start, queue=QUEUE),
        START_DUE_ALL: JobTask(action=start_all, queue=QUEUE),
        PREPARE: JobTask(action=prepare, queue=QUEUE, attempts=1000),
        REBUILD: JobTask(action=rebuild, queue=QUEUE, attempts=1000),
        LEARN: JobTask(action=learn, queue=QUEUE, attempts=1000),
        DELETE_FILES: JobTask(action=delete, queue=QUEUE),
        SWEEP: JobTask(action=sweep, queue=QUEUE),
    }
