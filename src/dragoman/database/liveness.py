"""Noticing that the database server does not answer any more, and bounds for every wait for it.

A frozen machine, a stopped process or a cut network closes no connection: a client would wait for TCP's
minutes, or for ever. Each process therefore asks the server all the time (`ServerWatch`). Silence ends the
connections of the process, so that every wait ends like that for a server that crashed, and refuses new ones
until the server answers. A server that is only slow is left its time, up to the statement limit.
"""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar
from typing import Any, Final, TypeAlias, TypeVar
from weakref import WeakSet

import psycopg
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus
from psycopg.rows import TupleRow

from dragoman.cancellation import end_task
from dragoman.telemetry import log

_Result = TypeVar("_Result")
_Connection: TypeAlias = psycopg.AsyncConnection[Any]

REQUEST_SECONDS: Final = 60.0  # for one statement that a client waits for
LONG_SECONDS: Final = 3600.0  # for one statement of a job or a command

_BEAT_SECONDS: Final = 0.5  # between two questions
_ANSWER_SECONDS: Final = 1.5  # for the answer on the watch's connection
_CONNECT_SECONDS: Final = 1.0  # more, for a new connection
_SLICE_SECONDS: Final = 0.25
_CANCEL_SECONDS: Final = 1.0  # for the server to take note that a statement is cancelled
_MARGIN_SECONDS: Final = 5.0  # after which a server that does not end its statement in time is left alone

# Defaults for libpq; the address may set others. TCP notices a vanished peer in about ten seconds, also where
# the peer of one connection only has vanished.
CONNECT_DEFAULTS: Final[Mapping[str, str]] = {
    "connect_timeout": "3",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "8000",
}

_statement_seconds: ContextVar[float | None] = ContextVar("statement_seconds", default=REQUEST_SECONDS)


@contextmanager
def statement_limit(seconds: float | None) -> Iterator[None]:
    """Give each statement in the block so much time; None for as long as the server answers at all."""
    token = _statement_seconds.set(seconds)
    try:
        yield
    finally:
        _statement_seconds.reset(token)


def statement_milliseconds() -> int:
    """The limit in force, as PostgreSQL's `statement_timeout` has it: 0 is none."""
    seconds = _statement_seconds.get()
    return 0 if seconds is None else round(seconds * 1000)


class WatchedConnection(psycopg.AsyncConnection[TupleRow]):
    """A connection on which no wait is endless: by the statement limit, and by the watch that it is under."""

    @classmethod
    async def connect(  # type: ignore[override] # the parameters that are passed on are psycopg's
        cls, conninfo: str = "", *, watch: ServerWatch | None = None, **options: Any
    ) -> WatchedConnection:
        """Connect. Raises `psycopg.OperationalError`, at once while the server is known to be silent."""
        if watch is None:
            return await super().connect(conninfo, **options)
        with watch.ending_silence():
            async with asyncio.timeout(None) as limit:
                watch.connecting.add(limit)
                connection = await super().connect(conninfo, **options)
            watch.connections.add(connection)
            return connection

    async def wait(self, gen: PQGen[_Result], interval: float = 0.1, timeout: float | None = None) -> _Result:
        """Every exchange with the server passes here. One over its limit closes the connection."""
        seconds = _statement_seconds.get()
        if timeout is not None or seconds is None:
            return await super().wait(gen, interval, timeout)
        try:
            return await super().wait(gen, interval, seconds + _MARGIN_SECONDS)
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:  # neither answered nor lost
                self.pgconn.finish()
            raise

    async def cancel_safe(self, *, timeout: float = 30.0) -> None:
        """Cancel what runs; a server that does not take note of it soon loses the connection."""
        try:
            await super().cancel_safe(timeout=min(timeout, _CANCEL_SECONDS))
        except psycopg.Error:
            self.pgconn.finish()
            raise


