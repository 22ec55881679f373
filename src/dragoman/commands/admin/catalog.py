"""What the commands on reference data share: list, disable and enable, and options that can be emptied."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

import typer

from dragoman.access.staff import OPERATOR
from dragoman.catalog import editing
from dragoman.catalog.nouns import Noun
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
class Shelf:
    """A kind of reference data, as its commands show it."""

    noun: Noun[Any]
    row: Callable[[Any], Mapping[str, Any]]
    plural: str


def add_commands(group: typer.Typer, shelf: Shelf) -> None:
    """Add `list`, `disable` and `enable`."""

    def list_all(
        ctx: typer.Context,
        account: AnyAccountOption = None,
        data: DataOption = None,
        json: JsonOption = False,
    ) -> None:
        async def work(session: Session) -> Sequence[Any]:
            return await editing.list_things(session.tx, shelf.noun, account_id=account, limit=None)

        rows = [shelf.row(one) for one in perform(ctx, data, work)]
        show_list(rows, json=json, nothing=f"There are no {shelf.plural}.")

    def list_everybodys(ctx: typer.Context, data: DataOption = None, json: JsonOption = False) -> None:
        list_all(ctx, None, data, json)

    def disable(
        ctx: typer.Context, thing: IdArgument, data: DataOption = None, json: JsonOption = False
    ) -> None:
        change(ctx, data, shelf, thing, {"disabled": True}, json=json)

    def enable(
        ctx: typer.Context, thing: IdArgument, data: DataOption = None, json: JsonOption = False
    ) -> None:
        change(ctx, data, shelf, thing, {"disabled": False}, json=json)

    group.command("list", help=f"List {shelf.plural}.")(list_all if shelf.noun.owned else list_everybodys)
    group.command("disable", help="Let nobody choose it any more.")(disable)
    group.command("enable", help="Undo `disable`.")(enable)


def create(ctx: typer.Context, data: object, shelf: Shelf, wanted: object, *, json: bool) -> None:
    """Make a thing and show it."""

    async def work(session: Session) -> Any:
        return await editing.create(session.tx, shelf.noun, wanted, staff=OPERATOR)

    _show(perform(ctx, data, work), shelf, json=json)


def change(
    ctx: typer.Context, data: object, shelf: Shelf, thing: int, changes: Mapping[str, Any], *, json: bool
) -> None:
    """Change a thing by the names of its fields, and show it."""

    async def work(session: Session) -> Any:
        return await editing.change(session.tx, shelf.noun, thing, changes=changes, staff=OPERATOR)

    _show(perform(ctx, data, work), shelf, json=json)


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


def _show(one: Any, shelf: Shelf, *, json: bool) -> None:
    state = "" if one.disabled is None else ", disabled"
    show(shelf.row(one), json=json, text=f"{shelf.noun.title.capitalize()} {one.id}: {one.name}{state}")
