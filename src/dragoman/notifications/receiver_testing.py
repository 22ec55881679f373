"""Test events: webhooks that an application's people send to an address to see whether it receives them."""

from __future__ import annotations

from uuid import UUID

import orjson

from dragoman.access.keyring import Keyring
from dragoman.access.staff import Staff
from dragoman.audit.actions import record
from dragoman.audit.model import AuditEvent
from dragoman.database.connections import Transaction
from dragoman.notifications.actions import announce
from dragoman.notifications.model import EventKind, NotificationDraft
from dragoman.notifications.sample_bodies import write_test_body
from dragoman.notifications.schedule import ONCE
from dragoman.notifications.testing_limit import hold_for_test, subject_of_tests


async def send_test_event(
    tx: Transaction, keyring: Keyring, *, application_id: int, url: str, staff: Staff
) -> UUID:
    """Store a notification `test.event` that is tried once; its id. It is signed and guarded as any other.

    Where the address may not be called (N4), the try fails with `address_refused`. Raises `NotFound`,
    `Conflict` (application disabled), `CallbackRefused` (not a URL) and `TooManyRequests`.
    """
    application = await hold_for_test(tx, application_id)
    draft = NotificationDraft(
        account_id=application.account_id,
        application_id=application_id,
        kind=EventKind.TEST_EVENT,
        subject=subject_of_tests(application_id),
        url=url,
        body=orjson.dumps(write_test_body(application_id, now=tx.now)),
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
