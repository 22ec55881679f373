"""The jobs that deliver, as messages."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from dragoman.database.connections import Transaction
from dragoman.jobs.queue import Message, Share, enqueue

QUEUE: Final = "notifications"
DELIVER: Final = "notifications.deliver"  # arguments: notification, receiver


async def enqueue_delivery(
    tx: Transaction,
    notification_id: UUID,
    receiver: bytes,
    *,
    account_id: int,
    start: datetime | None = None,
) -> None:
    """Have a notification tried once the transaction commits, or at `start`. Raises `Unavailable`.

    The queue is fair among an account's receivers, so that a slow one does not delay others.
    """
    message = Message(
        task=DELIVER,
        arguments={"notification": str(notification_id), "receiver": receiver.hex()},
        queue=QUEUE,
        share=Share(account=account_id, stream=f"receiver:{receiver.hex()}"),
        start=start,
    )
    await enqueue(tx, message)
