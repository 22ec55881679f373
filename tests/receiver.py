"""A real HTTP receiver of webhooks for tests, in a thread of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import orjson

from tests.waiting import wait_until


@dataclass(frozen=True, kw_only=True)
class Delivery:
    """One POST that arrived."""

    path: str
    headers: Mapping[str, str]
    body: bytes
    received_at: float = field(default_factory=time.monotonic)

    @property
    def record(self) -> dict[str, object]:
        return dict(orjson.loads(self.body))


@dataclass(kw_only=True)
class Receiver:
    """Notes every delivery, and answers with what `answer` gives for it, a status, and what `body` gives."""

    port: int
    answer: Callable[[Delivery], int] = lambda _: 204
    body: Callable[[Delivery], bytes] = lambda _: b""
    deliveries: list[Delivery] = field(default_factory=list)

    def url(self, path: str = "/") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def wait_for(self, count: int, path: str | None = None) -> list[Delivery]:
        """The deliveries, of one path, once there are so many."""
        return wait_until(
            lambda: [one for one in self.deliveries if path is None or one.path == path],
            lambda found: len(found) >= count,
        )


@contextmanager
def running_receiver(
    answer: Callable[[Delivery], int] = lambda _: 204, body: Callable[[Delivery], bytes] = lambda _: b""
) -> Iterator[Receiver]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            delivery = Delivery(path=self.path, headers=headers, body=body)
            receiver.deliveries.append(delivery)
            self.send_response(receiver.answer(delivery))
            sent = receiver.body(delivery)
            self.send_header("content-length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver = Receiver(port=server.server_address[1], answer=answer, body=body)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
