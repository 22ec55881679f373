"""`dragoman admin user`: create, list, change, disable and enable (O5)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from dragoman.access.issuing import find_issuer
from dragoman.access.staff import OPERATOR
from dragoman.accounts import actions
from dragoman.accounts.model import MAX_PASSWORD, MIN_PASSWORD, Role, User, UserChanges, UserDraft
from dragoman.catalog import customers
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
from dragoman.sign_in import people
from dragoman.sign_in.invitations import invite_again
from dragoman.sign_in.model import NewLink
from dragoman.sign_in.second_factors.actions import reset_second_factor
from dragoman.sign_in.sessions import end_all_sessions
from dragoman.timestamps import write_time

IdArgument = Annotated[int, typer.Argument(metavar="ID", min=1, max=MAX_ID, help="Id of the user.")]
StdinOption = Annotated[bool, typer.Option("--password-stdin", help="Read the password from standard input.")]
FirstNameOption = Annotated[str | None, typer.Option(help="First name.", show_default=False)]
LastNameOption = Annotated[str | None, typer.Option(help="Last name.", show_default=False)]


def create_group() -> typer.Typer:
    """The group's commands."""
    group = typer.Typer(help="People who sign in, or whom projects name.", no_args_is_help=True)
    group.command("create")(create)
    group.command("list")(list_all)
    group.command("change")(change)
    group.command("disable")(disable)
    group.command("enable")(enable)
    group.command("invite")(invite)
    group.command("remove-second-factor")(remove_second_factor)
    group.command("end-sessions")(end_sessions)
    return group


def create(
    ctx: typer.Context,
    email: Annotated[
        str | None, typer.Argument(metavar="[EMAIL]", help="The address to sign in with.", show_default=False)
    ] = None,
    *,
    account: AccountOption,
    role: Annotated[list[Role], typer.Option(help="What the person is to the service; may be repeated.")],
    first_name: FirstNameOption = None,
    last_name: LastNameOption = None,
    password_stdin: StdinOption = False,
    no_password: Annotated[
        bool, typer.Option("--no-password", help="The user cannot sign in; projects can name them.")
    ] = False,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Create a user. The password is asked for, unless it comes on standard input or there is to be none.

    Without an e-mail address there is no password.
    """
    without = no_password or email is None
    draft = UserDraft(
        account_id=account,
        roles=frozenset(role),
        first_name=first_name or "",
        last_name=last_name or "",
        email=email,
        password=None if without else _read_password(from_stdin=password_stdin),
    )

    async def work(session: Session) -> User:
        return await customers.create_user(session.tx, draft=draft, staff=OPERATOR)

    user = perform(ctx, data, work)
    show(
        {
            "id": user.id,
            "email": user.email,
            "role": user.role,
            "roles": sorted(user.roles),
            "accountId": user.account_id,
        },
        json=json,
        text=f"User {user.id} ({', '.join(sorted(user.roles))}): {user.email or user.name}",
    )


def list_all(
    ctx: typer.Context, account: AnyAccountOption = None, data: DataOption = None, json: JsonOption = False
) -> None:
    """List users."""

    async def work(session: Session) -> Sequence[User]:
        return await actions.list_users(session.tx, account_id=account)

    rows = [_row(user) for user in perform(ctx, data, work)]
    show_list(rows, json=json, nothing="There are no users.")


def change(
    ctx: typer.Context,
    user: IdArgument,
    *,
    email: Annotated[str | None, typer.Option(help="A new address.", show_default=False)] = None,
    role: Annotated[
        list[Role] | None,
        typer.Option(help="What the person is from now on; may be repeated.", show_default=False),
    ] = None,
    first_name: FirstNameOption = None,
    last_name: LastNameOption = None,
    password_stdin: StdinOption = False,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Change a user's names, address, role, or password."""
    changes = UserChanges(
        first_name=first_name,
        last_name=last_name,
        email=email,
        roles=frozenset(role) if role else None,
        password=_read_password(from_stdin=True) if password_stdin else None,
    )
    _change(ctx, data, user, changes, json=json)


def disable(ctx: typer.Context, user: IdArgument, data: DataOption = None, json: JsonOption = False) -> None:
    """Let the person sign in no longer, and no new project name them."""
    _change(ctx, data, user, UserChanges(disabled=True), json=json)


def enable(ctx: typer.Context, user: IdArgument, data: DataOption = None, json: JsonOption = False) -> None:
    """Undo `disable`."""
    _change(ctx, data, user, UserChanges(disabled=False), json=json)


def invite(ctx: typer.Context, user: IdArgument, data: DataOption = None, json: JsonOption = False) -> None:
    """Print a link with which somebody without a password chooses one, within 7 days. One before stops."""

    async def work(session: Session) -> tuple[NewLink, str]:
        _, link = await invite_again(session.tx, by=OPERATOR, user_id=user)
        settings = session.settings
        base = await find_issuer(session.tx, settings)
        return link, base or f"http://{settings.host}:{settings.port}"

    link, base = perform(ctx, data, work)
    url = link.url(base)
    show({"url": url, "expiresAt": write_time(link.expires)}, json=json, text=url)


def remove_second_factor(
    ctx: typer.Context, user: IdArgument, data: DataOption = None, json: JsonOption = False
) -> None:
    """Remove the second factor of somebody who lost it. All their sessions end."""

    async def work(session: Session) -> bool:
        return await reset_second_factor(session.tx, user_id=user, staff=OPERATOR)

    removed = perform(ctx, data, work)
    text = f"User {user} has no second factor any more." if removed else f"User {user} has no second factor."
    show({"id": user, "removed": removed}, json=json, text=text)


def end_sessions(
    ctx: typer.Context, user: IdArgument, data: DataOption = None, json: JsonOption = False
) -> None:
    """Sign somebody out everywhere."""

    async def work(session: Session) -> int:
        return await end_all_sessions(session.tx, user_id=user, staff=OPERATOR)

    ended = perform(ctx, data, work)
    show({"id": user, "sessions": ended}, json=json, text=f"Sessions of user {user} that ended: {ended}.")


def _change(ctx: typer.Context, data: object, user_id: int, changes: UserChanges, *, json: bool) -> None:
    async def work(session: Session) -> User:
        return await people.change_user(session.tx, user_id, changes=changes, staff=OPERATOR)

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
        "firstName": user.first_name,
        "lastName": user.last_name,
        "email": user.email,
        "role": user.role,
        "roles": sorted(user.roles),
        "signedInAt": write_time(user.signed_in),
        "createdAt": write_time(user.created),
        "disabled": write_time(user.disabled),
    }
