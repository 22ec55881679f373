"""`/provider/v1/notifications`: what was and is to be delivered, every try, replay, test events (N5, V7)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from dragoman.api.project_resources.notification_bodies import (
    NotificationBody,
    NotificationId,
    NotificationListBody,
    OfKind,
    OfStatus,
    OfSubject,
    OpenedNotificationBody,
    TestEventOrder,
    write_notification,
    write_opened,
)
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute, StaffRoute
from dragoman.http.fields import Id, OfAccount, OfApplication
from dragoman.http.paging import WantedPage, cut_page
from dragoman.http.responses import NOT_FOUND
from dragoman.http.staff_request import ManagerRequest
from dragoman.notifications import actions, receiver_testing
from dragoman.notifications.model import NotificationFilter

router = APIRouter(
    prefix="/provider/v1/notifications",
    tags=["Provider operation"],
    responses=STAFF,
    route_class=StaffRoute,
)
test_events = APIRouter(
    prefix="/provider/v1/applications",
    tags=["Provider operation"],
    responses=STAFF,
    route_class=StaffJsonRoute,
)


async def _read_filter(
    *,
    status: OfStatus = None,
    account_id: OfAccount = None,
    application_id: OfApplication = None,
    kind: OfKind = None,
    subject: OfSubject = None,
) -> NotificationFilter:
    return NotificationFilter(
        status=status, account_id=account_id, application_id=application_id, kind=kind, subject=subject
    )


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
    return NotificationListBody(notifications=[write_notification(one) for one in shown], metadata=metadata)


@router.get("/{id}", responses=NOT_FOUND)
async def get_notification(notification_id: NotificationId, ctx: ManagerRequest) -> OpenedNotificationBody:
    """Show a webhook with its tries and its body. Needs the role manager."""
    found = await actions.open_notification(ctx.tx, ctx.runtime.keyring, notification_id=notification_id)
    return write_opened(found)


@router.post("/{id}/replay", responses=NOT_FOUND)
async def replay_notification(notification_id: NotificationId, ctx: ManagerRequest) -> NotificationBody:
    """Deliver a webhook once more, under the same `webhook-id`. Needs the role manager."""
    await actions.replay_notification(ctx.tx, notification_id=notification_id, staff=ctx.staff)
    shown = await actions.get_notification(ctx.tx, ctx.runtime.keyring, notification_id=notification_id)
    return write_notification(shown)


@test_events.post("/{id}/test-event", status_code=202, responses=NOT_FOUND)
async def send_test_event(
    application_id: Id, body: TestEventOrder, ctx: ManagerRequest, response: Response
) -> NotificationBody:
    """Send a signed event `test.event` of an application to an address, once. Needs the role manager."""
    keyring = ctx.runtime.keyring
    made = await receiver_testing.send_test_event(
        ctx.tx, keyring, application_id=application_id, url=body.url, staff=ctx.staff
    )
    response.headers["Location"] = f"/provider/v1/notifications/{made}"
    return write_notification(await actions.get_notification(ctx.tx, keyring, notification_id=made))
