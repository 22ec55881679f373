"""Putting a message into the queue, in the transaction of its reason, and removing what is old."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid4

from dragoman.access.keyring import Keyring
from dragoman.database.connections import Transaction
from dragoman.errors import RuleBroken
from dragoman.jobs.queue import Message, enqueue
from dragoman.mail import store
from dragoman.mail.model import MailDraft
from dragoman.mail.rendering import render_message
from dragoman.mail.sealing import seal_draft
from dragoman.notifications.queue import QUEUE
from dragoman.notifications.schedule import Schedule, draw_delays
from dragoman.settings import Settings

SEND: Final = "mail.send"  # the task; argument: mail

_MINUTE: Final = 60.0
_HOUR: Final = 60 * _MINUTE
# Tries over a day, close to one another at first: people wait for a link.
_TRIES: Final = Schedule(
    delays=(
        0,
        30,
        *(minutes * _MINUTE for minutes in (2, 5, 10, 20, 40)),
        *(hours * _HOUR for hours in (1.5, 3, 6, 12, 24)),
    ),
    jitter=0.1,
)
# Longer than the last try can be away: what is left then has lost its job.
_KEPT: Final = timedelta(hours=48)


async def send_mail(tx: Transaction, keyring: Keyring, settings: Settings, *, message: MailDraft) -> bool:
    """Have a message sent once the transaction commits.

    False when the installation has no mail: the caller shows the link in another way. Raises `RuleBroken` for
    an address that mail cannot have, and `Unavailable`.
    """
    sender = settings.mail_sender()
    if settings.mail_url is None or sender is None:
        return False
    mail_id = uuid4()
    try:
        render_message(message, sender=sender, mail_id=mail_id, date=tx.now)
    except ValueError:
        raise RuleBroken("No mail can be sent to this address. Change the address.") from None
    await store.insert_mail(
        tx,
        mail_id,
        draft=seal_draft(keyring, mail_id, message),
        expires=message.expires,
        delays=draw_delays(_TRIES),
    )
    await enqueue_try(tx, mail_id)
    return True


async def enqueue_try(tx: Transaction, mail_id: UUID, *, start: datetime | None = None) -> None:
    """Have a message tried once the transaction commits, or at `start`. Raises `Unavailable`."""
    await enqueue(tx, Message(task=SEND, arguments={"mail": str(mail_id)}, queue=QUEUE, start=start))


async def remove_old_mails(tx: Transaction) -> int:
    """Remove messages whose last try is long over; how many."""
    return await store.delete_old(tx, age=_KEPT)
