"""Connections of the application role, and the transaction that every domain action works in.

A pooled connection whose server went away is noticed when it is taken from the pool. Transactions wait up to
`Database.outage_seconds` for a server that restarts, so only a running transaction notices a restart.
While the server is silent, connections are refused at once (see `liveness`).
"""

from __future__ import annotations

import asyncio
import enum
import select
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Final, LiteralString

import psycopg
from psycopg.rows import namedtuple_row
from sqlalchemy import event, text
from sqlalchemy.exc import DBAPIError, DisconnectionError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from dragoman.database.liveness import (
    CONNECT_DEFAULTS,
    ServerWatch,
    WatchedConnection,
    statement_milliseconds,
    watch_server,
)
from dragoman.database.urls import parse_url
from dragoman.errors import Unavailable
from dragoman.fair_semaphore import FairSemaphore


class RowScope(enum.Enum):
    """The rows that a transaction sees when it is not limited to one account."""

    NO_ACCOUNT = ""  # only tables without an account
    ALL_ACCOUNTS = "*"  # the provider's staff and the operator


NO_ACCOUNT: Final = RowScope.NO_ACCOUNT
ALL_ACCOUNTS: Final = RowScope.ALL_ACCOUNTS

_BEGIN: Final = text(
    "select set_config('dragoman.account', :account, true), set_config('statement_timeout', :limit, true), "
    "clock_timestamp()"
)
_AWAY: Final = "The database cannot be reached. Try again in a few seconds."
_RETRY_SECONDS: Final = 0.05
STATEMENT_CONNECTIONS: Final = 4  # each is busy for a fraction of a millisecond
WATCH_CONNECTIONS: Final = 1
_BULK_STATEMENTS: Final = 2  # of these connections, for long work: requests keep the others
_POOL_SECONDS: Final = 10  # for another request to give its connection back


@dataclass(frozen=True, slots=True, kw_only=True)
class Database:
    """An open pool of the application role, which row-level security binds."""

    engine: AsyncEngine
    statements: AsyncEngine  # of connections in autocommit, for `fetch_rows`
    watch: ServerWatch  # also for the queue's own connections
    url: str = field(repr=False)  # for the queue's own connections; it holds a password
    clock_offset: timedelta = timedelta(0)  # tests move the domain's time with it
    outage_seconds: float = 2.0  # seconds to wait for a server that is away before giving up
    bulk: FairSemaphore = field(default_factory=lambda: FairSemaphore(_BULK_STATEMENTS))
    places: FairSemaphore | None = None  # what each statement of `fetch_rows` waits for


@dataclass(frozen=True, slots=True, kw_only=True)
class Transaction:
    """One open transaction: its connection, whose rows it sees, and the domain's now (UTC)."""

    connection: AsyncConnection
    account: int | RowScope
    now: datetime


@asynccontextmanager
async def open_database(url: str, *, connections: int = 16, prepare: bool = True) -> AsyncIterator[Database]:
    """Open the pool for a `postgresql://` address. A server that is away shows at first use.

    `connections` are those of transactions; `STATEMENT_CONNECTIONS` and `WATCH_CONNECTIONS` come on top.
    `prepare=False` keeps statements unprepared, for a transaction-pooling proxy in between.
    """
    async with watch_server(parse_url(url)) as watch:
        arguments: dict[str, Any] = {**CONNECT_DEFAULTS, **parse_url(url), "watch": watch}
        if not prepare:
            arguments["prepare_threshold"] = None
        engine = _create_engine(arguments, connections=connections)
        statements = _create_engine(
            arguments,
            connections=STATEMENT_CONNECTIONS,
            isolation_level="AUTOCOMMIT",
            pool_reset_on_return=None,  # there is nothing to roll back
        )
        try:
            yield Database(engine=engine, statements=statements, watch=watch, url=url)
        finally:
            await engine.dispose()
            await statements.dispose()


def _create_engine(arguments: Mapping[str, Any], *, connections: int, **options: Any) -> AsyncEngine:
    engine = create_async_engine(
        "postgresql+psycopg://",  # libpq itself reads the address; SQLAlchemy would lose parts
        connect_args={**arguments, "async_creator_fn": WatchedConnection.connect},
        hide_parameters=True,  # an error's text may be logged, and parameters may be customers' text
        pool_size=connections,
        max_overflow=0,
        pool_timeout=_POOL_SECONDS,
        pool_use_lifo=True,
        **options,
    )
    event.listen(engine.sync_engine, "checkout", _refuse_dead)
    return engine


