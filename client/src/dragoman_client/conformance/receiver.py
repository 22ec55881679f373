"""A receiver of webhooks for the time of a check: a small HTTP server in a thread."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

from dragoman_client.conformance.model import CheckFailed
from dragoman_client.conformance.stopping import StopRequest

_STEP: Final = 0.2  # seconds until a wait notices that the run is to end
_LARGEST: Final = 1024 * 1024  # bytes of a delivery


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """One POST that came."""

    path: str
    headers: Mapping[str, str]  # names in lower case
    body: bytes
    received_at: float = field(default_factory=time.monotonic)

    @property
    def record(self) -> Any:
        """Its JSON; None where it is none."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None


class WebhookReceiver:
    """Keeps the deliveries that come, and answers with the statuses of a list, then with 204."""

    def __init__(self, host: str, statuses: list[int], stop: StopRequest) -> None:
        self._stop = stop
        self._statuses = statuses
        self._came = threading.Condition()
        self._deliveries: list[Delivery] = []
        self._host = host
        self.port = 0

    def url(self, path: str = "/") -> str:
        """Its address, as the server is told."""
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"http://{host}:{self.port}{path}"

    def take(self, delivery: Delivery) -> int:
        """Keep a delivery; the status to answer."""
        with self._came:
            self._deliveries.append(delivery)
            self._came.notify_all()
            return self._statuses.pop(0) if self._statuses else 204

    def wait_for(self, count: int, *, seconds: float, path: str | None = None) -> list[Delivery]:
        """The deliveries, those to one path where one is given, once there are so many.

        Raises `CheckFailed` when they do not come in time.
        """
        until = time.monotonic() + seconds
        with self._came:
            while len(found := self._to(path)) < count and time.monotonic() < until:
                self._came.wait(timeout=_STEP)
                self._stop.check()
        if len(found) < count:
            raise CheckFailed(
                f"{count} deliveries to the callback address within {seconds:g} s", f"{len(found)}"
            )
        return found

    def _to(self, path: str | None) -> list[Delivery]:
        return [one for one in self._deliveries if path is None or one.path == path]


@contextmanager
def running_receiver(host: str, statuses: list[int], stop: StopRequest) -> Iterator[WebhookReceiver]:
    """A receiver that the server reaches under a host name or address of this machine."""
    receiver = WebhookReceiver(host, list(statuses), stop)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            length = self.headers.get("content-length", "0")
            body = self.rfile.read(min(int(length) if length.isdecimal() else 0, _LARGEST))
            headers = {name.lower(): value for name, value in self.headers.items()}
            status = receiver.take(Delivery(path=self.path, headers=headers, body=body))
            self.send_response(status)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    # Other machines reach it only where the callback address is not that of this machine alone.
    is_local = host == "localhost" or host.startswith("127.")
    server = ThreadingHTTPServer(("127.0.0.1" if is_local else "0.0.0.0", 0), Handler)  # noqa: S104
    receiver.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
