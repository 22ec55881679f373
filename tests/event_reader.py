"""A reader of event streams for tests, in a thread of its own. It parses as WHATWG has it."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlencode

import orjson

from tests.live import Application, LiveService
from tests.waiting import CEILING, wait_until

PATH = "/project/v1/events"


@dataclass(frozen=True, kw_only=True)
class SentEvent:
    """One event that was dispatched."""

    cursor: str
    kind: str
    data: Mapping[str, Any]

    @property
    def body(self) -> dict[str, Any]:
        return dict(orjson.loads(self.data["body"]))


@dataclass(kw_only=True)
class EventReader:
    """What came on one stream so far."""

    cursor: str = ""
    status: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    refusal: Any = None
    events: list[SentEvent] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    retry: int | None = None
    is_whole: bool = False  # ended by the service, properly
    ended_at: float | None = None  # of `time.monotonic`

    def wait_open(self) -> None:
        """Until the stream has started: what happens from now on is in it."""
        wait_until(lambda: self.cursor or self.ended_at)
        assert self.status == 200, (self.status, self.refusal)

    def wait_for(self, count: int) -> list[SentEvent]:
        return list(wait_until(lambda: self.events, lambda found: len(found) >= count))

    def wait_end(self) -> float:
        """When the stream had ended."""
        wait_until(lambda: self.ended_at)
        assert self.ended_at is not None
        return self.ended_at

    @property
    def jobs(self) -> list[str]:
        return [event.body["jobId"] for event in self.events if event.kind == "document.finished"]

    def run(self, connection: HTTPConnection, path: str, headers: Mapping[str, str]) -> None:
        with suppress(OSError, HTTPException, ValueError):
            connection.request("GET", path, headers=dict(headers))
            answer = connection.getresponse()
            self.headers = {name.lower(): value for name, value in answer.getheaders()}
            if answer.status != 200:
                self.refusal = orjson.loads(answer.read())
            self.status = answer.status
            if answer.status == 200:
                self._parse(line.decode().removesuffix("\n") for line in answer)
                self.is_whole = True
        self.ended_at = time.monotonic()

    def _parse(self, lines: Iterator[str]) -> None:
        kind, data, cursor = "message", "", self.cursor
        for line in lines:
            name, _, value = line.partition(": ")
            if not line:
                if data:
                    self.events.append(SentEvent(cursor=cursor, kind=kind, data=orjson.loads(data)))
                self.cursor, kind, data = cursor, "message", ""
            elif line.startswith(":"):
                self.comments.append(line.removeprefix(": "))
            elif name == "id":
                cursor = value
            elif name == "event":
                kind = value
            elif name == "data":
                assert not data, "one line each"
                data = value
            elif name == "retry":
                self.retry = int(value)


@contextmanager
def reading(
    service: LiveService,
    application: Application,
    *,
    cursor: str | None = None,
    token: str | None = None,
    **query: Any,
) -> Iterator[EventReader]:
    """Read a stream while the block runs."""
    reader = EventReader()
    token = token or service.fetch_token(application)["access_token"]
    headers = {"Authorization": f"Bearer {token}", **({"Last-Event-ID": cursor} if cursor else {})}
    connection = HTTPConnection("127.0.0.1", service.port, timeout=CEILING)
    connection.connect()
    opened = connection.sock
    thread = threading.Thread(
        target=reader.run, args=(connection, f"{PATH}?{urlencode(query, doseq=True)}", headers)
    )
    thread.start()
    try:
        yield reader
    finally:
        with suppress(OSError):
            opened.shutdown(socket.SHUT_RDWR)  # wakes the thread that reads from it
        thread.join()
        opened.close()
