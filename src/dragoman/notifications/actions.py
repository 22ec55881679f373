"""What can be done with notifications. `delivery` sends them."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

import sqlalchemy as sa

from dragoman.access.keyring import Keyring
from dragoman.access.staff import Staff
from dragoman.audit.actions import record
from dragoman.audit.model import AuditEvent
from dragoman.database.connections import Transaction
from dragoman.errors import Conflict, NotFound
from dragoman.notifications import store, webhook_key_store
from dragoman.notifications.callback_url import parse_callback_url
from dragoman.notifications.events.actions import delete_events, record_event, remove_old_events
from dragoman.notifications.model import (
    DeliveryFailure,
    Notification,
    NotificationDraft,
    NotificationFilter,
    NotificationStatus,
    OpenedNotification,
    Try,
)
from dragoman.notifications.queue import DELIVER, enqueue_delivery
from dragoman.notifications.schedule import draw_delays
from dragoman.notifications.sealing import (
    name_receiver,
    seal_body,
    seal_url,
    unseal_body,
    unseal_headers,
    unseal_response,
    unseal_url,
)

_KEPT: Final = timedelta(days=30)
_FORGOTTEN_AFTER: Final = timedelta(minutes=1)


async def announce(tx: Transaction, keyring: Keyring, *, draft: NotificationDraft) -> UUID:
    """Store an event and, for a URL, a notification with the job that delivers it, under one id.

    All exist if, and only if, this commits. Raises `CallbackRefused` for a URL that cannot be read; who may
    be reached is checked at every try.
    """
    event_id = uuid.uuid4()
    await record_event(tx, keyring, event_id=event_id, draft=draft)
    if draft.url is not None:
        await _notify(tx, keyring, event_id, draft=draft, url=draft.url)
    return event_id


async def _notify(
    tx: Transaction, keyring: Keyring, notification_id: UUID, *, draft: NotificationDraft, url: str
) -> None:
    target = parse_callback_url(url)
    receiver = name_receiver(keyring, target.origin)
    await store.insert_notification(
        tx,
        {
            "id": notification_id,
            "account_id": draft.account_id,
            "application_id": draft.application_id,
            "kind": draft.kind,
            "subject": draft.subject,
            "url": seal_url(keyring, notification_id, target.url),
            "body": seal_body(keyring, notification_id, draft.body),
            "receiver": receiver,
            "delays": draw_delays(draft.schedule),
        },
    )
    await enqueue_delivery(tx, notification_id, receiver, account_id=draft.account_id)


async def list_notifications(
    tx: Transaction, keyring: Keyring, *, wanted: NotificationFilter, limit: int = 50, offset: int = 0
) -> Sequence[Notification]:
    """The notifications this transaction sees, the newest first, with their tries."""
    rows = await store.list_notifications(tx, wanted, limit=limit, offset=offset)
    tries: dict[UUID, list[Try]] = defaultdict(list)
    for row in await store.list_tries(tx, [row.id for row in rows]):
        tries[row.notification_id].append(_try(row, keyring))
    return [_notification(row, keyring, tries[row.id]) for row in rows]


async def get_notification(tx: Transaction, keyring: Keyring, *, notification_id: UUID) -> Notification:
    """One notification with its tries. Raises `NotFound`."""
    return (await open_notification(tx, keyring, notification_id=notification_id)).notification


async def open_notification(
    tx: Transaction, keyring: Keyring, *, notification_id: UUID
) -> OpenedNotification:
    """One notification with its tries and its body. Raises `NotFound`."""
    row = await store.find_notification(tx, notification_id)
    if row is None:
        raise NotFound(f"There is no notification {notification_id}.")
    tries = await store.list_tries(tx, [row.id])
    return OpenedNotification(
        notification=_notification(row, keyring, [_try(one, keyring) for one in tries]),
        body=unseal_body(keyring, row.id, row.body).decode(),
    )


async def count_dead_notifications(
    tx: Transaction, *, account_id: int | None = None, most: int = 1000
) -> int:
    """How many could not be delivered, counted up to `most`: for a figure beside a link."""
    return await store.count_dead(tx, account_id=account_id, most=most)


async def find_statuses(tx: Transaction, *, subjects: Sequence[str]) -> Mapping[str, NotificationStatus]:
    """How far the latest notification about each subject is; those without one are left out."""
    return await store.find_statuses(tx, subjects)


async def replay_notification(tx: Transaction, *, notification_id: UUID, staff: Staff) -> None:
    """Send it again, from the beginning of its schedule and under the same `webhook-id`.

    Raises `NotFound`, or `Conflict` while it is still being delivered.
    """
    row = await store.find_notification(tx, notification_id, lock=True)
    if row is None:
        raise NotFound(f"There is no notification {notification_id}.")
    if row.status == NotificationStatus.PENDING:
        raise Conflict(f"Notification {notification_id} is still being delivered.")
    values = {
        "status": NotificationStatus.PENDING.value,
        "scheduled": tx.now,
        "step": 0,
        "next_try": tx.now,
        "finished": None,
    }
    await store.update_notification(tx, notification_id, values)
    await enqueue_delivery(tx, notification_id, row.receiver, account_id=row.account_id)
    event = AuditEvent(
        actor=staff.actor,
        action="notification.replayed",
        subject=f"notification:{notification_id}",
        account_id=row.account_id,
    )
    await record(tx, event)


async def delete_notifications(tx: Transaction, *, subjects: Sequence[str]) -> int:
    """Remove every notification about subjects, their tries too; what was to come is not sent. How many.

    The events about them are removed as well.
    """
    await delete_events(tx, subjects=subjects)
    return await store.delete_notifications(tx, subjects=subjects)


async def remove_old_notifications(tx: Transaction, *, events_kept: timedelta) -> int:
    """Remove what ended a month ago, keys of signatures too, and old events; how many notifications."""
    await remove_old_events(tx, kept=events_kept)
    await webhook_key_store.delete_retired(tx, age=_KEPT)
    return await store.delete_old(tx, age=_KEPT)


async def resume_notifications(tx: Transaction) -> int:
    """Enqueue a job for each notification that is long due and has none; return how many."""
    forgotten = await store.take_forgotten(tx, task=DELIVER, age=_FORGOTTEN_AFTER)
    for one in forgotten:
        await enqueue_delivery(tx, one.id, one.receiver, account_id=one.account_id)
    return len(forgotten)


def _try(row: sa.Row[Any], keyring: Keyring) -> Try:
    return Try(
        number=row.number,
        started=row.started,
        seconds=row.seconds,
        answer=row.answer,
        failure=None if row.failure is None else DeliveryFailure(row.failure),
        response=unseal_response(keyring, row.notification_id, row.response),
        headers=unseal_headers(keyring, row.notification_id, row.headers),
    )


def _notification(row: sa.Row[Any], keyring: Keyring, tries: Sequence[Try]) -> Notification:
    return Notification(
        id=row.id,
        account_id=row.account_id,
        application_id=row.application_id,
        kind=row.kind,
        subject=row.subject,
        url=unseal_url(keyring, row.id, row.url),
        status=NotificationStatus(row.status),
        created=row.created,
        next_try=row.next_try,
        finished=row.finished,
        tries=tuple(tries),
    )
