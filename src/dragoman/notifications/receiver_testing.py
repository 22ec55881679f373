"""Test events: webhooks that an application's people send to an address to see whether it receives them."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Final
from uuid import UUID

import orjson

from dragoman.access.keyring import Keyring
from dragoman.access.provisioning import hold_application
from dragoman.access.staff import Staff
from dragoman.audit.actions import record
from dragoman.audit.model import AuditEvent
from dragoman.database.connections import Transaction
from dragoman.errors import Conflict, TooManyRequests
from dragoman.notifications import store
from dragoman.notifications.actions import announce
from dragoman.notifications.model import NotificationDraft
from dragoman.notifications.schedule import ONCE
from dragoman.timestamps import write_time

KIND: Final = "test.event"
_MOST: Final = 10  # of an application, in the time below: the address is anybody's
_WITHIN: Final = timedelta(minutes=1)


async def send_test_event(
    tx: Transaction, keyring: Keyring, *, application_id: int, url: str, staff: Staff
) -> UUID:
    """Store a notification `test.event` that is tried once; its id. It is signed and guarded as any other.

    Where the address may not be called (N4), the try fails with `address_refused`. Raises `NotFound`,
    `Conflict` (application disabled), `CallbackRefused` (not a URL) and `TooManyRequests`.
    """
    application = await hold_application(tx, application_id)  # so that two at once do not pass the limit
    if application.disabled is not None:
        raise Conflict(f"Application {application_id} is disabled.", hints="Enable it first.")
    lately = await store.count_recent(
        tx, account_id=application.account_id, application_id=application_id, kind=KIND, age=_WITHIN
    )
    if lately >= _MOST:
        raise TooManyRequests(
            f"An application sends at most {_MOST} test events in a minute.",
            retry_after=_WITHIN.total_seconds(),
        )
    draft = NotificationDraft(
        account_id=application.account_id,
        application_id=application_id,
        kind=KIND,
        subject=f"application:{application_id}",
        url=url,
        body=_write_body(tx, application_id),
        schedule=ONCE,
    )
    notification_id = await announce(tx, keyring, draft=draft)
    event = AuditEvent(
        actor=staff.actor,
        action="notification.test_sent",
        subject=f"notification:{notification_id}",
        account_id=application.account_id,
        details={"application": application_id},
    )
    await record(tx, event)
    return notification_id


def _write_body(tx: Transaction, application_id: int) -> bytes:
    """The body; `id` differs between two events, so that a receiver can tell them apart by the body too."""
    body = {
        "type": KIND,
        "id": str(uuid.uuid4()),
        "createdAt": write_time(tx.now),
        "applicationId": application_id,
        "message": "A test of this address. Nothing was translated.",
    }
    return orjson.dumps(body)
