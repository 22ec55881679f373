"""uvicorn with bounded connections, and with a drain between SIGTERM and the closing of the sockets."""

from __future__ import annotations

import asyncio
import resource
import signal
import socket
import time
from collections.abc import Callable
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


def run_server(
    app: FastAPI, *, listener: socket.socket, settings: Settings, failed: Callable[[], bool]
) -> None:
    """Serve until a signal, or until `failed` is true. `listener` is bound and listening already."""
    _allow_open_files(settings.max_connections + settings.reserved_connections + _OTHER_FILES)
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
        backlog=1024,
    )
    server = _Server(config, app=app, table=table, drain_seconds=settings.drain_seconds, failed=failed)
    server.run(sockets=[listener])


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
        """Close the sockets, then idle connections: the newest ones may have a request on its way."""
        for server in self.servers:
            server.close()
        for listener in sockets or ():
            listener.close()
        if not self.force_exit:
            await asyncio.sleep(_LAST_SECONDS)
        await super().shutdown(sockets)
