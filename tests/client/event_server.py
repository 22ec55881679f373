"""A real server of server-sent events whose connections a test writes: what each sends, and how it ends."""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

PATH = "/project/v1/events"


@dataclass(frozen=True, kw_only=True)
class StreamRequest:
    """One request for the stream."""

    number: int  # of this connection, from 0
    headers: Mapping[str, str]
    query: Mapping[str, list[str]]

    @property
    def behind(self) -> str | None:
        return self.headers.get("last-event-id")


@dataclass(frozen=True, kw_only=True)
class Stream:
    """What a connection sends, and how it ends: well, by a reset, or not at all."""

    parts: tuple[bytes, ...] = ()
    ends: str = "well"
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: {"Content-Type": "text/event-stream"})


@dataclass(kw_only=True)
class EventServer:
    """A running server. Tokens it gives by itself."""

    script: Callable[[StreamRequest], Stream]
    port: int = 0
    asked: list[StreamRequest] = field(default_factory=list)
    tokens: int = 0
    closing: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


def frame(number: int, body: str = "{}", kind: str = "test.event", **headers: str) -> bytes:
    """An event as the service writes it."""
    data = {
        "id": f"msg_{number}",
        "kind": kind,
        "subject": f"thing:{number}",
        "applicationId": 7,
        "createdAt": "2026-11-27T16:40:12Z",
        "headers": {"webhook-id": f"msg_{number}", "webhook-timestamp": "1795797612", **headers},
        "body": body,
    }
    return f"id: 100-{number}-1\nevent: {kind}\ndata: {json.dumps(data)}\n\n".encode()


@contextmanager
def event_server(script: Callable[[StreamRequest], Stream]) -> Iterator[EventServer]:
    server = EventServer(script=script)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # what was written before a reset has been sent

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("content-length", 0)))
            server.tokens += 1
            self._answer({"access_token": f"token-{server.tokens}", "expires_in": 300})

        def do_GET(self) -> None:
            asked = StreamRequest(
                number=len(server.asked),
                headers={name.lower(): value for name, value in self.headers.items()},
                query=parse_qs(urlsplit(self.path).query),
            )
            server.asked.append(asked)
            _write(self, server.script(asked), server.closing)

        def _answer(self, value: Any) -> None:
            content = json.dumps(value).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            pass  # the client went away

    with Server(("127.0.0.1", 0), Handler) as running:
        server.port = running.server_address[1]
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server
        finally:
            server.closing.set()
            running.shutdown()
            thread.join()


def _write(handler: BaseHTTPRequestHandler, stream: Stream, closing: threading.Event) -> None:
    handler.send_response(stream.status)
    for name, value in stream.headers.items():
        handler.send_header(name, value)
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    for part in stream.parts:
        handler.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
        handler.wfile.flush()
    if stream.ends == "open":
        closing.wait()
    handler.close_connection = True
    if stream.ends == "reset":
        handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        handler.connection.close()
    else:
        handler.wfile.write(b"0\r\n\r\n")
