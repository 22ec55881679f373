"""Calls of the application itself, in the process: what a client of the service uses instead of the network.

A call is to the application what a call of the network is: its middlewares run, and where whoever called
goes away, it is told so, and ends or finishes as it does with others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

import httpx2
from starlette.types import ASGIApp, Message, Scope


class InProcess(httpx2.AsyncBaseTransport):
    """A transport that calls an application. `kept` are headers that every call gets."""

    def __init__(self, app: ASGIApp, *, peer: tuple[str, int], kept: Mapping[str, str]) -> None:
        self._app = app
        self._peer = peer
        self._kept = kept

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Call the application, and give its answer when it is whole."""
        request.headers.update(self._kept)
        exchange = _Exchange(body=await request.aread())
        running = asyncio.create_task(exchange.run(self._app, self._scope(request)))
        _RUNNING.add(running)
        running.add_done_callback(_RUNNING.discard)
        try:
            await asyncio.shield(running)
        finally:
            exchange.disconnected.set()
        return httpx2.Response(exchange.status, headers=exchange.headers, content=b"".join(exchange.parts))

    def _scope(self, request: httpx2.Request) -> Scope:
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": request.method,
            "headers": [(name.lower(), value) for name, value in request.headers.raw],
            "scheme": request.url.scheme,
            "path": request.url.path,
            "raw_path": request.url.raw_path.partition(b"?")[0],
            "query_string": request.url.query,
            "server": (request.url.host, request.url.port),
            "client": self._peer,
            "root_path": "",
            "state": {},
        }


_RUNNING: set[asyncio.Task[None]] = set()  # else a call that nobody awaits could be collected


@dataclass(slots=True, kw_only=True)
class _Exchange:
    """One call and its answer."""

    body: bytes
    status: int = 500  # where the application sends nothing
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    parts: list[bytes] = field(default_factory=list)
    disconnected: asyncio.Event = field(default_factory=asyncio.Event)
    is_read: bool = False

    async def run(self, app: ASGIApp, scope: Scope) -> None:
        """Let the application answer. What breaks there is logged there: the answer is then incomplete."""
        try:
            await app(scope, self.receive, self.send)
        except Exception:
            self.status, self.headers, self.parts = 500, [], []

    async def receive(self) -> Message:
        """The body, then the end of the connection."""
        if not self.is_read:
            self.is_read = True
            return {"type": "http.request", "body": self.body, "more_body": False}
        await self.disconnected.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        """Take a part of the answer."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = list(message.get("headers", ()))
        elif message["type"] == "http.response.body":
            self.parts.append(message.get("body", b""))
