"""`dragoman admin token`: temporary access tokens, for tests and short requests (A8, O4)."""

from __future__ import annotations

from typing import Annotated

import typer

from dragoman.access.model import IssuedToken, format_scopes
from dragoman.access.provisioning import create_sandbox_token, create_temporary_token
from dragoman.access.staff import OPERATOR
from dragoman.commands.admin.session import MAX_ID, Session, perform, show
from dragoman.commands.options import DataOption, JsonOption

ApplicationOption = Annotated[
    int | None, typer.Option(min=1, max=MAX_ID, help="Id of the application.", show_default=False)
]
AccountOption = Annotated[
    int | None, typer.Option(min=1, max=MAX_ID, help="Id of a sandbox account.", show_default=False)
]


def create_group() -> typer.Typer:
    """The group's commands."""
    group = typer.Typer(help="Temporary access tokens.", no_args_is_help=True)
    # A callback keeps `create` a word of its own although it is the only one.
    group.callback()(lambda: None)
    group.command("create")(create)
    return group


def create(
    ctx: typer.Context,
    application: ApplicationOption = None,
    account: AccountOption = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Create a temporary token, for an application or directly for a sandbox account."""
    if (application is None) == (account is None):
        raise typer.BadParameter("name one of --application and --account")

    async def work(session: Session) -> IssuedToken:
        keyring = await session.keyring()
        if application is not None:
            return await create_temporary_token(
                session.tx, keyring, session.settings, application, staff=OPERATOR
            )
        assert account is not None
        return await create_sandbox_token(session.tx, keyring, session.settings, account, staff=OPERATOR)

    issued = perform(ctx, data, work)
    show(
        {
            "accessToken": issued.access_token,
            "tokenType": "Bearer",
            "expiresIn": issued.expires_in,
            "scope": format_scopes(issued.scopes),
        },
        json=json,
        text=issued.access_token,
    )
