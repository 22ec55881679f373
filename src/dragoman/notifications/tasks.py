"""The jobs of notifications, for the worker's table, and what of them the timetable makes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.jobs.runner import JobTask, Recurrence
from dragoman.notifications.actions import remove_old_notifications, resume_notifications
from dragoman.notifications.delivery import Deliverer, deliver
from dragoman.notifications.queue import DELIVER, QUEUE
from dragoman.telemetry import log

RESUME: Final = "notifications.resume"
REMOVE_OLD: Final = "notifications.remove_old"
TIMETABLE: Final = (
    Recurrence(task=RESUME, cron="* * * * *"),
    Recurrence(task=REMOVE_OLD, cron="41 * * * *"),
)

# Deliveries are mostly waiting: a worker for `QUEUE` runs so many at once.
CONCURRENCY: Final = 64


def notification_tasks(deliverer: Deliverer) -> Mapping[str, JobTask]:
    """The table {task name: what is done}."""

    async def deliver_one(notification: str, receiver: str) -> None:
        async with deliverer.receiver_queues.wait(receiver):
            await deliver(deliverer, notification=UUID(notification))

    async def resume() -> None:
        async with transaction(deliverer.database, account=ALL_ACCOUNTS) as tx:
            resumed = await resume_notifications(tx)
        if resumed:
            log().warning("notifications.resumed", count=resumed)

    async def remove_old() -> None:
        async with transaction(deliverer.database, account=ALL_ACCOUNTS) as tx:
            await remove_old_notifications(tx, events_kept=deliverer.events_kept)

    return {
        DELIVER: JobTask(action=deliver_one, queue=QUEUE),
        RESUME: JobTask(action=resume, queue=QUEUE),
        REMOVE_OLD: JobTask(action=remove_old, queue=QUEUE),
    }
