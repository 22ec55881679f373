"""`dragoman admin account`: create, list, change, disable and enable (O3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from dragoman.access.staff import OPERATOR
from dragoman.accounts import actions
from dragoman.accounts.model import Account, AccountKind
from dragoman.catalog.customers import AccountChanges, Customer, change_account
from dragoman.catalog.new_accounts import open_account
from dragoman.commands.admin.account_engines import engines
from dragoman.commands.admin.catalog import ThresholdOption, numbers
from dragoman.commands.admin.session import MAX_ID, Session, perform, show, show_list
from dragoman.commands.options import DataOption, JsonOption
from dragoman.timestamps import write_time

IdArgument = Annotated[int, typer.Argument(metavar="ID", min=1, max=MAX_ID, help="Id of the account.")]


def _default_option(thing: str) -> Any:
    return typer.Option(
        metavar="ID", help=f"{thing} of projects that name none; or none.", show_default=False
    )


def create_group() -> typer.Typer:
    """The group's commands."""
    group = typer.Typer(help="Customers, or parts of one.", no_args_is_help=True)
    group.command("create")(create)
    group.command("list")(list_all)
    group.command("change")(change)
    group.command("disable")(disable)
    group.command("enable")(enable)
    group.command("engines")(engines)
    return group


def create(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What people call it.")],
    kind: Annotated[AccountKind, typer.Option(help="What it may do and what it costs.")],
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Create an account with what a first project needs; a sandbox account gets a built-in application.

    It comes with a translation memory, an invoicing account, a user and a project template.
    """

    async def work(session: Session) -> Account:
        return await open_account(session.tx, await session.keyring(), name=name, kind=kind)

    account = perform(ctx, data, work)
    show(
        {"id": account.id, "name": account.name, "kind": account.kind},
        json=json,
        text=f"Account {account.id} ({account.kind}): {account.name}",
    )


def list_all(ctx: typer.Context, data: DataOption = None, json: JsonOption = False) -> None:
    """List all accounts."""

    async def work(session: Session) -> Sequence[Account]:
        return await actions.list_accounts(session.tx)

    rows = [_row(account) for account in perform(ctx, data, work)]
    show_list(rows, json=json, nothing="There are no accounts.")


def change(
    ctx: typer.Context,
    account: IdArgument,
    *,
    name: Annotated[str | None, typer.Option(help="A new name.", show_default=False)] = None,
    invoicing_account: Annotated[str | None, _default_option("Invoicing account")] = None,
    user: Annotated[str | None, _default_option("User")] = None,
    work_area: Annotated[str | None, _default_option("Work area")] = None,
    memory_threshold: ThresholdOption = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Rename an account, or choose what its projects have by default."""
    chosen = numbers(invoicing_account=invoicing_account, user=user, work_area=work_area)
    defaults = {f"{thing}_id": id_ for thing, id_ in chosen.items()}
    defaults |= numbers(memory_threshold=memory_threshold)
    _change(ctx, data, account, AccountChanges(name=name, defaults=defaults), json=json)


def disable(
    ctx: typer.Context, account: IdArgument, data: DataOption = None, json: JsonOption = False
) -> None:
    """Refuse the account's credentials and tokens from the next call on."""
    _change(ctx, data, account, AccountChanges(disabled=True), json=json)


def enable(
    ctx: typer.Context, account: IdArgument, data: DataOption = None, json: JsonOption = False
) -> None:
    """Undo `disable`."""
    _change(ctx, data, account, AccountChanges(disabled=False), json=json)


def _change(
    ctx: typer.Context, data: object, account_id: int, changes: AccountChanges, *, json: bool
) -> None:
    async def work(session: Session) -> Customer:
        return await change_account(session.tx, account_id, changes=changes, staff=OPERATOR)

    customer = perform(ctx, data, work)
    account, defaults = customer.account, customer.defaults
    shown = {
        **_row(account),
        "defaults": {
            "invoicingAccountId": defaults.invoicing_account_id,
            "userId": defaults.user_id,
            "workAreaId": defaults.work_area_id,
            "memoryThreshold": defaults.memory_threshold,
        },
    }
    state = "enabled" if account.disabled is None else "disabled"
    show(shown, json=json, text=f"Account {account.id} is {state}: {account.name}")


def _row(account: Account) -> dict[str, Any]:
    return {
        "id": account.id,
        "name": account.name,
        "kind": account.kind,
        "createdAt": write_time(account.created),
        "disabled": write_time(account.disabled),
    }
