"""Test events in the account's stream, of any kind, for receivers that read it and have no address."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

import orjson

from dragoman.access.keyring import Keyring
from dragoman.access.staff import Staff
from dragoman.audit.actions import record
from dragoman.audit.model import AuditEvent
from dragoman.database.connections import Transaction
from dragoman.notifications.actions import announce
from dragoman.notifications.model import EventKind, NotificationDraft, webhook_id
from dragoman.notifications.sample_bodies import write_sample_body
from dragoman.notifications.schedule import ONCE
from dragoman.notifications.testing_limit import hold_for_test, subject_of_tests


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncedTest:
    """A test event that is in the stream when the transaction commits."""

    id: UUID
    application_id: int
    kind: EventKind
    subject: str
    created: datetime
    body: bytes = field(repr=False)  # JSON, as it is signed

    @property
    def webhook_id(self) -> str:
        """What readers know it by."""
        return webhook_id(self.id)


async def announce_test_event(
    tx: Transaction, keyring: Keyring, *, application_id: int, kind: EventKind, staff: Staff
) -> AnnouncedTest:
    """Append an event to the stream of the application's account, marked as a test. No address is called.

    Raises `NotFound`, `Conflict` (application disabled) and `TooManyRequests`.
    """
    application = await hold_for_test(tx, application_id)
    draft = NotificationDraft(
        account_id=application.account_id,
        application_id=application_id,
        kind=kind,
        subject=subject_of_tests(application_id),
        url=None,
        body=orjson.dumps(write_sample_body(kind, application_id, now=tx.now)),
        schedule=ONCE,
    )
    event_id = await announce(tx, keyring, draft=draft)
    event = AuditEvent(
        actor=staff.actor,
        action="event.test_announced",
        subject=subject_of_tests(application_id),
        account_id=application.account_id,
        details={"kind": kind.value},
    )
    await record(tx, event)
    return AnnouncedTest(
        id=event_id,
        application_id=application_id,
        kind=kind,
        subject=draft.subject,
        created=tx.now,
        body=draft.body,
    )
