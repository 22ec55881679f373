"""`dragoman admin notifications`: what was and is to be delivered, every try, and replay (N5, O7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any
from uuid import UUID

import typer

from dragoman.access.staff import OPERATOR
from dragoman.commands.admin.session import AnyAccountOption, Session, perform, show, show_list
from dragoman.commands.options import DataOption, JsonOption
from dragoman.notifications import actions
from dragoman.notifications.model import Notification, NotificationFilter, NotificationStatus, Try
from dragoman.timestamps import write_time

StatusOption = Annotated[
    NotificationStatus | None, typer.Option(help="Of this status only.", show_default=False)
]
LimitOption = Annotated[int, typer.Option(min=1, max=10_000, help="At most so many, the newest first.")]
OffsetOption = Annotated[int, typer.Option(min=0, max=10**9, help="Pass over so many.")]
IdArgument = Annotated[UUID, typer.Argument(metavar="ID", help="Id of the notification.")]


def create_group() -> typer.Typer:
    """The group's commands."""
    group = typer.Typer(help="Deliveries to callback URLs.", no_args_is_help=True)
    group.command("list")(list_all)
    group.command("replay")(replay)
    return group


def list_all(
    ctx: typer.Context,
    status: StatusOption = None,
    account: AnyAccountOption = None,
    *,
    limit: LimitOption = 100,
    offset: OffsetOption = 0,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """List notifications, the newest first; with --json every try of each."""
    wanted = NotificationFilter(status=status, account_id=account)

    async def work(session: Session) -> Sequence[Notification]:
        keyring = await session.keyring()
        return await actions.list_notifications(
            session.tx, keyring, wanted=wanted, limit=limit, offset=offset
        )

    found = perform(ctx, data, work)
    rows = [_row(notification) if json else _line(notification) for notification in found]
    show_list(rows, json=json, nothing="There are no notifications.")


def replay(
    ctx: typer.Context, notification: IdArgument, data: DataOption = None, json: JsonOption = False
) -> None:
    """Deliver a notification once more, under its old webhook-id; the running service sends it."""

    async def work(session: Session) -> None:
        await actions.replay_notification(session.tx, notification_id=notification, staff=OPERATOR)

    perform(ctx, data, work)
    row = {"id": str(notification), "status": NotificationStatus.PENDING}
    show(row, json=json, text=f"Notification {notification} will be delivered again.")


def _line(notification: Notification) -> dict[str, Any]:
    """One line of the table for people."""
    last = notification.tries[-1] if notification.tries else None
    return {
        "id": notification.id,
        "account": notification.account_id,
        "kind": notification.kind,
        "url": notification.url,
        "createdAt": write_time(notification.created),
        "status": notification.status,
        "tries": len(notification.tries),
        "last": None if last is None else last.answer or last.failure,
        "next": write_time(notification.next_try),
    }


def _row(notification: Notification) -> dict[str, Any]:
    return {
        "id": str(notification.id),
        "webhookId": notification.webhook_id,
        "accountId": notification.account_id,
        "applicationId": notification.application_id,
        "kind": notification.kind,
        "subject": notification.subject,
        "url": notification.url,
        "status": notification.status,
        "createdAt": write_time(notification.created),
        "nextTryAt": write_time(notification.next_try),
        "finishedAt": write_time(notification.finished),
        "tries": [_try(one) for one in notification.tries],
    }


def _try(one: Try) -> dict[str, Any]:
    return {
        "number": one.number,
        "startedAt": write_time(one.started),
        "seconds": None if one.seconds is None else round(one.seconds, 3),
        "answer": one.answer,
        "failure": one.failure,
        "response": one.response,
    }
