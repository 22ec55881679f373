"""`dragoman admin signing-key` and `master-key`: what tokens are signed with, and how secrets are kept."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any

import typer

from dragoman.access import actions
from dragoman.access.keyring import add_master_key, read_master_keys
from dragoman.access.signing_keys import SigningKey
from dragoman.commands.admin.session import Session, perform, show, show_list
from dragoman.commands.options import DataOption, JsonOption, load_settings, print_message, refusals
from dragoman.timestamps import write_time

RevokeOption = Annotated[
    bool, typer.Option("--revoke", help="The old keys leaked: refuse every token issued until now.")
]


def create_signing_key_group() -> typer.Typer:
    """The commands on token keys."""
    group = typer.Typer(help="Keys that access tokens are signed with.", no_args_is_help=True)
    group.command("list")(list_signing_keys)
    group.command("rotate")(rotate_signing_key)
    return group


def create_master_key_group() -> typer.Typer:
    """The commands on the master key file."""
    group = typer.Typer(help="Keys that secrets in the database are kept with.", no_args_is_help=True)
    group.command("list")(list_master_keys)
    group.command("rotate")(rotate_master_key)
    return group


def list_signing_keys(ctx: typer.Context, data: DataOption = None, json: JsonOption = False) -> None:
    """List token keys in the order in which they sign."""

    async def work(session: Session) -> tuple[Sequence[SigningKey], datetime]:
        return await actions.list_signing_keys(session.tx, await session.keyring()), session.tx.now

    keys, now = perform(ctx, data, work)
    signing = [key for key in keys if key.signs_from <= now][-1:]
    rows = [_row(key, signs=key in signing) for key in keys]
    show_list(rows, json=json, nothing="There are no token keys: the service makes one when it starts.")


def rotate_signing_key(
    ctx: typer.Context, revoke: RevokeOption = False, data: DataOption = None, json: JsonOption = False
) -> None:
    """Make the next token key: published now, it signs in an hour, and live tokens stay valid.

    With --revoke it signs at once, and within half a minute no process accepts the older tokens.
    """

    async def work(session: Session) -> tuple[SigningKey, datetime]:
        keyring = await session.keyring()
        return await actions.rotate_signing_keys(session.tx, keyring, revoke=revoke), session.tx.now

    key, now = perform(ctx, data, work)
    row = _row(key, signs=key.signs_from <= now)
    show(row, json=json, text=f"Token key {key.id} signs from {row['signsFrom']}.")


def list_master_keys(ctx: typer.Context, data: DataOption = None, json: JsonOption = False) -> None:
    """List the ids of the master keys, newest first; never the keys."""
    settings = load_settings(ctx, data=data)
    with refusals():
        keys = read_master_keys(settings.master_key_path())
    show_list([{"id": key.id} for key in keys], json=json, nothing="")


def rotate_master_key(ctx: typer.Context, data: DataOption = None, json: JsonOption = False) -> None:
    """Add a new master key in front; new secrets use it, older keys stay to read the others."""
    settings = load_settings(ctx, data=data)
    with refusals():
        keyring = add_master_key(settings.master_key_path())
    show(
        {"id": keyring.current_id, "file": str(keyring.path)},
        json=json,
        text=f"Master key {keyring.current_id} is the first in {keyring.path}.",
    )
    print_message("Bring the file to every machine of this installation now, and renew your copy of it.")


def _row(key: SigningKey, *, signs: bool) -> dict[str, Any]:
    return {
        "id": key.id,
        "createdAt": write_time(key.created),
        "signsFrom": write_time(key.signs_from),
        "signs": signs,
    }
