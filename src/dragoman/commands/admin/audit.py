"""`dragoman admin audit-log list`: what staff changed (V7, O7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from dragoman.audit.actions import list_entries
from dragoman.audit.model import AuditEntry
from dragoman.commands.admin.session import AnyAccountOption, Session, perform, show_list
from dragoman.commands.options import DataOption, JsonOption
from dragoman.timestamps import write_time

SubjectOption = Annotated[str | None, typer.Option(help="About this only, such as memory:3.")]
LimitOption = Annotated[int, typer.Option(min=1, max=10_000, help="At most so many, the newest first.")]
OffsetOption = Annotated[int, typer.Option(min=0, max=10**9, help="Pass over so many.")]


def create_group() -> typer.Typer:
    """The group's commands."""
    group = typer.Typer(help="What staff changed, and when.", no_args_is_help=True)
    group.callback()(lambda: None)  # a group although it has one command
    group.command("list")(list_all)
    return group


def list_all(
    ctx: typer.Context,
    subject: SubjectOption = None,
    account: AnyAccountOption = None,
    *,
    limit: LimitOption = 100,
    offset: OffsetOption = 0,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """List what was changed and by whom, the newest first."""

    async def work(session: Session) -> Sequence[AuditEntry]:
        return await list_entries(session.tx, account_id=account, subject=subject, limit=limit, offset=offset)

    rows = [_row(entry) for entry in perform(ctx, data, work)]
    show_list(rows, json=json, nothing="Nothing has been changed.")


def _row(entry: AuditEntry) -> dict[str, Any]:
    event = entry.event
    return {
        "id": entry.id,
        "createdAt": write_time(entry.at),
        "actor": event.actor,
        "action": event.action,
        "subject": event.subject,
        "accountId": event.account_id,
        "details": dict(event.details),
    }
