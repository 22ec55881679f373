"""`dragoman admin work-area`: fields of specialization (V3, O7)."""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer

from dragoman.catalog.editing import UNSTORED
from dragoman.catalog.model import WorkArea
from dragoman.catalog.reference_types import WORK_AREA
from dragoman.commands.admin import catalog
from dragoman.commands.admin.catalog import (
    IdArgument,
    NameOption,
    OwnerOption,
    ReferenceCommands,
    add_commands,
    given,
)
from dragoman.commands.options import DataOption, JsonOption
from dragoman.timestamps import write_time


def create_group() -> typer.Typer:
    """The group's commands."""
    group = typer.Typer(help="Fields of specialization.", no_args_is_help=True)
    group.command("create")(create)
    group.command("change")(change)
    add_commands(group, _COMMANDS)
    return group


def create(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What people call it.")],
    *,
    account: OwnerOption = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Offer a work area, to everybody or to one account."""
    wanted = WorkArea(id=UNSTORED, account_id=account, name=name)
    catalog.create(ctx, data, _COMMANDS, wanted, json=json)


def change(
    ctx: typer.Context,
    work_area: IdArgument,
    *,
    name: NameOption = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Rename a work area."""
    catalog.change(ctx, data, _COMMANDS, work_area, given(name=name), json=json)


def _row(one: WorkArea) -> dict[str, Any]:
    return {
        "id": one.id,
        "accountId": one.account_id,
        "name": one.name,
        "disabled": write_time(one.disabled),
    }


_COMMANDS: Final = ReferenceCommands(kind=WORK_AREA, row=_row, plural="work areas")
