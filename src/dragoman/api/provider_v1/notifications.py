"""`/provider/v1/notifications`: what was and is to be delivered, every try, and replay (N5, V7)."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import Field

from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffRoute
from dragoman.audit.actions import record
from dragoman.audit.model import AuditEvent
from dragoman.http.fields import CustomerText, OfAccount
from dragoman.http.models import ResponseModel
from dragoman.http.paging import PageBody, WantedPage, cut_page
from dragoman.http.responses import NOT_FOUND
from dragoman.http.staff_request import ManagerRequest
from dragoman.notifications import actions
from dragoman.notifications.model import Notification, NotificationFilter, NotificationStatus, Try
from dragoman.timestamps import write_time

router = APIRouter(
    prefix="/provider/v1/notifications",
    tags=["Provider"],
    responses=STAFF,
    route_class=StaffRoute,
)


NotificationId = Annotated[UUID, Path(alias="id")]


class TryBody(ResponseModel):
    """One try to deliver; with neither answer nor failure it is under way."""

    number: int
    started_at: str
    seconds: float | None
    answer: int | None = Field(description="HTTP status", examples=[200])
    failure: str | None = Field(description="Why there was no answer", examples=["timed_out"])
    response: str | None = Field(description="The start of the answer's body")


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


class NotificationListBody(ResponseModel):
    """Notifications, newest first."""

    notifications: list[NotificationBody]
    metadata: PageBody


async def _read_filter(
    status: Annotated[NotificationStatus | None, Query(description="Of this status only")] = None,
    account_id: OfAccount = None,
    subject: Annotated[
        CustomerText | None, Query(max_length=100, description="About this only: `project:12`")
    ] = None,
) -> NotificationFilter:
    return NotificationFilter(status=status, account_id=account_id, subject=subject)


@router.get("")
async def list_notifications(
    request: Request,
    ctx: ManagerRequest,
    page: WantedPage,
    wanted: Annotated[NotificationFilter, Depends(_read_filter)],
) -> NotificationListBody:
    """List webhooks with their tries, newest first. Needs the role manager."""
    found = await actions.list_notifications(
        ctx.tx,
        ctx.runtime.keyring,
        wanted=wanted,
        limit=page.limit + 1,
        offset=page.offset,
    )
    shown, metadata = cut_page(request, page, found)
    return NotificationListBody(notifications=[_body(one) for one in shown], metadata=metadata)


@router.get("/{id}", responses=NOT_FOUND)
async def get_notification(notification_id: NotificationId, ctx: ManagerRequest) -> NotificationBody:
    """Show a webhook with its tries. Needs the role manager."""
    return _body(await actions.get_notification(ctx.tx, ctx.runtime.keyring, notification_id=notification_id))


@router.post("/{id}/replay", responses=NOT_FOUND)
async def replay_notification(notification_id: NotificationId, ctx: ManagerRequest) -> NotificationBody:
    """Deliver a webhook once more, under the same `webhook-id`. Needs the role manager."""
    await actions.replay_notification(ctx.tx, notification_id=notification_id)
    shown = await actions.get_notification(ctx.tx, ctx.runtime.keyring, notification_id=notification_id)
    event = AuditEvent(
        actor=ctx.staff.actor,
        action="notification.replayed",
        subject=f"notification:{notification_id}",
        account_id=shown.account_id,
    )
    await record(ctx.tx, event)
    return _body(shown)


def _body(one: Notification) -> NotificationBody:
    return NotificationBody(
        id=one.id,
        webhook_id=one.webhook_id,
        account_id=one.account_id,
        application_id=one.application_id,
        kind=one.kind,
        subject=one.subject,
        url=one.url,
        status=one.status,
        created_at=write_time(one.created),
        next_try_at=write_time(one.next_try),
        finished_at=write_time(one.finished),
        tries=[_try(each) for each in one.tries],
    )


def _try(one: Try) -> TryBody:
    return TryBody(
        number=one.number,
        started_at=write_time(one.started),
        seconds=None if one.seconds is None else round(one.seconds, 3),
        answer=one.answer,
        failure=one.failure,
        response=one.response,
    )
