"""`dragoman admin webhook-key`: the service's own keys that webhooks are signed with (N2)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated, Any, Final

import typer

from dragoman.commands.admin.session import Session, perform, show, show_list
from dragoman.commands.options import DataOption, JsonOption
from dragoman.notifications import webhook_keys
from dragoman.notifications.webhook_keys import KEEP_OLD, WebhookKey
from dragoman.timestamps import write_time

_KEEP_HOURS: Final = KEEP_OLD // timedelta(hours=1)
KeepOption = Annotated[
    int,
    typer.Option("--keep-old", metavar="HOURS", min=0, max=8760, help="Older keys sign beside it so long."),
]


def create_group() -> typer.Typer:
    """The group's commands."""
    group = typer.Typer(help="Keys that webhooks are signed with.", no_args_is_help=True)
    group.command("list")(list_all)
    group.command("rotate")(rotate)
    return group


def list_all(ctx: typer.Context, data: DataOption = None, json: JsonOption = False) -> None:
    """List the keys that sign now, the newest first."""

    async def work(session: Session) -> Sequence[WebhookKey]:
        return await webhook_keys.list_webhook_keys(session.tx, await session.keyring())

    show_list([_row(key) for key in perform(ctx, data, work)], json=json, nothing="")


def rotate(
    ctx: typer.Context, keep_old: KeepOption = _KEEP_HOURS, data: DataOption = None, json: JsonOption = False
) -> None:
    """Make a new key, which signs at once. A key that leaked: --keep-old 0."""

    async def work(session: Session) -> WebhookKey:
        keyring = await session.keyring()
        return await webhook_keys.rotate_webhook_key(session.tx, keyring, keep_old=timedelta(hours=keep_old))

    key = perform(ctx, data, work)
    show(_row(key), json=json, text=f"Webhook key {key.id} signs now: {key.public_text()}")


def _row(key: WebhookKey) -> dict[str, Any]:
    return {
        "id": key.id,
        "publicKey": key.public_text(),
        "createdAt": write_time(key.created),
        "retires": write_time(key.retires),
    }
