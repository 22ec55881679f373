"""What can be done with events of accounts. `streams` has the open streams of a process."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final
from uuid import UUID

from dragoman.access.actions import read_webhook_secrets
from dragoman.access.keyring import Keyring
from dragoman.database.connections import Transaction
from dragoman.errors import LimitExceeded
from dragoman.notifications.events import store
from dragoman.notifications.events.model import (
    AccountEvent,
    EventBatch,
    EventFilter,
    EventsForgotten,
    StreamStart,
)
from dragoman.notifications.model import NotificationDraft
from dragoman.notifications.sealing import seal_body, unseal_body
from dragoman.notifications.webhook_keys import list_webhook_keys
from dragoman.timestamps import write_time

_BATCH: Final = 50
_LATE: Final = timedelta(minutes=1)  # for a request to arrive, and for clocks that differ


async def record_event(
    tx: Transaction, keyring: Keyring, *, event_id: UUID, draft: NotificationDraft
) -> None:
    """Store an event: it exists if, and only if, the transaction commits."""
    await store.insert_event(
        tx,
        {
            "id": event_id,
            "account_id": draft.account_id,
            "application_id": draft.application_id,
            "kind": draft.kind,
            "subject": draft.subject,
            "body": seal_body(keyring, event_id, draft.body),
        },
    )


async def find_start(tx: Transaction, *, account_id: int, start: StreamStart, kept: timedelta) -> int:
    """The position behind which a stream starts.

    Raises `EventsForgotten` for a position from which events are missing, and `LimitExceeded` for a time from
    which they may be.
    """
    last, forgotten = await store.find_positions(tx, account_id)
    if start.after is not None:
        if not forgotten <= start.after <= last:
            raise _forgotten(kept)
        return start.after
    if start.since is None:
        return last
    earliest = tx.now - kept
    if start.since < earliest - _LATE:
        raise LimitExceeded(
            f"`since` is too early: events are kept for {_describe(kept)}, which is since "
            f"{write_time(earliest)} now. Send a later time."
        )
    first = await store.find_first_since(tx, account_id, since=start.since)
    return last if first is None else first - 1


async def read_events(
    tx: Transaction, keyring: Keyring, *, account_id: int, after: int, wanted: EventFilter
) -> EventBatch:
    """The next events behind a position, up to fifty. Raises `EventsForgotten` when some were removed."""
    found = await store.list_events(tx, account_id, after=after, wanted=wanted, limit=_BATCH)
    if found.forgotten > after:
        raise EventsForgotten("Events that were to come next are not kept any more.")
    events = [_open_event(stored, keyring) for stored in found.events]
    is_full = len(events) == _BATCH
    return EventBatch(
        events=events,
        position=events[-1].position if is_full else max(found.last, after),
        is_full=is_full,
        secrets={
            one: await read_webhook_secrets(tx, keyring, application_id=one)
            for one in {event.application_id for event in events}
        },
        keys=await list_webhook_keys(tx, keyring) if events else (),
    )


async def delete_events(tx: Transaction, *, subjects: Sequence[str]) -> None:
    """Remove every event about subjects."""
    await store.delete_events(tx, subjects=subjects)


async def remove_old_events(tx: Transaction, *, kept: timedelta) -> None:
    """Remove events that have been kept for long enough."""
    await store.delete_old(tx, age=kept)


def _open_event(stored: store.StoredEvent, keyring: Keyring) -> AccountEvent:
    return AccountEvent(
        id=stored.id,
        application_id=stored.application_id,
        kind=stored.kind,
        subject=stored.subject,
        created=stored.created,
        position=stored.position,
        body=unseal_body(keyring, stored.id, stored.body),
    )


def _forgotten(kept: timedelta) -> EventsForgotten:
    return EventsForgotten(
        f"Not all events after this cursor are there: they are kept for {_describe(kept)}. Start without a "
        "cursor, or with `since` for what is still kept, and read what you missed from the records of your "
        "documents and projects."
    )


def _describe(kept: timedelta) -> str:
    hours = kept.total_seconds() / 3600
    return f"{hours:g} hours" if hours >= 1 else f"{kept.total_seconds():g} seconds"
