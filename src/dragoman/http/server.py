"""uvicorn with bounded connections, and with a drain between SIGTERM and the closing of the sockets."""

from __future__ import annotations

import asyncio
import resource
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import Any, Final, cast

import uvicorn
from fastapi import FastAPI

from dragoman.http.connection import Connection
from dragoman.http.connection_limits import ConnectionLimits, RequestLimits
from dragoman.http.connection_table import ConnectionTable
from dragoman.settings import Settings
from dragoman.telemetry import log

_LAST_SECONDS: Final = 0.3  # for requests on connections that were opened just before the sockets closed
_CHECKED_TICKS: Final = 5  # deadlines are checked twice a second
_OTHER_FILES: Final = 512  # open files beside the clients' connections
_BACKLOG: Final = 1024  # connections that the kernel has taken and the server has not yet


def run_server(
    app: FastAPI, *, listener: socket.socket, settings: Settings, failed: Callable[[], bool]
) -> None:
    """Serve until a signal, or until `failed` is true. `listener` is bound and listening already."""
    _allow_open_files(settings.max_connections + settings.reserved_connections + _OTHER_FILES)
    create_server(app, settings=settings, failed=failed).run(sockets=[listener])


def create_server(app: FastAPI, *, settings: Settings, failed: Callable[[], bool]) -> uvicorn.Server:
    """Create what `run_server` runs."""
    table: ConnectionTable[Connection] = ConnectionTable(ConnectionLimits.from_settings(settings))
    protocol = partial(
        Connection,
        table=table,
        limits=RequestLimits.from_settings(settings),
        metrics=app.state.metrics,
    )
    config = uvicorn.Config(
        app,
        http=cast("Any", protocol),
        loop="auto",
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=int(settings.grace_seconds),
        backlog=_BACKLOG,
    )
    return _Server(config, app=app, table=table, drain_seconds=settings.drain_seconds, failed=failed)


def _allow_open_files(needed: int) -> None:
    """Raise the process's limit of open files. Log a warning if it stays below what connections need."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return
    allowed = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    if allowed < needed:
        log().warning("service.few_open_files", allowed=allowed, needed=needed)


class _Server(uvicorn.Server):
    """On SIGTERM `/readyz` fails for the drain's time, then sockets close and running requests end."""

    def __init__(
        self,
        config: uvicorn.Config,
        *,
        app: FastAPI,
        table: ConnectionTable[Connection],
        drain_seconds: float,
        failed: Callable[[], bool],
    ) -> None:
        super().__init__(config)
        self._app = app
        self._table = table
        self._drain_seconds = drain_seconds
        self._failed = failed
        self._drained_at: float | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - uvicorn's signature
        """SIGTERM drains; SIGINT, or a second signal, closes at once; a third does not wait for requests."""
        if sig == signal.SIGTERM and not self._app.state.draining:
            self._drained_at = time.monotonic() + self._drain_seconds
        else:
            self.force_exit = self.should_exit
            self.should_exit = True
        self._app.state.draining = True

    async def on_tick(self, counter: int) -> bool:
        """Check deadlines, and return whether to stop. uvicorn calls it ten times a second."""
        if counter % _CHECKED_TICKS == 0:
            now = asyncio.get_running_loop().time()
            for connection in self._table:
                connection.check_deadlines(now)
            self._table.find_slow()
        drained = self._drained_at is not None and time.monotonic() >= self._drained_at
        return self._failed() or drained or await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the sockets, then idle connections: the newest ones may have a request on its way.

        What the kernel has taken for a socket that closes it would reset, and requests on it were lost.
        """
        taken = [connection for listener in sockets or () for connection in _take_waiting(listener)]
        for server in self.servers:
            server.close()
        for listener in sockets or ():
            listener.close()
        for connection in taken:
            with suppress(OSError):  # it is closed again
                await asyncio.get_running_loop().connect_accepted_socket(self._protocol, connection)
        if not self.force_exit:
            await asyncio.sleep(_LAST_SECONDS)
        await super().shutdown(sockets)

    def _protocol(self) -> asyncio.Protocol:
        make = cast("Any", self.config.http_protocol_class)
        state = self.lifespan.state
        return cast(
            "asyncio.Protocol", make(config=self.config, server_state=self.server_state, app_state=state)
        )


def _take_waiting(listener: socket.socket) -> list[socket.socket]:
    """Take the connections that the kernel has for a listening socket."""
    taken: list[socket.socket] = []
    listener.setblocking(False)
    with suppress(OSError):  # there is no more
        while len(taken) < _BACKLOG:
            taken.append(listener.accept()[0])
    return taken
