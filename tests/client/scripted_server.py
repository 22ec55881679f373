"""A real HTTP server whose answers a test writes: a function from a request to an answer."""

from __future__ import annotations

import itertools
import json
import socket
import struct
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Asked:
    """One request that arrived. Names of headers are in lower case."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True, kw_only=True)
class Told:
    """An answer. `cut` bytes of the body are sent, then the connection is reset; None: all of it."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: int | None = None


RESET = Told(status=0)  # the connection is reset before any answer

Script = Callable[[Asked], Told]


def told(value: Any, status: int = 200, **headers: str) -> Told:
    """An answer of JSON."""
    names = {name.replace("_", "-"): text for name, text in headers.items()}
    return Told(
        status=status,
        body=json.dumps(value).encode(),
        headers={"Content-Type": "application/json", **names},
    )


@dataclass(kw_only=True)
class ScriptedServer:
    """A server that notes what it is asked, and answers by its script. Tokens it gives by itself."""

    script: Script
    asked: list[Asked] = field(default_factory=list)
    expires_in: float = 300
    port: int = 0
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def tokens(self) -> list[Asked]:
        return [one for one in self.asked if one.path == "/oauth2/token"]

    def of(self, path: str) -> list[Asked]:
        return [one for one in self.asked if one.path.partition("?")[0] == path]

    def answer(self, asked: Asked) -> Told:
        self.asked.append(asked)
        if asked.path == "/oauth2/token":
            token = f"token-{next(self._numbers)}"
            return told({"access_token": token, "expires_in": self.expires_in})
        return self.script(asked)


@contextmanager
def scripted(script: Script, **fields: Any) -> Iterator[ScriptedServer]:
    """A running server."""
    server = ScriptedServer(script=script, **fields)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def handle_any(self) -> None:
            asked = Asked(
                method=self.command,
                path=self.path,
                headers={name.lower(): value for name, value in self.headers.items()},
                body=_read_body(self),
            )
            _write(self, server.answer(asked))

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_any  # noqa: N815 - the library's names

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 100

        def handle_error(self, *_: object) -> None:
            pass  # the client went away

    with Server(("127.0.0.1", server.port), Handler) as running:
        server.port = running.server_address[1]
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server
        finally:
            running.shutdown()
            thread.join()


def _read_body(handler: BaseHTTPRequestHandler) -> bytes:
    if handler.headers.get("transfer-encoding", "").lower() == "chunked":
        parts = []
        while size := int(handler.rfile.readline(), 16):
            parts.append(handler.rfile.read(size))
            handler.rfile.readline()
        handler.rfile.readline()
        return b"".join(parts)
    return handler.rfile.read(int(handler.headers.get("content-length", 0)))


def _write(handler: BaseHTTPRequestHandler, answer: Told) -> None:
    if answer is RESET:
        _reset(handler)
        return
    handler.send_response(answer.status)
    for name, value in answer.headers.items():
        handler.send_header(name, value)
    handler.send_header("Content-Length", str(len(answer.body)))
    handler.end_headers()
    handler.wfile.write(answer.body if answer.cut is None else answer.body[: answer.cut])
    if answer.cut is not None:
        handler.wfile.flush()
        _reset(handler)


def _reset(handler: BaseHTTPRequestHandler) -> None:
    """End the connection by a reset, as a crash or a firewall does."""
    handler.close_connection = True
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.connection.close()
