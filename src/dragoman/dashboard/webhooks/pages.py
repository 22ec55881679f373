"""`/ui/webhooks`: what was announced to receivers, and how far it is (N3, N5)."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Annotated, Final
from uuid import UUID

from fastapi import APIRouter, Path, Response

from dragoman.dashboard.page.application_names import name_applications
from dragoman.dashboard.page.lists import ListState, read_list
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import DeveloperPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest, safe_next
from dragoman.notifications.actions import list_notifications, open_notification, replay_notification
from dragoman.notifications.model import Notification, NotificationFilter, NotificationStatus
from dragoman.notifications.receiver_testing import send_test_event

router = APIRouter(prefix="/ui/webhooks", include_in_schema=False, route_class=PageRoute)

WebhookId = Annotated[UUID, Path(alias="id")]

_FILTERS: Final = ("status", "kind", "application", "subject")
_SOON: Final = timedelta(seconds=60)


@router.get("")
async def show_webhooks(page: DeveloperPage) -> Response:
    """List webhooks with their tries, newest first."""
    state = read_list(page.request, filters=_FILTERS)
    async with page.transaction() as tx:
        found = await list_notifications(
            tx,
            page.runtime.keyring,
            wanted=_read_filter(state),
            limit=state.limit + 1,
            offset=state.offset,
        )
        names = await name_applications(page, tx)
    shown, state = state.cut(found)
    return page.render("webhooks/list.html", webhooks=shown, list=state, names=names, now=tx.now)


@router.get("/test-event")
async def show_test_event(page: DeveloperPage) -> Response:
    """Show the form of a test event."""
    return await _show_test_event(page)


@router.post("/test-event")
async def send_event(page: DeveloperPage) -> Response:
    """Send a signed event to an address, once; its page shows how the try goes."""
    application_id = page.form.number("application", least=1)
    with page.form.catching({"CALLBACK_URL_INVALID": "url", "CONFLICT": "application"}):
        if page.form.require("application", "url") and application_id is not None:
            async with page.transaction() as tx:
                made = await send_test_event(
                    tx,
                    page.runtime.keyring,
                    application_id=application_id,
                    url=page.form.text("url"),
                    staff=page.staff,
                )
            return page.redirect(f"/ui/webhooks/{made}")
    return await _show_test_event(page)


@router.get("/{id}")
async def show_webhook(page: DeveloperPage, webhook_id: WebhookId) -> Response:
    """Show a webhook with its body and every try."""
    async with page.transaction() as tx:
        opened = await open_notification(tx, page.runtime.keyring, notification_id=webhook_id)
        names = await name_applications(page, tx)
    one = opened.notification
    return page.render(
        "webhooks/webhook.html",
        webhook=one,
        body=_indent(opened.body),
        headers=next((each.headers for each in reversed(one.tries) if each.headers), None),
        application=names.get(one.application_id, ""),
        now=tx.now,
        is_awaited=_is_awaited(one, before=tx.now + _SOON),
    )


@router.post("/{id}/replay")
async def replay_webhook(page: DeveloperPage, webhook_id: WebhookId) -> Response:
    """Deliver a webhook once more, under the same `webhook-id`."""
    async with page.transaction() as tx:
        await replay_notification(tx, notification_id=webhook_id, staff=page.staff)
    address = safe_next(page.form.text("next"), otherwise=f"/ui/webhooks/{webhook_id}")
    return page.redirect(address, done=_("The webhook is being sent again."))


async def _show_test_event(page: PageRequest) -> Response:
    chosen = read_list(page.request, filters=("application",)).number("application")
    async with page.transaction() as tx:
        names = await name_applications(page, tx)
    return page.render("webhooks/test_event.html", names=names, chosen=chosen)


def _read_filter(state: ListState) -> NotificationFilter:
    status = state.value("status")
    return NotificationFilter(
        status=NotificationStatus(status) if status in set(NotificationStatus) else None,
        application_id=state.number("application"),
        kind=state.value("kind") or None,
        subject=state.value("subject") or None,
    )


def _is_awaited(one: Notification, *, before: datetime) -> bool:
    """Whether a try is under way or comes soon, so that the page looks again."""
    return one.status is NotificationStatus.PENDING and (one.next_try is None or one.next_try < before)


def _indent(body: str) -> str:
    """JSON with line breaks, for reading."""
    return json.dumps(json.loads(body), indent=2, ensure_ascii=False)
