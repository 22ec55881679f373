"""What the commands on reference data share: list, disable and enable, and options that can be emptied."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

import typer

from dragoman.access.staff import OPERATOR
from dragoman.catalog import editing
from dragoman.catalog.reference_types import ReferenceType
from dragoman.commands.admin.session import MAX_ID, AnyAccountOption, Session, perform, show, show_list
from dragoman.commands.options import DataOption, JsonOption

NONE: Final = "none"  # what empties an option

IdArgument = Annotated[int, typer.Argument(metavar="ID", min=1, max=MAX_ID, help="Its id.")]
NameOption = Annotated[str | None, typer.Option(help="A new name.", show_default=False)]
OwnerOption = Annotated[
    int | None,
    typer.Option(
        "--account", min=1, max=MAX_ID, help="For this account only; else everybody's.", show_default=False
    ),
]
ThresholdOption = Annotated[
    str | None,
    typer.Option(
        metavar="SCORE",
        help="From which score, 50 to 101, a memory's translation is taken and no engine's; or none.",
        show_default=False,
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceCommands:
    """A type of reference data, and how its commands show it."""

    kind: ReferenceType[Any]
    row: Callable[[Any], Mapping[str, Any]]
    plural: str


def add_commands(group: typer.Typer, commands: ReferenceCommands) -> None:
    """Add `list`, `disable` and `enable`."""

    def list_all(
        ctx: typer.Context,
        account: AnyAccountOption = None,
        data: DataOption = None,
        json: JsonOption = False,
    ) -> None:
        async def work(session: Session) -> Sequence[Any]:
            return await editing.list_items(session.tx, commands.kind, account_id=account, limit=None)

        rows = [commands.row(one) for one in perform(ctx, data, work)]
        show_list(rows, json=json, nothing=f"There are no {commands.plural}.")

    def list_everybodys(ctx: typer.Context, data: DataOption = None, json: JsonOption = False) -> None:
        list_all(ctx, None, data, json)

    def disable(
        ctx: typer.Context, thing: IdArgument, data: DataOption = None, json: JsonOption = False
    ) -> None:
        change(ctx, data, commands, thing, {"disabled": True}, json=json)

    def enable(
        ctx: typer.Context, thing: IdArgument, data: DataOption = None, json: JsonOption = False
    ) -> None:
        change(ctx, data, commands, thing, {"disabled": False}, json=json)

    group.command("list", help=f"List {commands.plural}.")(
        list_all if commands.kind.owned else list_everybodys
    )
    group.command("disable", help="Take it out of the choices for projects.")(disable)
    group.command("enable", help="Undo `disable`.")(enable)


def create(
    ctx: typer.Context, data: object, commands: ReferenceCommands, wanted: object, *, json: bool
) -> None:
    """Make a thing and show it."""

    async def work(session: Session) -> Any:
        return await editing.create(session.tx, commands.kind, wanted, staff=OPERATOR)

    _show(perform(ctx, data, work), commands, json=json)


def change(
    ctx: typer.Context,
    data: object,
    commands: ReferenceCommands,
    thing: int,
    changes: Mapping[str, Any],
    *,
    json: bool,
) -> None:
    """Change a thing by the names of its fields, and show it."""

    async def work(session: Session) -> Any:
        return await editing.change(session.tx, commands.kind, thing, changes=changes, staff=OPERATOR)

    _show(perform(ctx, data, work), commands, json=json)


def given(**options: Any) -> dict[str, Any]:
    """The options that were given."""
    return {name: value for name, value in options.items() if value is not None}


def numbers(**options: str | None) -> dict[str, int | None]:
    """Options that are a number or `none`. Raises `BadParameter` for anything else."""
    found: dict[str, int | None] = {}
    for name, text in given(**options).items():
        if text == NONE:
            found[name] = None
        elif text.isascii() and text.isdecimal() and len(text) <= 10 and int(text) <= MAX_ID:
            found[name] = int(text)
        else:
            raise typer.BadParameter(f"write a number, or {NONE}", param_hint=f"--{name.replace('_', '-')}")
    return found


def _show(one: Any, commands: ReferenceCommands, *, json: bool) -> None:
    state = "" if one.disabled is None else ", disabled"
    show(commands.row(one), json=json, text=f"{commands.kind.title.capitalize()} {one.id}: {one.name}{state}")
