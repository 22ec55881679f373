"""Connections of the application role, and the transaction that every domain action works in."""

from __future__ import annotations

import enum
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from psycopg import OperationalError as PsycopgOperationalError
from sqlalchemy import make_url, text
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from dragoman.errors import Unavailable


class Scope(enum.Enum):
    """Whose rows a transaction sees when it is not one account's."""

    NOBODY = ""  # only tables without an account
    EVERYBODY = "*"  # the provider's staff and the operator


NOBODY: Final = Scope.NOBODY
EVERYBODY: Final = Scope.EVERYBODY

_BEGIN = text("select set_config('dragoman.account', :account, true), clock_timestamp()")


@dataclass(frozen=True, slots=True, kw_only=True)
class Database:
    """An open pool of the application role, which row-level security binds."""

    engine: AsyncEngine
    clock_offset: timedelta = timedelta(0)  # tests move the domain's time with it


@dataclass(frozen=True, slots=True, kw_only=True)
class Transaction:
    """One open transaction: its connection, whose rows it sees, and the domain's now (UTC)."""

    connection: AsyncConnection
    account: int | Scope
    now: datetime


@asynccontextmanager
async def open_database(
    url: str, *, connections: int = 16, clock_offset: timedelta = timedelta(0)
) -> AsyncIterator[Database]:
    """Open the pool for a `postgresql://` address. Connects lazily: a server that is away shows at first use."""
    engine = create_async_engine(
        make_url(url).set(drivername="postgresql+psycopg"),
        pool_size=connections,
        max_overflow=0,
        pool_timeout=10,
        pool_pre_ping=False,
        connect_args={"connect_timeout": 5},
    )
    try:
        yield Database(engine=engine, clock_offset=clock_offset)
    finally:
        await engine.dispose()


@asynccontextmanager
async def transaction(database: Database, *, account: int | Scope) -> AsyncIterator[Transaction]:
    """Open a transaction that sees the rows of `account`; commit at the end, roll back on any error.

    Raises `Unavailable` when the database cannot be reached.
    """
    async with _translate_outage(), database.engine.connect() as connection, connection.begin():
        name = account.value if isinstance(account, Scope) else str(account)
        now: datetime = (await connection.execute(_BEGIN, {"account": name})).one()[1]
        yield Transaction(connection=connection, account=account, now=now + database.clock_offset)


@asynccontextmanager
async def bare_connection(database: Database) -> AsyncIterator[AsyncConnection]:
    """A connection in autocommit, for a single statement on a hot path; it sees no account's rows.

    Raises `Unavailable` when the database cannot be reached.
    """
    async with _translate_outage(), database.engine.connect() as connection:
        yield await connection.execution_options(isolation_level="AUTOCOMMIT")


@asynccontextmanager
async def _translate_outage() -> AsyncIterator[None]:
    try:
        yield
    except (OperationalError, InterfaceError, PoolTimeout, PsycopgOperationalError, OSError) as error:
        raise Unavailable("The database cannot be reached. Try again in a few seconds.") from error
    except DBAPIError as error:
        if error.connection_invalidated:
            raise Unavailable("The database cannot be reached. Try again in a few seconds.") from error
        raise
