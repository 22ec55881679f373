"""`dragoman admin user`: create, list, disable and enable (O5)."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any

import typer

from dragoman.accounts import actions
from dragoman.accounts.model import MAX_PASSWORD, MIN_PASSWORD, Role, User
from dragoman.commands.admin.session import (
    MAX_ID,
    AccountOption,
    AnyAccountOption,
    Session,
    perform,
    show,
    show_list,
)
from dragoman.commands.options import DataOption, JsonOption
from dragoman.times import write_time

IdArgument = Annotated[int, typer.Argument(metavar="ID", min=1, max=MAX_ID, help="Id of the user.")]
StdinOption = Annotated[bool, typer.Option("--password-stdin", help="Read the password from standard input.")]


def create_group() -> typer.Typer:
    """The group's commands."""
    group = typer.Typer(help="People who sign in.", no_args_is_help=True)
    group.command("create")(create)
    group.command("list")(list_all)
    group.command("disable")(disable)
    group.command("enable")(enable)
    return group


def create(
    ctx: typer.Context,
    email: Annotated[str, typer.Argument(metavar="EMAIL", help="The address to sign in with.")],
    *,
    account: AccountOption,
    role: Annotated[Role, typer.Option(help="What the person is to the service.")],
    password_stdin: StdinOption = False,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Create a user. The password is asked for, unless it comes on standard input."""
    password = _read_password(from_stdin=password_stdin)

    async def work(session: Session) -> User:
        return await actions.create_user(
            session.tx, account_id=account, email=email, role=role, password=password
        )

    user = perform(ctx, data, work)
    show(
        {"id": user.id, "email": user.email, "role": user.role, "accountId": user.account_id},
        json=json,
        text=f"User {user.id} ({user.role}): {user.email}",
    )


def list_all(
    ctx: typer.Context, account: AnyAccountOption = None, data: DataOption = None, json: JsonOption = False
) -> None:
    """List users."""

    async def work(session: Session) -> Sequence[User]:
        return await actions.list_users(session.tx, account_id=account)

    rows = [_row(user) for user in perform(ctx, data, work)]
    show_list(rows, json=json, nothing="There are no users.")


def disable(ctx: typer.Context, user: IdArgument, data: DataOption = None, json: JsonOption = False) -> None:
    """Let the person sign in no longer."""
    _change(ctx, data, user, actions.disable_user, json=json)


def enable(ctx: typer.Context, user: IdArgument, data: DataOption = None, json: JsonOption = False) -> None:
    """Undo `disable`."""
    _change(ctx, data, user, actions.enable_user, json=json)


def _change(
    ctx: typer.Context, data: object, user_id: int, action: Callable[..., Awaitable[User]], *, json: bool
) -> None:
    async def work(session: Session) -> User:
        return await action(session.tx, user_id=user_id)

    user = perform(ctx, data, work)
    state = "enabled" if user.disabled is None else "disabled"
    show(_row(user), json=json, text=f"User {user.id} is {state}.")


def _read_password(*, from_stdin: bool) -> str:
    """The first line of standard input without its end, or what is typed twice without an echo."""
    if not from_stdin:
        hint = f"Password ({MIN_PASSWORD} characters or more)"
        return str(typer.prompt(hint, hide_input=True, confirmation_prompt=True, err=True))
    line = sys.stdin.readline(MAX_PASSWORD + 3)
    return line.removesuffix("\n").removesuffix("\r")


def _row(user: User) -> dict[str, Any]:
    return {
        "id": user.id,
        "accountId": user.account_id,
        "email": user.email,
        "role": user.role,
        "created": write_time(user.created),
        "disabled": write_time(user.disabled),
    }
