"""`dragoman admin account`: create, list, disable and enable (O3)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any

import typer

from dragoman.access.actions import open_account
from dragoman.access.staff import OPERATOR
from dragoman.accounts import actions
from dragoman.accounts.model import Account, AccountKind
from dragoman.commands.admin.session import MAX_ID, Session, perform, show, show_list
from dragoman.commands.options import DataOption, JsonOption
from dragoman.database.connections import Transaction
from dragoman.memories.actions import create_first_memory
from dragoman.times import write_time

IdArgument = Annotated[int, typer.Argument(metavar="ID", min=1, max=MAX_ID, help="Id of the account.")]


def create_group() -> typer.Typer:
    """The group's commands."""
    group = typer.Typer(help="Customers, or parts of one.", no_args_is_help=True)
    group.command("create")(create)
    group.command("list")(list_all)
    group.command("disable")(disable)
    group.command("enable")(enable)
    return group


def create(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What people call it.")],
    kind: Annotated[AccountKind, typer.Option(help="What it may do and what it costs.")],
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Create an account. A sandbox account gets a built-in application for temporary tokens."""

    async def work(session: Session) -> Account:
        account = await open_account(session.tx, await session.keyring(), name=name, kind=kind)
        await create_first_memory(session.tx, account=account, staff=OPERATOR)
        return account

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


def disable(
    ctx: typer.Context, account: IdArgument, data: DataOption = None, json: JsonOption = False
) -> None:
    """Refuse the account's credentials and tokens from the next call on."""
    _change(ctx, data, account, actions.disable_account, json=json)


def enable(
    ctx: typer.Context, account: IdArgument, data: DataOption = None, json: JsonOption = False
) -> None:
    """Undo `disable`."""
    _change(ctx, data, account, actions.enable_account, json=json)


def _change(
    ctx: typer.Context,
    data: object,
    account_id: int,
    action: Callable[..., Awaitable[Account]],
    *,
    json: bool,
) -> None:
    async def work(session: Session) -> Account:
        tx: Transaction = session.tx
        return await action(tx, account_id=account_id)

    account = perform(ctx, data, work)
    state = "enabled" if account.disabled is None else "disabled"
    show(_row(account), json=json, text=f"Account {account.id} is {state}.")


def _row(account: Account) -> dict[str, Any]:
    return {
        "id": account.id,
        "name": account.name,
        "kind": account.kind,
        "created": write_time(account.created),
        "disabled": write_time(account.disabled),
    }
