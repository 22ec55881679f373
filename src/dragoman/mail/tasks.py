"""The jobs of mail, for the worker's table, and what of them the timetable makes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.jobs.runner import JobTask, Recurrence
from dragoman.mail.actions import SEND, remove_old_mails
from dragoman.mail.sending import Mailer, send_waiting
from dragoman.notifications.queue import QUEUE
from dragoman.telemetry import log

REMOVE_OLD: Final = "mail.remove_old"
TIMETABLE: Final = (Recurrence(task=REMOVE_OLD, cron="43 * * * *"),)


def mail_tasks(mailer: Mailer) -> Mapping[str, JobTask]:
    """The table {task name: what is done}."""

    async def send_one(mail: str) -> None:
        await send_waiting(mailer, mail=UUID(mail))

    async def remove_old() -> None:
        async with transaction(mailer.database, account=ALL_ACCOUNTS) as tx:
            removed = await remove_old_mails(tx)
        if removed:
            log().warning("mail.removed_old", count=removed)

    return {
        SEND: JobTask(action=send_one, queue=QUEUE),
        REMOVE_OLD: JobTask(action=remove_old, queue=QUEUE),
    }
