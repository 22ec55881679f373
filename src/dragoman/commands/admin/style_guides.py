"""`dragoman admin style-guide`: list, show, disable and delete style guides (O7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from dragoman.access.staff import OPERATOR
from dragoman.catalog import removal
from dragoman.commands.admin.session import MAX_ID, AnyAccountOption, Session, perform, show, show_list
from dragoman.commands.options import DataOption, JsonOption
from dragoman.style_guides import actions
from dragoman.style_guides.model import StyleGuide
from dragoman.timestamps import write_time

IdArgument = Annotated[int, typer.Argument(metavar="ID", min=1, max=MAX_ID, help="Id of the style guide.")]


def create_group() -> typer.Typer:
    """The group's commands."""
    group = typer.Typer(help="How customers want translations to be written.", no_args_is_help=True)
    group.command("list")(list_all)
    group.command("change")(change)
    group.command("delete")(delete)
    return group


def list_all(
    ctx: typer.Context, account: AnyAccountOption = None, data: DataOption = None, json: JsonOption = False
) -> None:
    """List the style guides of all accounts, or of one."""

    async def work(session: Session) -> Sequence[StyleGuide]:
        return await actions.list_style_guides(session.tx, account_id=account)

    rows = [_row(guide) for guide in perform(ctx, data, work)]
    show_list(rows, json=json, nothing="There are no style guides.")


def change(
    ctx: typer.Context,
    style_guide: IdArgument,
    *,
    name: Annotated[str | None, typer.Option(help="Rename it.", show_default=False)] = None,
    disabled: Annotated[
        bool | None,
        typer.Option("--disable/--enable", help="Leave it unused, or use it again.", show_default=False),
    ] = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Rename a style guide, disable or enable it."""
    said = {"name": name, "disabled": disabled}
    changes = {field: value for field, value in said.items() if value is not None}

    async def work(session: Session) -> StyleGuide:
        return await actions.change_style_guide(
            session.tx, staff=OPERATOR, style_guide_id=style_guide, changes=changes
        )

    guide = perform(ctx, data, work)
    state = "disabled" if guide.disabled else "enabled"
    show(_row(guide), json=json, text=f"Style guide {guide.id} ({guide.name}) is {state}.")


def delete(
    ctx: typer.Context, style_guide: IdArgument, data: DataOption = None, json: JsonOption = False
) -> None:
    """Delete a style guide, for good."""

    async def work(session: Session) -> None:
        await removal.delete_style_guide(session.tx, style_guide, staff=OPERATOR)

    perform(ctx, data, work)
    show({"id": style_guide}, json=json, text=f"Style guide {style_guide} is deleted.")


def _row(guide: StyleGuide) -> dict[str, Any]:
    return {
        "id": guide.id,
        "accountId": guide.account_id,
        "name": guide.name,
        "targetLanguage": guide.target_language,
        "rules": ", ".join(guide.style.rules()),
        "updatedAt": write_time(guide.updated),
        "disabled": write_time(guide.disabled),
    }
