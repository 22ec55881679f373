"""`/project/v1/notifications`: the account's own webhooks, every try, replay, and test events (N5)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from dragoman.api.project_resources.notification_bodies import (
    AnnouncedTestBody,
    NotificationBody,
    NotificationId,
    NotificationListBody,
    OfKind,
    OfStatus,
    OfSubject,
    OpenedNotificationBody,
    StreamTestOrder,
    TestEventOrder,
    write_announced,
    write_notification,
    write_opened,
)
from dragoman.api.project_v1.customer_request import Repeatable, respond
from dragoman.api.project_v1.own_request import PREFIX, OwnRequest, OwnRoute
from dragoman.api.project_v1.project_bodies import CUSTOMER
from dragoman.http.auth import ProjectsCaller
from dragoman.http.fields import OfApplication
from dragoman.http.paging import WantedPage, cut_page
from dragoman.http.responses import NOT_FOUND, REPEATED, refusal
from dragoman.idempotency.actions import answer_once
from dragoman.idempotency.model import StoredAnswer
from dragoman.notifications import actions, receiver_testing, stream_testing
from dragoman.notifications.model import NotificationFilter

router = APIRouter(prefix=PREFIX, tags=["Webhooks"], responses=CUSTOMER, route_class=OwnRoute)


async def _read_filter(
    caller: ProjectsCaller,
    *,
    status: OfStatus = None,
    application_id: OfApplication = None,
    kind: OfKind = None,
    subject: OfSubject = None,
) -> NotificationFilter:
    return NotificationFilter(
        status=status,
        account_id=caller.account_id,
        application_id=application_id,
        kind=kind,
        subject=subject,
    )


@router.get("/notifications")
async def list_notifications(
    request: Request,
    ctx: OwnRequest,
    page: WantedPage,
    wanted: Annotated[NotificationFilter, Depends(_read_filter)],
) -> NotificationListBody:
    """List the webhooks of the account's applications with their tries, newest first."""
    found = await actions.list_notifications(
        ctx.tx, ctx.runtime.keyring, wanted=wanted, limit=page.limit + 1, offset=page.offset
    )
    shown, metadata = cut_page(request, page, found)
    return NotificationListBody(notifications=[write_notification(one) for one in shown], metadata=metadata)


@router.get("/notifications/{id}", responses=NOT_FOUND)
async def get_notification(notification_id: NotificationId, ctx: OwnRequest) -> OpenedNotificationBody:
    """Show a webhook with its tries and its body."""
    found = await actions.open_notification(ctx.tx, ctx.runtime.keyring, notification_id=notification_id)
    return write_opened(found)


@router.post(
    "/notifications/{id}/replay",
    responses={**NOT_FOUND, 409: refusal("The webhook is still being delivered.")},
)
async def replay_notification(notification_id: NotificationId, ctx: OwnRequest) -> NotificationBody:
    """Deliver a webhook once more, under the same `webhook-id`."""
    await actions.replay_notification(ctx.tx, notification_id=notification_id, staff=ctx.staff)
    shown = await actions.get_notification(ctx.tx, ctx.runtime.keyring, notification_id=notification_id)
    return write_notification(shown)


@router.post("/test-event", status_code=202)
async def send_test_event(
    body: TestEventOrder, ctx: OwnRequest, caller: ProjectsCaller, response: Response
) -> NotificationBody:
    """Send a signed event `test.event` of this application to an address, once."""
    keyring = ctx.runtime.keyring
    made = await receiver_testing.send_test_event(
        ctx.tx, keyring, application_id=caller.application_id, url=body.url, staff=ctx.staff
    )
    response.headers["Location"] = f"{PREFIX}/notifications/{made}"
    return write_notification(await actions.get_notification(ctx.tx, keyring, notification_id=made))


@router.post("/events/test", status_code=201, response_model=AnnouncedTestBody, responses=REPEATED)
async def create_test_event(
    ctx: OwnRequest, caller: ProjectsCaller, repeatable: Repeatable, body: StreamTestOrder | None = None
) -> Response:
    """Put a test event of a kind into the account's stream, for who reads it. No address is called."""
    kind = (body or StreamTestOrder()).kind

    async def announce() -> StoredAnswer:
        made = await stream_testing.announce_test_event(
            ctx.tx, ctx.runtime.keyring, application_id=caller.application_id, kind=kind, staff=ctx.staff
        )
        return StoredAnswer(
            status=201, body=write_announced(made).model_dump_json(by_alias=True).encode(), headers={}
        )

    return respond((await answer_once(ctx.tx, repeatable, announce)).answer)
