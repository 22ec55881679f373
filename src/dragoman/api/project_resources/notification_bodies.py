"""Models of webhooks and their tries, and of test events, for customers and staff (N5)."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import Path, Query
from pydantic import Field, StringConstraints

from dragoman.http.fields import CustomerText
from dragoman.http.models import RequestModel, ResponseModel
from dragoman.http.paging import PageBody
from dragoman.notifications.callback_url import MOST_CHARACTERS
from dragoman.notifications.model import (
    EventKind,
    Notification,
    NotificationStatus,
    OpenedNotification,
    Try,
    describe_failure,
)
from dragoman.notifications.stream_testing import AnnouncedTest
from dragoman.timestamps import write_time

NotificationId = Annotated[UUID, Path(alias="id")]
OfStatus = Annotated[NotificationStatus | None, Query(description="Of this status only")]
OfKind = Annotated[
    CustomerText | None, Query(max_length=100, description="Of this kind only: `document.finished`")
]
OfSubject = Annotated[CustomerText | None, Query(max_length=100, description="About this only: `project:12`")]


class TryBody(ResponseModel):
    """One try to deliver; with neither answer nor failure it is under way."""

    number: int
    started_at: str
    seconds: float | None
    answer: int | None = Field(description="HTTP status", examples=[200])
    failure: str | None = Field(description="Why there was no answer", examples=["timed_out"])
    failure_text: str | None = Field(description="The same for people")
    response: str | None = Field(description="The start of the answer's body")
    headers: dict[str, str] | None = Field(
        description="As they were sent, with the signature; null: nothing was sent, or by an earlier release"
    )


class NotificationBody(ResponseModel):
    """A webhook with all its tries."""

    id: UUID
    webhook_id: str = Field(description="The header `webhook-id` of every try")
    account_id: int
    application_id: int
    kind: str = Field(examples=["document.finished"])
    subject: str = Field(examples=["project:12"])
    url: str
    status: NotificationStatus
    created_at: str
    next_try_at: str | None
    finished_at: str | None
    tries: list[TryBody]


class OpenedNotificationBody(NotificationBody):
    """A webhook with all its tries and its body."""

    body: str = Field(description="The JSON that every try sends, byte for byte as it is signed")


class NotificationListBody(ResponseModel):
    """Notifications, newest first."""

    notifications: list[NotificationBody]
    metadata: PageBody


class TestEventOrder(RequestModel):
    """Where a test event is sent."""

    __test__ = False  # not a class of tests

    url: Annotated[CustomerText, StringConstraints(max_length=MOST_CHARACTERS)] = Field(
        examples=["https://example.com/webhooks"]
    )


class StreamTestOrder(RequestModel):
    """Which test event is put into the account's stream."""

    kind: EventKind = Field(default=EventKind.PROJECT_TRANSLATION, description="What it looks like")


class AnnouncedTestBody(ResponseModel):
    """A test event as the account's stream has it."""

    id: str = Field(description="Its `webhook-id`", examples=["msg_0b06ad2e7f1c4a53b1f3a9f1d2c3b4a5"])
    kind: EventKind
    subject: str = Field(description="The application, as with every test event", examples=["application:7"])
    application_id: int
    created_at: str
    body: str = Field(description="The JSON of the event; in it `test` is true")


def write_announced(test: AnnouncedTest) -> AnnouncedTestBody:
    """A test event on the wire."""
    return AnnouncedTestBody(
        id=test.webhook_id,
        kind=test.kind,
        subject=test.subject,
        application_id=test.application_id,
        created_at=write_time(test.created),
        body=test.body.decode(),
    )


def write_notification(one: Notification) -> NotificationBody:
    """A webhook on the wire, without its body."""
    return NotificationBody.model_validate(_fields(one))


def write_opened(opened: OpenedNotification) -> OpenedNotificationBody:
    """A webhook on the wire, with its body."""
    return OpenedNotificationBody.model_validate({**_fields(opened.notification), "body": opened.body})


def _fields(one: Notification) -> dict[str, object]:
    return {
        "id": one.id,
        "webhook_id": one.webhook_id,
        "account_id": one.account_id,
        "application_id": one.application_id,
        "kind": one.kind,
        "subject": one.subject,
        "url": one.url,
        "status": one.status,
        "created_at": write_time(one.created),
        "next_try_at": write_time(one.next_try),
        "finished_at": write_time(one.finished),
        "tries": [_try(each) for each in one.tries],
    }


def _try(one: Try) -> TryBody:
    return TryBody(
        number=one.number,
        started_at=write_time(one.started),
        seconds=None if one.seconds is None else round(one.seconds, 3),
        answer=one.answer,
        failure=one.failure,
        failure_text=None if one.failure is None else describe_failure(one.failure),
        response=one.response,
        headers=None if one.headers is None else dict(one.headers),
    )
