"""`client.notifications`: the account's webhooks with their tries. `webhooks` is for who receives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypedDict, Unpack

from dragoman_client.flows import Flow
from dragoman_client.operations import Mark, Page, R, Resource, listing, operation
from dragoman_client.paging import offset_pages
from dragoman_client.record_calls import get_record, send_record
from dragoman_client.records import read, to_wire
from dragoman_client.sending import Call, Repeats, at, call_json


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryAttempt:
    """One try to deliver a notification."""

    number: int
    started_at: datetime
    seconds: float | None = None
    answer: int | None = None  # HTTP status
    failure: str | None = None
    failure_text: str | None = None
    response: str | None = field(default=None, repr=False)
    headers: Mapping[str, str] | None = field(default=None, repr=False)  # of the request


@dataclass(frozen=True, slots=True, kw_only=True)
class Notification:
    """A webhook of the account."""

    id: str
    webhook_id: str
    account_id: int
    application_id: int
    kind: str
    subject: str
    status: str  # "pending", "delivered", "gone" or "dead"
    url: str = field(repr=False)
    created_at: datetime | None = None
    next_try_at: datetime | None = None
    finished_at: datetime | None = None
    tries: tuple[DeliveryAttempt, ...] = ()
    body: str | None = field(default=None, repr=False)  # of one that was asked for by its id


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggeredEvent:
    """A test event that is in the account's stream of events; `test` is true in its body."""

    id: str  # `webhook-id`
    kind: str
    subject: str = ""
    application_id: int | None = None
    created_at: datetime | None = None
    body: str = field(default="", repr=False)  # JSON, as it is signed


class NotificationFilter(TypedDict, total=False):
    """Which notifications are wanted."""

    status: str
    kind: str
    subject: str
    application_id: int


class NotificationCalls(Resource[R]):
    """What can be done with a notification, on the project interface and on the provider's."""

    _notifications: str  # the path of all of them

    @operation
    def get(self, notification: str) -> Flow[Notification]:
        """A notification with its body."""
        return get_record(self._connection, Notification, at(self._notifications + "/{}", notification))

    @operation
    def replay(self, notification: str) -> Flow[Notification]:
        """Send a notification again, from the beginning of its schedule."""
        path = at(self._notifications + "/{}/replay", notification)
        return send_record(self._connection, Notification, "POST", path)


class Notifications(NotificationCalls[R]):
    """The account's webhooks with their tries (clause N5)."""

    _notifications = "/project/v1/notifications"

    @operation
    def send_test(self, url: str) -> Flow[Notification]:
        """Send a test event to an address, to see whether a receiver works."""
        return send_record(self._connection, Notification, "POST", "/project/v1/test-event", {"url": url})

    @operation
    def trigger(self, kind: str = "project.translation") -> Flow[TriggeredEvent]:
        """Put a test event of a kind into the account's stream, which `client.events()` reads.

        No address is called. Kinds are `document.finished`, `project.translation` and `test.event`.
        """
        path = "/project/v1/events/test"
        wanted = Call(method="POST", path=path, json={"kind": kind}, repeats=Repeats.WITH_KEY)
        return read(TriggeredEvent, (yield from call_json(self._connection, wanted)))

    @listing
    def list(self, **wanted: Unpack[NotificationFilter]) -> Callable[[Mark], Flow[Page[Notification]]]:
        """The notifications of the account, the newest first."""
        query = to_wire(wanted)
        return offset_pages(self._connection, self._notifications, "notifications", Notification, query=query)
