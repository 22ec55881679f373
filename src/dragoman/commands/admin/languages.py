"""`dragoman admin language`: which languages projects are translated from and into (V3, O7)."""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer

from dragoman.catalog.editing import UNSTORED
from dragoman.catalog.model import Language
from dragoman.catalog.reference_types import LANGUAGE
from dragoman.commands.admin import catalog
from dragoman.commands.admin.catalog import IdArgument, NameOption, ReferenceCommands, add_commands, given
from dragoman.commands.options import DataOption, JsonOption
from dragoman.timestamps import write_time


def create_group() -> typer.Typer:
    """The group's commands."""
    group = typer.Typer(help="Languages that projects are translated from and into.", no_args_is_help=True)
    group.command("create")(create)
    group.command("change")(change)
    add_commands(group, _COMMANDS)
    return group


def create(
    ctx: typer.Context,
    code: Annotated[str, typer.Argument(metavar="CODE", help="BCP 47, such as pt-BR.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="In English.")],
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Offer a language."""
    catalog.create(ctx, data, _COMMANDS, Language(id=UNSTORED, code=code, name=name), json=json)


def change(
    ctx: typer.Context,
    language: IdArgument,
    *,
    name: NameOption = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Rename a language."""
    catalog.change(ctx, data, _COMMANDS, language, given(name=name), json=json)


def _row(one: Language) -> dict[str, Any]:
    return {"id": one.id, "code": one.code, "name": one.name, "disabled": write_time(one.disabled)}


_COMMANDS: Final = ReferenceCommands(kind=LANGUAGE, row=_row, plural="languages")
