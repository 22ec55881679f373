"""What a notification is: its draft, its states, its schedule, its tries. Pure values and rules."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final
from uuid import UUID

from dragoman.notifications.schedule import Schedule


class EventKind(enum.StrEnum):
    """What is notified."""

    DOCUMENT_FINISHED = "document.finished"  # or failed (D8)
    PROJECT_TRANSLATION = "project.translation"  # of a file, finished or cancelled (N1)
    TEST_EVENT = "test.event"


class NotificationStatus(enum.StrEnum):
    """Where a notification is."""

    PENDING = "pending"  # a try is under way or to come
    DELIVERED = "delivered"  # the receiver answered 2xx
    GONE = "gone"  # the receiver answered 410: it wants no more
    DEAD = "dead"  # every try failed


class DeliveryFailure(enum.StrEnum):
    """Why a try got no answer from the receiver."""

    REFUSED = "address_refused"  # the name leads to an address that is not public, and not allowed
    UNKNOWN_NAME = "name_not_found"
    NOT_CONNECTED = "connection_failed"
    TLS = "tls_failed"  # no certificate that can be trusted, or no TLS at all
    TIMED_OUT = "timed_out"
    BROKEN_OFF = "connection_lost"  # after it was made, before an answer had come
    NOT_HTTP = "not_http"  # the answer makes no sense
    INTERRUPTED = "interrupted"  # our process ended; the receiver may have got it


_FAILURES_IN_WORDS: Final[Mapping[DeliveryFailure, str]] = {
    DeliveryFailure.REFUSED: "The name leads to an address or port that is not public and not allowed.",
    DeliveryFailure.UNKNOWN_NAME: "The name has no address.",
    DeliveryFailure.NOT_CONNECTED: "No program listens there, or it cannot be reached.",
    DeliveryFailure.TLS: "There is no TLS, or its certificate cannot be trusted.",
    DeliveryFailure.TIMED_OUT: "There was no answer in time.",
    DeliveryFailure.BROKEN_OFF: "The connection was lost before an answer.",
    DeliveryFailure.NOT_HTTP: "The answer is not HTTP.",
    DeliveryFailure.INTERRUPTED: "The service ended during the try; the receiver may have got it.",
}
# With these nothing was sent.
NOTHING_SENT: Final = frozenset(
    {
        DeliveryFailure.REFUSED,
        DeliveryFailure.UNKNOWN_NAME,
        DeliveryFailure.NOT_CONNECTED,
        DeliveryFailure.TLS,
    }
)


def describe_failure(failure: DeliveryFailure) -> str:
    """Why a try got no answer, for people."""
    return _FAILURES_IN_WORDS[failure]


@dataclass(frozen=True, slots=True, kw_only=True)
class NotificationDraft:
    """An outcome that an application is told of: as an event, and by a notification where it gave a URL."""

    account_id: int
    application_id: int
    kind: str  # such as "document.finished"
    subject: str  # what it is about, such as "document:UUID"; it is deleted by this word
    url: str | None = field(repr=False)  # as `check_callback_url` returned it; None: there is no callback
    body: bytes = field(repr=False)  # JSON
    schedule: Schedule


@dataclass(frozen=True, slots=True, kw_only=True)
class Try:
    """One try to deliver. With neither answer nor failure it is under way."""

    number: int  # from 1
    started: datetime
    seconds: float | None  # how long it took
    answer: int | None  # HTTP status
    failure: DeliveryFailure | None  # why there is no answer
    response: str | None = field(repr=False)  # the start of the answer's body, safe to show
    headers: Mapping[str, str] | None = field(repr=False)  # as sent; None: not known, or nothing was sent


@dataclass(frozen=True, slots=True, kw_only=True)
class Notification:
    """A notification as people see it."""

    id: UUID
    account_id: int
    application_id: int
    kind: str
    subject: str
    url: str = field(repr=False)
    status: NotificationStatus
    created: datetime
    next_try: datetime | None
    finished: datetime | None
    tries: Sequence[Try]

    @property
    def webhook_id(self) -> str:
        """What the receiver knows it by, on every try and replay."""
        return webhook_id(self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedNotification:
    """A notification with the body that every try sends."""

    notification: Notification
    body: str = field(repr=False)  # JSON, as it is signed


@dataclass(frozen=True, slots=True, kw_only=True)
class NotificationFilter:
    """Which notifications are wanted; None: any."""

    status: NotificationStatus | None = None
    account_id: int | None = None
    application_id: int | None = None
    kind: str | None = None
    subject: str | None = None


def webhook_id(notification_id: UUID) -> str:
    """The `webhook-id` of a notification."""
    return f"msg_{notification_id.hex}"
