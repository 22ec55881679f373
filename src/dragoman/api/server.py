"""uvicorn with what it lacks: a deadline for headers, and a drain between SIGTERM and closing the sockets."""

from __future__ import annotations

import asyncio
import signal
import socket
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from dragoman.settings import Settings

_LAST_SECONDS: Final = 0.3  # for requests on connections that were opened just before the sockets closed


def run_server(
    app: FastAPI, *, listener: socket.socket, settings: Settings, failed: Callable[[], bool]
) -> None:
    """Serve until a signal, or until `failed` is true. `listener` is bound and listening already."""
    config = uvicorn.Config(
        app,
        http=_patient_protocol(settings.header_timeout_seconds),
        loop="auto",
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=settings.max_connections,
        timeout_graceful_shutdown=int(settings.grace_seconds),
        backlog=1024,
    )
    _DrainingServer(config, app=app, drain_seconds=settings.drain_seconds, failed=failed).run(
        sockets=[listener]
    )


class _DrainingServer(uvicorn.Server):
    """On SIGTERM `/readyz` fails for the drain's time, then sockets close and running requests end."""

    def __init__(
        self, config: uvicorn.Config, *, app: FastAPI, drain_seconds: float, failed: Callable[[], bool]
    ) -> None:
        super().__init__(config)
        self._app = app
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
        """Called ten times a second by uvicorn: whether to stop."""
        drained = self._drained_at is not None and time.monotonic() >= self._drained_at
        return self._failed() or drained or await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the sockets, and idle connections a moment later: the last ones may have a request coming."""
        for server in self.servers:
            server.close()
        for listener in sockets or ():
            listener.close()
        if not self.force_exit:
            await asyncio.sleep(_LAST_SECONDS)
        await super().shutdown(sockets)


def _patient_protocol(header_timeout: float) -> type[HttpToolsProtocol]:
    """Uvicorn's HTTP protocol that closes a connection whose request headers do not arrive in time."""

    class PatientProtocol(HttpToolsProtocol):
        _header_timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._await_headers()

        def connection_lost(self, exc: Exception | None) -> None:
            self._headers_arrived()
            super().connection_lost(exc)

        def on_message_begin(self) -> None:
            super().on_message_begin()
            if self._header_timer is None:  # a later request on the same connection
                self._await_headers()

        def on_headers_complete(self) -> None:
            self._headers_arrived()
            super().on_headers_complete()

        def _await_headers(self) -> None:
            self._header_timer = self.loop.call_later(header_timeout, self._give_up)

        def _headers_arrived(self) -> None:
            if self._header_timer is not None:
                self._header_timer.cancel()
                self._header_timer = None

        def _give_up(self) -> None:
            if self.transport is not None and not self.transport.is_closing():
                self.transport.close()

    return PatientProtocol
