"""What answers agents: the tools of `dragoman_client.mcp`, on a client that calls this process.

It keeps nothing between two messages, so that any process answers any of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final
from urllib.parse import urlsplit

from fastapi import FastAPI
from mcp.server.context import ServerRequestContext
from mcp.server.mcpserver import MCPServer
from mcp.server.request_state import RequestStateSecurity
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from dragoman.access.keyring import Keyring
from dragoman.api.mcp.in_process import InProcess
from dragoman.http.route_policy import REQUEST_ID
from dragoman.settings import Settings
from dragoman_client import AsyncClient, Options, Retry
from dragoman_client.mcp.host import Host
from dragoman_client.mcp.server import make_server

_LONGEST_WAIT: Final = 120.0  # seconds that a call may wait for a document or a project
_POLL_SECONDS: Final = 0.2
_PURPOSE: Final = "agents' answers"
_ALL: Final = "*"
# An agent is told of a limit soon, rather than kept waiting.
_RETRY: Final = Retry(attempts=4, longest=20.0)


class AgentService:
    """The tools, mounted in the process that serves. The first call makes it, `close` ends it."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app
        self._permitted = app.state.settings.mcp_orders
        self._mounted = {may_order: _Mounted(app, may_order=may_order) for may_order in (False, True)}

    def may_order(self, client_id: str) -> bool:
        """Whether the operator lets agents of an application order projects."""
        return _ALL in self._permitted or client_id in self._permitted

    async def handle(self, scope: Scope, receive: Receive, send: Send, *, may_order: bool) -> None:
        """Answer a message of an agent whose call was admitted."""
        manager = await self._mounted[may_order].running()
        await manager.handle_request(scope, receive, send)

    async def close(self) -> None:
        """End what still runs."""
        for mounted in self._mounted.values():
            await mounted.close()


class _Mounted:
    """The tools with the permission to order, or without, and the task in which the library answers."""

    def __init__(self, app: FastAPI, *, may_order: bool) -> None:
        self._app = app
        self._may_order = may_order
        self._lock = asyncio.Lock()
        self._stop = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._manager: StreamableHTTPSessionManager | None = None

    async def running(self) -> StreamableHTTPSessionManager:
        """The library's manager, started."""
        async with self._lock:
            if self._manager is None:
                host = _make_host(self._app, may_order=self._may_order)
                # The schemas of all tools take a while: other requests go on.
                server = await asyncio.to_thread(make_server, host, security=_security(self._app))
                manager = _make_manager(server, self._app.state.settings)
                started = asyncio.Event()
                self._task = asyncio.create_task(self._run(manager, started))
                await started.wait()
                self._manager = manager
            return self._manager

    async def close(self) -> None:
        """End it."""
        self._stop.set()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self, manager: StreamableHTTPSessionManager, started: asyncio.Event) -> None:
        async with manager.run():
            started.set()
            await self._stop.wait()


def _make_host(app: FastAPI, *, may_order: bool) -> Host:
    async def until_draining() -> None:
        while not app.state.draining:  # noqa: ASYNC110 - a signal handler sets it
            await asyncio.sleep(_POLL_SECONDS)

    @asynccontextmanager
    async def open_client(request: Any) -> AsyncIterator[AsyncClient]:
        async with _client_of(app, request) as client:
            yield client

    return Host(
        open_client=open_client,
        files=None,
        allow_orders=may_order,
        longest_wait=_LONGEST_WAIT,
        inline_bytes=app.state.settings.max_json_bytes // 4 * 3,  # as large as a file that can be sent
        stopping=until_draining,
    )


def _make_manager(server: MCPServer[Host], settings: Settings) -> StreamableHTTPSessionManager:
    server.streamable_http_app(
        stateless_http=True,
        max_request_body_size=2 * settings.max_json_bytes,  # `BodyLimits` refuses before
        # The endpoint has checked the origin; which names the service has, its proxy knows.
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    return server.session_manager


def _client_of(app: FastAPI, request: Request) -> AsyncClient:
    """A client that calls this process as the caller of a request, with its token, address and request id."""
    issuer = urlsplit(app.state.issuer)
    given = {
        "X-Request-Id": request.scope["state"].get(REQUEST_ID),
        "X-Forwarded-For": request.headers.get("x-forwarded-for"),
    }
    transport = InProcess(
        app,
        peer=(request.client.host, request.client.port) if request.client else ("127.0.0.1", 0),
        kept={name: value for name, value in given.items() if value is not None},
    )
    return AsyncClient(
        f"{issuer.scheme}://{issuer.netloc}",
        token=request.headers["authorization"].strip().partition(" ")[2].strip(),
        options=Options(transport=transport, retry=_RETRY, deadline=_LONGEST_WAIT, user_agent="dragoman-mcp"),
    )


def _security(app: FastAPI) -> RequestStateSecurity:
    """What seals a question to a user on its way to the answer: the same on all machines."""
    keyring: Keyring = app.state.runtime.keyring
    keys = [keyring.derive(key_id, _PURPOSE) for key_id in keyring.ids]
    return RequestStateSecurity(keys=keys, bind_principal=_client_id)


def _client_id(context: ServerRequestContext[Any, Any]) -> str | None:
    request = context.request
    caller = request.scope["state"].get("caller") if isinstance(request, Request) else None
    return getattr(caller, "client_id", None)
