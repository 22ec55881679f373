"""An HTTP proxy that distorts what passes: requests, answers, and deliveries to receivers."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import quote

import httpx2

from tests.waiting import CEILING

_OWN = {"content-length", "transfer-encoding", "connection", "date", "server", "content-encoding"}


@dataclass(kw_only=True)
class Exchange:
    """A request and, once it came, its answer. A distortion changes it."""

    method: str
    path: str  # with the query
    sent_headers: dict[str, str]  # names in lower case
    sent: bytes
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)  # names in lower case
    body: bytes = b""

    def json(self) -> Any:
        return json.loads(self.body)

    def set_json(self, value: Any) -> None:
        self.body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


Change = Callable[[Exchange], None]


def unchanged(exchange: Exchange) -> None:
    """No distortion."""


@dataclass(kw_only=True)
class Proxy:
    """Where it listens, and what has passed."""

    port: int
    exchanges: list[Exchange] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def running_proxy(
    upstream: str, *, ask: Change = unchanged, answer: Change = unchanged, deliver: Change | None = None
) -> Iterator[Proxy]:
    """A proxy before a server. `ask` sees requests, `answer` answers, `deliver` deliveries to receivers."""
    with httpx2.Client(timeout=CEILING) as client:

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_one(self) -> None:
                exchange = Exchange(
                    method=self.command,
                    path=self.path,
                    sent_headers={name.lower(): value for name, value in self.headers.items()},
                    sent=self._read(),
                )
                target = upstream
                if self.path.startswith("/deliver/"):
                    _, _, port, rest = self.path.split("/", 3)
                    target, exchange.path = f"http://127.0.0.1:{port}", f"/{rest}"
                    assert deliver is not None
                    deliver(exchange)
                else:
                    if deliver is not None:
                        self._lead_deliveries_here(exchange)
                    ask(exchange)
                self._pass_on(exchange, target)
                if target == upstream:
                    answer(exchange)
                proxy.exchanges.append(exchange)
                self._answer(exchange)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = handle_one  # noqa: N815

            def _read(self) -> bytes:
                if self.headers.get("transfer-encoding", "") != "chunked":
                    return self.rfile.read(int(self.headers.get("content-length", 0)))
                pieces = []
                while size := int(self.rfile.readline(), 16):
                    pieces.append(self.rfile.read(size))
                    self.rfile.readline()
                self.rfile.readline()
                return b"".join(pieces)

            def _lead_deliveries_here(self, exchange: Exchange) -> None:
                here = f"http://127.0.0.1:{proxy.port}/deliver/"
                if "callbackurl" in exchange.sent_headers:
                    encoded = quote(here, safe="")
                    exchange.sent_headers["callbackurl"] = re.sub(
                        r"http%3A%2F%2F127\.0\.0\.1%3A(\d+)%2F",
                        rf"{encoded}\1%2F",
                        exchange.sent_headers["callbackurl"],
                    )
                exchange.sent = re.sub(rb"http://127\.0\.0\.1:(\d+)/", here.encode() + rb"\1/", exchange.sent)

            def _pass_on(self, exchange: Exchange, target: str) -> None:
                kept = {
                    name: value
                    for name, value in exchange.sent_headers.items()
                    if name not in {"content-length", "transfer-encoding", "connection", "accept-encoding"}
                }
                came = client.request(
                    exchange.method, f"{target}{exchange.path}", headers=kept, content=exchange.sent
                )
                exchange.status, exchange.body = came.status_code, came.content
                exchange.headers = {n.lower(): v for n, v in came.headers.items() if n.lower() not in _OWN}

            def _answer(self, exchange: Exchange) -> None:
                self.send_response_only(exchange.status)
                for name, value in exchange.headers.items():
                    self.send_header(name, value)
                if exchange.status != 204:
                    self.send_header("content-length", str(len(exchange.body)))
                self.end_headers()
                if exchange.method != "HEAD" and exchange.status != 204:
                    self.wfile.write(exchange.body)

            def log_message(self, *_: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        proxy = Proxy(port=server.server_address[1])
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield proxy
        finally:
            server.shutdown()
            thread.join()
            server.server_close()
