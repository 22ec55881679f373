"""`dragoman admin invoicing-account`: who can be invoiced (V3, O7)."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Final

import typer

from dragoman.catalog.editing import UNSTORED
from dragoman.catalog.model import InvoicingAccount
from dragoman.catalog.reference_types import INVOICING_ACCOUNT
from dragoman.commands.admin import catalog
from dragoman.commands.admin.catalog import (
    NONE,
    IdArgument,
    NameOption,
    ReferenceCommands,
    add_commands,
    given,
)
from dragoman.commands.admin.session import AccountOption
from dragoman.commands.options import DataOption, JsonOption
from dragoman.timestamps import write_time

DayOption = Annotated[
    str | None, typer.Option(metavar="DAY", help="The last day, YYYY-MM-DD, or none.", show_default=False)
]


def create_group() -> typer.Typer:
    """The group's commands."""
    group = typer.Typer(help="Who can be invoiced for projects.", no_args_is_help=True)
    group.command("create")(create)
    group.command("change")(change)
    add_commands(group, _COMMANDS)
    return group


def create(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What people call it.")],
    *,
    account: AccountOption,
    valid_until: DayOption = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Make an invoicing account."""
    last = _days(valid_until).get("valid_until")
    wanted = InvoicingAccount(id=UNSTORED, account_id=account, name=name, valid_until=last)
    catalog.create(ctx, data, _COMMANDS, wanted, json=json)


def change(
    ctx: typer.Context,
    invoicing_account: IdArgument,
    *,
    name: NameOption = None,
    valid_until: DayOption = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Rename an invoicing account, or set its last day."""
    changes = {**given(name=name), **_days(valid_until)}
    catalog.change(ctx, data, _COMMANDS, invoicing_account, changes, json=json)


def _days(text: str | None) -> dict[str, date | None]:
    if text is None:
        return {}
    try:
        return {"valid_until": None if text == NONE else date.fromisoformat(text)}
    except ValueError:
        raise typer.BadParameter(f"write YYYY-MM-DD, or {NONE}", param_hint="--valid-until") from None


def _row(one: InvoicingAccount) -> dict[str, Any]:
    return {
        "id": one.id,
        "accountId": one.account_id,
        "name": one.name,
        "validUntil": None if one.valid_until is None else one.valid_until.isoformat(),
        "disabled": write_time(one.disabled),
    }


_COMMANDS: Final = ReferenceCommands(kind=INVOICING_ACCOUNT, row=_row, plural="invoicing accounts")
