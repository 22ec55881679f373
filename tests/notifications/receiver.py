"""A real receiver on loopback that behaves as a test says."""

from __future__ import annotations

import asyncio
import socket
import ssl
import struct
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class Received:
    """One request."""

    received_at: float  # monotonic seconds
    request_line: str
    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]


Behave = Callable[[Received, asyncio.StreamWriter], Awaitable[None]]


def answer(status: int, body: bytes = b"", **headers: str) -> Behave:
    """Answer at once; header names are written with underscores."""

    async def behave(_: Received, writer: asyncio.StreamWriter) -> None:
        lines = [f"HTTP/1.1 {status} Whatever", f"Content-Length: {len(body)}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)

    return behave


async def never(_: Received, writer: asyncio.StreamWriter) -> None:
    """Take the request and say nothing."""
    await asyncio.sleep(60)


async def drip(_: Received, writer: asyncio.StreamWriter) -> None:
    """Answer 200, then a byte now and then."""
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
    while True:
        writer.write(b".")
        await writer.drain()
        await asyncio.sleep(0.3)


async def drip_head(_: Received, writer: asyncio.StreamWriter) -> None:
    """Begin an answer and send its head byte by byte."""
    for byte in b"HTTP/1.1 200 OK\r\n" + b"X-Long: yes\r\n" * 1000:
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(0.3)


async def flood(_: Received, writer: asyncio.StreamWriter) -> None:
    """Answer 200 with a body of ten gigabytes, as fast as it is read."""
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 10737418240\r\n\r\n")
    block = b"x" * 65536
    for _number in range(10737418240 // 65536):
        writer.write(block)
        await writer.drain()


async def reset(_: Received, writer: asyncio.StreamWriter) -> None:
    """Break the connection with RST."""
    connection = writer.get_extra_info("socket")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def nonsense(_: Received, writer: asyncio.StreamWriter) -> None:
    """Speak something else than HTTP."""
    writer.write(b"220 mail.example.com ESMTP\r\n\r\n")


async def hang_up(_: Received, writer: asyncio.StreamWriter) -> None:
    """Close without an answer."""
    writer.close()


@dataclass(kw_only=True)
class Receiver:
    """What runs, and what came."""

    port: int
    secure: bool
    behave: Behave = field(default_factory=lambda: answer(200))
    received: list[Received] = field(default_factory=list)
    connections: int = 0
    open_now: int = 0
    most_open: int = 0  # requests being answered at once

    @property
    def url(self) -> str:
        return f"{'https' if self.secure else 'http'}://127.0.0.1:{self.port}/hook?key=S3CRET"


@asynccontextmanager
async def run_receiver(
    behave: Behave | None = None,
    *,
    context: ssl.SSLContext | None = None,
    host: str = "127.0.0.1",
    port: int = 0,
) -> AsyncIterator[Receiver]:
    """Listen until the end of the block."""
    handlers: set[asyncio.Task[None]] = set()

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        handlers.add(task)
        receiver.connections += 1
        try:
            while request := await _read(reader):
                receiver.received.append(request)
                receiver.open_now += 1
                receiver.most_open = max(receiver.most_open, receiver.open_now)
                try:
                    await receiver.behave(request, writer)
                    await writer.drain()
                finally:
                    receiver.open_now -= 1
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            handlers.discard(task)
            writer.transport.abort()

    server = await asyncio.start_server(handle, host, port, ssl=context)
    receiver = Receiver(port=server.sockets[0].getsockname()[1], secure=context is not None)
    if behave is not None:
        receiver.behave = behave
    try:
        yield receiver
    finally:
        server.close()
        for handler in list(handlers):
            handler.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(2):
                while handlers:
                    await asyncio.sleep(0.01)


async def _read(reader: asyncio.StreamReader) -> Received | None:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.rstrip().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Received(received_at=time.monotonic(), request_line=first, headers=headers, body=body)
