"""A real HTTP server in the test's event loop, that answers as it is told: also with broken answers."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from urllib.parse import parse_qsl, unquote, urlsplit

import orjson


@dataclass(frozen=True, kw_only=True)
class Request:
    """One request that arrived; names of headers in lower case."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return orjson.loads(self.body)


@dataclass(frozen=True, kw_only=True)
class Reply:
    """An answer, or the beginning of one."""

    status: int = 200
    body: bytes = b""
    content_type: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: int | None = None  # bytes of the body after which the connection is reset
    drip: bool = False  # one byte after the other, for ever
    endless: bool = False  # the body again and again
    silent: bool = False  # nothing at all, and the connection stays
    gone: bool = False  # nothing at all, and the connection is reset


Handler: TypeAlias = Callable[[Request], "Reply | Awaitable[Reply]"]


def json_reply(value: object, status: int = 200, **headers: str) -> Reply:
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return Reply(status=status, body=orjson.dumps(value), headers=named)


@dataclass(kw_only=True)
class TestServer:
    """A server and what it received."""

    __test__ = False
    port: int
    handler: Handler
    requests: list[Request] = field(default_factory=list)
    open_now: int = 0  # requests being answered
    most_open: int = 0
    listener: asyncio.Server | None = None
    stopped: bool = False
    errors: list[Exception] = field(default_factory=list)  # of the handler
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    async def stop(self) -> None:
        """Close every connection, and take no more."""
        self.stopped = True
        if self.listener is not None:
            self.listener.close()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def of(self, path: str) -> list[Request]:
        return [request for request in self.requests if request.path == path]


@asynccontextmanager
async def running_server(handler: Handler, *, tls: ssl.SSLContext | None = None) -> AsyncIterator[TestServer]:
    """Serve until the end of the block; then every connection is closed."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        server.tasks.add(task)
        try:
            while not server.stopped and (request := await _read(reader)) is not None:
                await _answer(server, request, writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        except Exception as error:
            server.errors.append(error)
        finally:
            server.tasks.discard(task)
            writer.close()

    listener = await asyncio.start_server(serve, "127.0.0.1", 0, limit=2**20, ssl=tls)
    server = TestServer(port=listener.sockets[0].getsockname()[1], handler=handler, listener=listener)
    try:
        yield server
    finally:
        await server.stop()
        assert not server.errors, server.errors


async def _read(reader: asyncio.StreamReader) -> Request | None:
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.decode("latin-1").rstrip().split("\r\n")
    method, target, _ = first.split(" ")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    parts = urlsplit(target)
    return Request(
        method=method,
        path=unquote(parts.path),
        query=dict(parse_qsl(parts.query)),
        headers=headers,
        body=await reader.readexactly(int(headers.get("content-length", 0))),
    )


async def _answer(server: TestServer, request: Request, writer: asyncio.StreamWriter) -> None:
    server.requests.append(request)
    server.open_now += 1
    server.most_open = max(server.most_open, server.open_now)
    try:
        found = server.handler(request)
        reply = found if isinstance(found, Reply) else await found
        await _send(reply, writer)
    finally:
        server.open_now -= 1


async def _send(reply: Reply, writer: asyncio.StreamWriter) -> None:
    if reply.silent:
        await asyncio.Event().wait()
    if reply.gone:
        writer.transport.abort()
        raise ConnectionResetError
    is_counted = not reply.endless and not reply.drip
    lines = [
        f"HTTP/1.1 {reply.status} Status",
        f"content-type: {reply.content_type}",
        f"content-length: {len(reply.body)}" if is_counted else "transfer-encoding: chunked",
        *(f"{name}: {value}" for name, value in reply.headers.items()),
    ]
    writer.write("\r\n".join(lines).encode() + b"\r\n\r\n")
    if is_counted:
        writer.write(reply.body[: reply.cut])
        await writer.drain()
        if reply.cut is not None:
            writer.transport.abort()
            raise ConnectionResetError
        return
    while True:
        piece = b" " if reply.drip else reply.body
        writer.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
        await writer.drain()
        with contextlib.suppress(TimeoutError):
            await asyncio.sleep(0.02 if reply.drip else 0)
