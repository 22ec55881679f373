"""`dragoman admin link`: a link that signs an admin in, for the first start and for who is locked out."""

from __future__ import annotations

from typing import Annotated

import typer

from dragoman.access.issuing import find_issuer
from dragoman.commands.admin.session import Session, perform, show
from dragoman.commands.options import DataOption, JsonOption, print_message
from dragoman.sign_in.first_admin import admin_link, first_admin_link
from dragoman.sign_in.model import NewLink
from dragoman.timestamps import write_time

EmailOption = Annotated[
    str | None, typer.Option(help="Of an admin. Default: the first one.", show_default=False)
]
FirstOption = Annotated[bool, typer.Option("--first", help="Only while nobody has signed in yet.")]


def link(
    ctx: typer.Context,
    email: EmailOption = None,
    first: FirstOption = False,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Print a link that signs an admin in once, within 30 minutes.

    The installation's first admin is made where there is none. A link made for the same admin before stops.
    """
    if first and email is not None:
        raise typer.BadParameter("name one of --email and --first")

    async def work(session: Session) -> tuple[NewLink | None, str]:
        keyring = await session.keyring()
        if first:
            made = await first_admin_link(session.tx, keyring)
        else:
            made = await admin_link(session.tx, keyring, email=email)
        settings = session.settings
        base = await find_issuer(session.tx, settings)
        return made, base or f"http://{settings.host}:{settings.port}"

    made, base = perform(ctx, data, work)
    shown: dict[str, str | int | None] = {"url": None, "userId": None, "expiresAt": None}
    if made is not None:
        shown = {"url": made.url(base), "userId": made.user_id, "expiresAt": write_time(made.expires)}
    show(shown, json=json, text=str(shown["url"] or "People have signed in already."))
    if made is not None:
        print_message("It signs in once, within 30 minutes.")
