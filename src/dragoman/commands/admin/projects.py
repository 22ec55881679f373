"""`dragoman admin project`: the projects of all accounts, and what staff do with them (V1, O7)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any, Final

import orjson
import typer

from dragoman.access.staff import OPERATOR
from dragoman.api.project_resources.project_record import write_record, write_summary
from dragoman.commands.admin.session import MAX_ID, AnyAccountOption, Session, perform, show, show_list
from dragoman.commands.options import DataOption, JsonOption
from dragoman.database.connections import Transaction
from dragoman.projects.model import HoldReason, Project, ProjectFilter, ProjectStatus
from dragoman.projects.orders import managing
from dragoman.projects.orders.record import read_record
from dragoman.timestamps import parse_time

IdArgument = Annotated[int, typer.Argument(metavar="ID", min=1, max=MAX_ID, help="Id of the project.")]
StatusOption = Annotated[ProjectStatus | None, typer.Option(help="Of this status only.", show_default=False)]
LimitOption = Annotated[int, typer.Option(min=1, max=10_000, help="At most so many, the newest first.")]
OffsetOption = Annotated[int, typer.Option(min=0, max=10**9, help="Pass over so many.")]

_PLACES: Final = "http://127.0.0.1:8080"  # of links, where no public address is set


def create_group() -> typer.Typer:
    """The group's commands."""
    group = typer.Typer(help="Translation projects of all accounts.", no_args_is_help=True)
    for name, command in (
        ("list", list_all),
        ("show", show_one),
        ("start", start),
        ("hold", hold),
        ("release", release),
        ("deadline", set_deadline),
        ("finish", finish),
        ("cancel", cancel),
        ("retry", retry),
    ):
        group.command(name)(command)
    return group


def list_all(
    ctx: typer.Context,
    account: AnyAccountOption = None,
    status: StatusOption = None,
    holding: Annotated[HoldReason | None, typer.Option("--hold", help="That rest for this reason.")] = None,
    *,
    limit: LimitOption = 100,
    offset: OffsetOption = 0,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """List projects, the newest first."""
    wanted = ProjectFilter(account_id=account, status=status, hold=holding, limit=limit, offset=offset)

    async def work(session: Session) -> Sequence[Project]:
        return await managing.list_projects(session.tx, wanted)

    rows = [_row(project) for project in perform(ctx, data, work)]
    show_list(rows, json=json, nothing="There are no projects.")


def show_one(
    ctx: typer.Context, project: IdArgument, data: DataOption = None, json: JsonOption = False
) -> None:
    """Show a project as its client reads it, with its files and their translations."""

    async def work(session: Session) -> bytes:
        found = await managing.find_project(session.tx, project)
        base_url = (session.settings.public_url or _PLACES).rstrip("/")
        return orjson.dumps(write_record(await read_record(session.tx, found), base_url=base_url))

    record = perform(ctx, data, work)
    shown = orjson.dumps(orjson.loads(record), option=orjson.OPT_INDENT_2).decode()
    show(orjson.loads(record), json=json, text=shown)


def start(
    ctx: typer.Context,
    project: IdArgument,
    *,
    confirm: Annotated[
        bool, typer.Option("--confirm-deadline", help="Start however tight its deadline is.")
    ] = False,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Start a project. Its hold says why where it does not start."""

    async def action(tx: Transaction) -> Project:
        return await managing.start(tx, project, confirm_deadline=confirm, staff=OPERATOR)

    _do(ctx, data, action, json=json)


def hold(
    ctx: typer.Context,
    project: IdArgument,
    *,
    message: Annotated[str | None, typer.Option(help="To its client, who reads it.")] = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Hold a project: it does not start, and nothing of it is prepared or delivered."""

    async def action(tx: Transaction) -> Project:
        return await managing.hold(tx, project, staff=OPERATOR, message=message)

    _do(ctx, data, action, json=json)


def release(
    ctx: typer.Context, project: IdArgument, data: DataOption = None, json: JsonOption = False
) -> None:
    """Let a held project go on."""

    async def action(tx: Transaction) -> Project:
        return await managing.release(tx, project, staff=OPERATOR)

    _do(ctx, data, action, json=json)


def set_deadline(
    ctx: typer.Context,
    project: IdArgument,
    deadline: Annotated[
        str, typer.Argument(metavar="TIMESTAMP", help="RFC 3339, UTC unless it has an offset.")
    ],
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Set another deadline. A project that waited for one starts."""
    parsed = parse_time(deadline)
    if parsed is None:
        raise typer.BadParameter("Write a date and time of RFC 3339, such as 2030-01-31T17:00:00Z.")

    async def action(tx: Transaction) -> Project:
        return await managing.set_deadline(tx, project, deadline=parsed, staff=OPERATOR)

    _do(ctx, data, action, json=json)


def finish(
    ctx: typer.Context,
    project: IdArgument,
    *,
    rest: Annotated[
        bool, typer.Option("--cancel-rest", help="Cancel what is not delivered, instead of refusing.")
    ] = False,
    reason: Annotated[str | None, typer.Option(help="Why it is cancelled; its client reads it.")] = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Finish a project of which everything is delivered."""

    async def work(session: Session) -> Project:
        keyring = await session.keyring()
        return await managing.finish(
            session.tx, keyring, project, cancel_rest=rest, reason=reason, staff=OPERATOR
        )

    _tell(perform(ctx, data, work), json=json)


def cancel(
    ctx: typer.Context,
    project: IdArgument,
    *,
    reason: Annotated[str, typer.Option(help="Why; its client reads it.")],
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Cancel a project, started or not. The senders of its files are notified."""

    async def work(session: Session) -> Project:
        keyring = await session.keyring()
        return await managing.cancel(session.tx, keyring, project, reason=reason, staff=OPERATOR)

    _tell(perform(ctx, data, work), json=json)


def retry(
    ctx: typer.Context,
    project: IdArgument,
    translation: Annotated[
        int, typer.Argument(metavar="TRANSLATION", min=1, max=MAX_ID, help="Id of the translation.")
    ],
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Do again what failed with a translation."""

    async def action(tx: Transaction) -> Project:
        await managing.retry_translation(tx, project, translation, staff=OPERATOR)
        return await managing.find_project(tx, project)

    _do(ctx, data, action, json=json)


def _do(
    ctx: typer.Context, data: object, action: Callable[[Transaction], Awaitable[Project]], *, json: bool
) -> None:
    async def work(session: Session) -> Project:
        return await action(session.tx)

    _tell(perform(ctx, data, work), json=json)


def _tell(project: Project, *, json: bool) -> None:
    hold = "" if project.hold is None else f", {project.hold.value}"
    show(_row(project), json=json, text=f"Project {project.id} is {project.status.value}{hold}.")


def _row(project: Project) -> dict[str, Any]:
    return {**write_summary(project).model_dump(), "hold": project.hold}
