"""How an admin command reaches the installation, and how it shows what it found."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeVar

import sqlalchemy as sa
import typer
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

from dragoman.access.identity import open_keyring
from dragoman.access.keyring import Keyring
from dragoman.commands.options import load_settings, print_json, refusals
from dragoman.database.connections import (
    ALL_ACCOUNTS,
    NO_ACCOUNT,
    Database,
    Transaction,
    open_database,
    transaction,
)
from dragoman.database.liveness import LONG_SECONDS, statement_limit
from dragoman.database.server import open_server
from dragoman.errors import Misconfigured
from dragoman.settings import Settings
from dragoman.telemetry import configure_logging

Result = TypeVar("Result")
MAX_ID: Final = 2**31 - 1
_MAX_WIDTH: Final = 1000

AccountOption = Annotated[int, typer.Option("--account", min=1, max=MAX_ID, help="Id of the account.")]
AnyAccountOption = Annotated[
    int | None, typer.Option("--account", min=1, max=MAX_ID, help="Of this account only.", show_default=False)
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One command's transaction, which sees every account."""

    tx: Transaction
    settings: Settings

    async def keyring(self) -> Keyring:
        """The master keys. Raises `Misconfigured` when their file cannot be used."""
        return await open_keyring(self.tx, self.settings)


def perform(ctx: typer.Context, data: object, work: Callable[[Session], Awaitable[Result]]) -> Result:
    """Do the work in one transaction. A refusal ends the command with status 1 and undoes everything."""
    settings = load_settings(ctx, data=data)
    configure_logging(level="warning", style="console")
    with refusals():
        return asyncio.run(_perform(settings, work))


async def _perform(settings: Settings, work: Callable[[Session], Awaitable[Result]]) -> Result:
    async with open_session(settings) as session:
        return await work(session)


@asynccontextmanager
async def open_session(settings: Settings) -> AsyncIterator[Session]:
    """A transaction that sees every account, of the installation's database. Raises `Misconfigured`."""
    async with (
        open_installation(settings, connections=1) as database,
        transaction(database, account=ALL_ACCOUNTS) as tx,
    ):
        yield Session(tx=tx, settings=settings)


@asynccontextmanager
async def open_installation(settings: Settings, *, connections: int) -> AsyncIterator[Database]:
    """The installation's database, for commands that need more than one transaction.

    Raises `Misconfigured` when there is no installation.
    """
    _check_installed(settings)
    with statement_limit(LONG_SECONDS):
        async with (
            open_server(settings) as urls,
            open_database(urls.application, connections=connections) as database,
        ):
            async with transaction(database, account=NO_ACCOUNT) as tx:
                found = await tx.connection.scalar(sa.text("select to_regclass('public.applications')"))
            if found is None:
                raise Misconfigured(
                    "The database is empty. Start the service once, or run `dragoman migrate`."
                )
            yield database


def is_installed(settings: Settings) -> bool:
    """Whether there is an installation, as far as the data directory shows."""
    return settings.database_url is not None or (settings.data / "postgres").is_dir()


def _check_installed(settings: Settings) -> None:
    """A mistyped directory must not become a new installation."""
    if not is_installed(settings):
        raise Misconfigured(
            f"There is no installation in {settings.data}. Name its directory with --data; to make a new "
            "one, start the service once, or run `dragoman migrate`."
        )


def show(value: Mapping[str, Any], *, json: bool, text: str) -> None:
    """Print one result: as JSON, or as text for people."""
    if json:
        print_json(value)
    else:
        typer.echo(text)


def show_list(rows: Sequence[Mapping[str, Any]], *, json: bool, nothing: str) -> None:
    """Print a list: as JSON, or as a table."""
    if json:
        print_json(rows)
    elif not rows:
        typer.echo(nothing)
    else:
        table = Table(*rows[0], box=None, header_style="bold")
        for row in rows:
            table.add_row(*(_cell(value) for value in row.values()))
        # As wide as its content: a client id that is broken into two lines cannot be copied.
        wide = Console(width=_MAX_WIDTH)
        width = Measurement.get(wide, wide.options, table).maximum
        Console(width=width, markup=False, highlight=False).print(table)


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ",".join(str(item) for item in value)
    return "" if value is None else str(value)