def for_bulk(database: Database) -> Database:
    """Limit the database for long work: its statements leave connections to requests, by fair share."""
    return replace(database, places=database.bulk)


@asynccontextmanager
async def transaction(database: Database, *, account: int | RowScope) -> AsyncIterator[Transaction]:
    """Open a transaction that sees the rows of `account`; commit at the end, roll back on any error.

    Raises `Unavailable` when the database cannot be reached.
    """
    with _translate_outage():
        deadline = time.monotonic() + database.outage_seconds
        async with AsyncExitStack() as stack:
            while True:
                connection = await _connect(database, database.engine, stack, deadline)
                try:
                    opened = await begin(connection, account=account, clock_offset=database.clock_offset)
                    break
                except DBAPIError as error:  # nothing was done yet, so that a new connection may do it
                    if not error.connection_invalidated or _is_over(database, deadline):
                        raise
                    await stack.aclose()
            yield opened
            await connection.commit()


async def begin(
    connection: AsyncConnection, *, account: int | RowScope, clock_offset: timedelta = timedelta(0)
) -> Transaction:
    """Begin a transaction for `account` on a connection; the caller ends it."""
    name = account.value if isinstance(account, RowScope) else str(account)
    values = {"account": name, "limit": str(statement_milliseconds())}
    now: datetime = (await connection.execute(_BEGIN, values)).one()[2]
    return Transaction(connection=connection, account=account, now=now + clock_offset)


async def fetch_rows(
    database: Database, query: LiteralString, parameters: Mapping[str, Any] | None = None
) -> list[Any]:
    """Run one statement by itself, on a hot path; its rows as named tuples. It sees no account's rows.

    `query` is psycopg's, with `%(name)s` for parameters: SQLAlchemy would take three times as long to run it.
    Raises `Unavailable` when the database cannot be reached.
    """
    with _translate_outage():
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(database.places or nullcontext())
            deadline = time.monotonic() + database.outage_seconds
            connection = await _connect(database, database.statements, stack, deadline)
            driver = (await connection.get_raw_connection()).driver_connection
            assert isinstance(driver, psycopg.AsyncConnection)
            cursor = driver.cursor(row_factory=namedtuple_row)
            await cursor.execute(query, parameters)
            return await cursor.fetchall()


async def _connect(
    database: Database, engine: AsyncEngine, stack: AsyncExitStack, deadline: float
) -> AsyncConnection:
    """Take a living connection, or wait for the server until `deadline`."""
    while True:
        try:
            return await stack.enter_async_context(engine.connect())
        except (OperationalError, InterfaceError, OSError):
            if _is_over(database, deadline):
                raise
        await asyncio.sleep(_RETRY_SECONDS)


def _is_over(database: Database, deadline: float) -> bool:
    return database.watch.is_silent or time.monotonic() > deadline


def is_outage(error: BaseException | None) -> bool:
    """Whether an error, or its cause, is the database being away or overloaded: the same may work later."""
    while error is not None:
        if isinstance(error, OperationalError | InterfaceError | PoolTimeout | psycopg.OperationalError):
            return True
        if isinstance(error, DBAPIError) and error.connection_invalidated:
            return True
        error = error.__cause__
    return False


def has_hung_up(connection: psycopg.AsyncConnection[Any]) -> bool:
    """Whether the server of an idle connection has closed it: its socket is readable without a query.

    One system call (about a microsecond) instead of a round trip before every use.
    """
    if connection.closed:
        return True
    poll = select.poll()
    poll.register(connection.pgconn.socket, select.POLLIN)
    return bool(poll.poll(0))


def _refuse_dead(connection: Any, _record: object, _proxy: object) -> None:
    """Have the pool replace a connection whose server hung up."""
    if has_hung_up(connection.driver_connection):
        raise DisconnectionError


@contextmanager
def _translate_outage() -> Iterator[None]:
    try:
        yield
    except PoolTimeout as error:
        raise Unavailable("The database is too busy. Try again in a few seconds.") from error
    except (DBAPIError, psycopg.Error) as error:
        if isinstance(getattr(error, "orig", error), psycopg.errors.QueryCanceled):
            raise Unavailable("The database took too long. Try again later.", retry_after=30) from error
        if is_outage(error):
            raise Unavailable(_AWAY) from error
        raise