class ServerWatch:
    """Knows whether one server answers. Made by `watch_server`."""

    def __init__(self, arguments: Mapping[str, Any]) -> None:
        self.connections: WeakSet[WatchedConnection] = WeakSet()
        self.connecting: WeakSet[asyncio.Timeout] = WeakSet()
        self.is_silent = False
        self._arguments = {**arguments, "autocommit": True, "prepare_threshold": None}
        self._own: _Connection | None = None
        self._answering_since = float("-inf")

    def answering_seconds(self) -> float:
        """Since when the server answers, in seconds; infinite when it always did."""
        return 0.0 if self.is_silent else time.monotonic() - self._answering_since

    @contextmanager
    def ending_silence(self) -> Iterator[None]:
        """A block that connects: it fails at once, or in the middle, when the server is silent."""
        message = "The database server does not answer."
        if self.is_silent:
            raise psycopg.OperationalError(message)
        try:
            yield
        except TimeoutError:
            raise psycopg.OperationalError(message) from None

    async def run(self) -> None:
        """Ask again and again, until cancelled."""
        try:
            while True:
                if await self._ask():
                    self._note_answer()
                elif not self.is_silent:
                    self._end_waits()
                await asyncio.sleep(_BEAT_SECONDS)
        finally:
            if self._own is not None:
                await self._own.close()

    async def _ask(self) -> bool:
        """Whether the server answers; on a new connection where the one of before does not work any more.

        A server that refuses or has gone is not silent: its clients get an error. But silence ends only
        with a good answer.
        """
        connection, self._own = self._own, None
        for seconds in (_ANSWER_SECONDS, _CONNECT_SECONDS):
            asking = asyncio.ensure_future(self._answer(connection))
            try:
                has_ended = await _ends_within(asking, seconds)
            except asyncio.CancelledError:
                await _give_up(asking, connection)
                raise
            if has_ended:
                self._own = await asking
                return self._own is not None or not self.is_silent
            if connection is None:
                asking.cancel()
            else:  # to cancel a question would be to ask another one
                _hang_up(connection)
                connection = None
        return False

    async def _answer(self, connection: _Connection | None) -> _Connection | None:
        """The connection on which the server answered well."""
        with suppress(psycopg.Error, OSError):
            if connection is None or connection.closed:
                return await psycopg.AsyncConnection.connect(**self._arguments)
            await connection.execute("select")
            return connection
        return None

    def _note_answer(self) -> None:
        if self.is_silent:
            self.is_silent = False
            self._answering_since = time.monotonic()
            log().info("database.answers_again")

    def _end_waits(self) -> None:
        self.is_silent = True
        log().error("database.silent", connections=len(self.connections))
        for limit in list(self.connecting):
            with suppress(RuntimeError):  # it has ended
                limit.reschedule(asyncio.get_running_loop().time())
        for connection in list(self.connections):
            _hang_up(connection)


async def _give_up(asking: asyncio.Future[_Connection | None], connection: _Connection | None) -> None:
    """Close the connection when the answer is not needed any more."""
    if connection is None:
        asking.cancel()
    else:
        _hang_up(connection)
    for one in (connection, *await asyncio.gather(asking, return_exceptions=True)):
        if isinstance(one, psycopg.AsyncConnection):
            await one.close()


async def _ends_within(asking: asyncio.Future[Any], seconds: float) -> bool:
    """Whether it ends in time. In slices, so that a loop that is held up does not take the time away."""
    for _ in range(round(seconds / _SLICE_SECONDS)):
        done, _ = await asyncio.wait({asking}, timeout=_SLICE_SECONDS)
        if done:
            return True
    return False


def _hang_up(connection: _Connection) -> None:
    """End the wait of the connection's user, who then closes it."""
    with suppress(psycopg.Error, OSError), socket.socket(fileno=os.dup(connection.pgconn.socket)) as end:
        end.shutdown(socket.SHUT_RDWR)


@asynccontextmanager
async def watch_server(arguments: Mapping[str, Any]) -> AsyncIterator[ServerWatch]:
    """Watch the server of these libpq parameters until the end of the block, on one connection to it."""
    watch = ServerWatch({**CONNECT_DEFAULTS, **arguments})
    running = asyncio.create_task(watch.run(), name="database watch")
    try:
        yield watch
    finally:
        await end_task(running)
