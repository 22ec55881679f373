"""The jobs of this service: the table {task name: action}, the timetable, and which worker does what.

A task's name is defined in the package of its subject and never changes, because waiting jobs hold it. Deploy
workers before the code that enqueues a new name, because a job without its task fails for good.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final

from dragoman.access.device_codes.asking import REMOVE_OLD_DEVICE_CODES, remove_old_device_codes
from dragoman.cancellation import check_cancelled
from dragoman.conversion.legacy.converting import count_concurrent_conversions
from dragoman.database.connections import ALL_ACCOUNTS, NO_ACCOUNT, transaction
from dragoman.documents import tasks as documents
from dragoman.documents.messages import CONVERSIONS
from dragoman.documents.messages import QUEUE as DOCUMENTS
from dragoman.errors import Misconfigured
from dragoman.idempotency.actions import REMOVE_OLD as REMOVE_OLD_ANSWERS
from dragoman.idempotency.actions import remove_old_answers
from dragoman.jobs.queue import remove_old_jobs
from dragoman.jobs.runner import JobTask, Recurrence, Worker, run_worker
from dragoman.mail import tasks as mail
from dragoman.mail.sending import open_mailer
from dragoman.memories import tasks as memories
from dragoman.memories.messages import QUEUE as MEMORIES
from dragoman.notifications import tasks as notifications
from dragoman.notifications.queue import QUEUE as NOTIFICATIONS
from dragoman.projects import tasks as projects
from dragoman.projects.messages import QUEUE as PROJECTS
from dragoman.request_log.actions import REMOVE_OLD_REQUESTS, remove_old_requests
from dragoman.resources import Resources
from dragoman.sign_in.sessions import REMOVE_OLD_SESSIONS, remove_old_sessions
from dragoman.termbases import tasks as term_bases
from dragoman.usage.actions import SUM_USAGE, sum_usage

HOUSEKEEPING: Final = "housekeeping"
REMOVE_OLD_JOBS: Final = "housekeeping.remove_old_jobs"
QUEUES: Final = (DOCUMENTS, PROJECTS, CONVERSIONS, MEMORIES, HOUSEKEEPING, NOTIFICATIONS)
_POLLED_QUEUES: Final = frozenset({CONVERSIONS, MEMORIES})  # jobs may wait for the next poll

# Stalled jobs are rescued by every worker's own loop, and token keys by every process that issues tokens.
_TIMETABLE: Final = (
    Recurrence(task=REMOVE_OLD_JOBS, cron="17 * * * *"),
    Recurrence(task=REMOVE_OLD_ANSWERS, cron="29 * * * *"),
    Recurrence(task=REMOVE_OLD_SESSIONS, cron="41 * * * *"),
    Recurrence(task=REMOVE_OLD_DEVICE_CODES, cron="53 * * * *"),
    Recurrence(task=SUM_USAGE, cron="*/5 * * * *"),
    Recurrence(task=REMOVE_OLD_REQUESTS, cron="*/10 * * * *"),
    *documents.TIMETABLE,
    *projects.TIMETABLE,
    *memories.TIMETABLE,
    *term_bases.TIMETABLE,
    *notifications.TIMETABLE,
    *mail.TIMETABLE,
)


def create_workers(resources: Resources, *, queues: Sequence[str] = QUEUES) -> Sequence[Worker]:
    """Create the workers of one process. Jobs that mostly wait have workers of their own.

    Deliveries wait for their receivers, and old documents for LibreOffice; imports take long. Raises
    `Misconfigured` for a queue that does not exist.
    """
    if unknown := set(queues) - set(QUEUES):
        raise Misconfigured(
            f"There is no queue {', '.join(sorted(unknown))}. There are: {', '.join(QUEUES)}."
        )
    tasks = _tasks(resources)
    lanes = {NOTIFICATIONS: notifications.CONCURRENCY, MEMORIES: memories.CONCURRENCY}
    if resources.legacy.is_installed:  # elsewhere the jobs wait for a worker that has it
        lanes[CONVERSIONS] = count_concurrent_conversions(resources.settings)
    others = [queue for queue in queues if queue not in (NOTIFICATIONS, CONVERSIONS, MEMORIES)]
    workers = []
    if others:
        concurrency = resources.settings.worker_concurrency
        workers.append(_worker(resources, tasks, queues=others, concurrency=concurrency, connections=3))
    for queue, concurrency in lanes.items():
        if queue in queues:
            workers.append(_worker(resources, tasks, queues=[queue], concurrency=concurrency, connections=1))
    return workers


def _worker(
    resources: Resources,
    tasks: Mapping[str, JobTask],
    *,
    queues: Sequence[str],
    concurrency: int,
    connections: int,
) -> Worker:
    return Worker(
        database=resources.database,
        tasks=tasks,
        timetable=[recurrence for recurrence in _TIMETABLE if tasks[recurrence.task].queue in queues],
        queues=queues,
        concurrency=concurrency,
        connections=connections,
        grace_seconds=resources.settings.grace_seconds,
        listen=resources.settings.database_listen and not _POLLED_QUEUES & set(queues),
    )


def _tasks(resources: Resources) -> Mapping[str, JobTask]:
    database = resources.database

    async def clean_queue() -> None:
        async with transaction(database, account=NO_ACCOUNT) as tx:
            await remove_old_jobs(tx)

    async def forget_answers() -> None:
        async with transaction(database, account=ALL_ACCOUNTS) as tx:
            await remove_old_answers(tx)

    async def end_sessions() -> None:
        async with transaction(database, account=ALL_ACCOUNTS) as tx:
            await remove_old_sessions(tx, resources.settings)

    async def forget_device_codes() -> None:
        async with transaction(database, account=ALL_ACCOUNTS) as tx:
            await remove_old_device_codes(tx)

    async def sum_up() -> None:
        await sum_usage(database)

    mailer = open_mailer(
        resources.settings, database=database, keyring=resources.keyring, metrics=resources.metrics
    )

    async def forget_requests() -> None:
        await remove_old_requests(database, days=resources.settings.request_log_days)

    return {
        REMOVE_OLD_JOBS: JobTask(action=clean_queue, queue=HOUSEKEEPING),
        REMOVE_OLD_ANSWERS: JobTask(action=forget_answers, queue=HOUSEKEEPING),
        REMOVE_OLD_SESSIONS: JobTask(action=end_sessions, queue=HOUSEKEEPING),
        REMOVE_OLD_DEVICE_CODES: JobTask(action=forget_device_codes, queue=HOUSEKEEPING),
        SUM_USAGE: JobTask(action=sum_up, queue=HOUSEKEEPING),
        REMOVE_OLD_REQUESTS: JobTask(action=forget_requests, queue=HOUSEKEEPING),
        **documents.document_tasks(resources),
        **projects.project_tasks(resources),
        **memories.memory_tasks(resources.memory_resources()),
        **term_bases.term_base_tasks(database),
        **notifications.notification_tasks(resources.deliverer),
        **mail.mail_tasks(mailer),
    }


async def run_workers(workers: Sequence[Worker]) -> None:
    """Run them until cancelled."""
    check_cancelled()  # while resources were opened
    async with asyncio.TaskGroup() as group:
        for worker in workers:
            group.create_task(run_worker(worker), name=f"worker {worker.queues}")


@asynccontextmanager
async def run_beside(resources: Resources) -> AsyncIterator[None]:
    """Run workers for all queues in the serving process, until the end of the block."""
    running = asyncio.create_task(run_workers(create_workers(resources)), name="workers")
    try:
        yield
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
