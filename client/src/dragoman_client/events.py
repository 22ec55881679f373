"""The account's events as they happen, for who has no public address: `client.events()` (clauses N3, N5).

A stream of server-sent events (WHATWG HTML, 9.2). When it breaks, it is opened again behind the last event
that was given, so that none comes twice and none is left out. Both kinds of clients share `EventSession`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final, TypedDict
from urllib.parse import urlencode

from dragoman_client import errors
from dragoman_client.exchange import Answer, Request
from dragoman_client.flows import Flow, pause
from dragoman_client.records import read, wire_value
from dragoman_client.refusals import to_error
from dragoman_client.sending import Connection, fetch_token
from dragoman_client.webhooks import WebhookEvent, read_event

PATH: Final = "/project/v1/events"
_LONGEST_SILENCE: Final = 45.0  # seconds; the service gives a sign of life every 15
_LONGEST_PAUSE: Final = 30.0  # seconds between two connections


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountEvent:
    """An event of the account, with the headers and the body with which its webhook is sent."""

    position: str  # where the stream goes on: `events(after=…)`
    id: str  # `webhook-id`, that of the webhook of the same event
    kind: str  # such as "document.finished"
    subject: str = ""  # what it is of, such as "document:5f0c…"
    application_id: int | None = None
    created_at: datetime | None = None
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    body: bytes = field(default=b"", repr=False)  # byte for byte as it is signed

    def parse(self) -> WebhookEvent:
        """What it says: a `DocumentFinished`, `ProjectFileFinished` and so on, or `UnknownEvent`."""
        sent_at = self.headers.get("webhook-timestamp", "0")
        return read_event(self.body, event_id=self.id, sent_at=int(sent_at) if sent_at.isdecimal() else 0)


class EventOptions(TypedDict, total=False):
    """Which events are wanted, and from where on; without `after` and `since` from now on."""

    after: str  # the `position` of an event
    since: datetime  # as far as the service keeps events
    kinds: Sequence[str]
    application_id: int
    on_pause: Callable[[float, errors.DragomanError | None], None]  # before each pause: its seconds, and why


class EventSession:
    """How far a reader of events is, over all its connections."""

    def __init__(self, connection: Connection, options: EventOptions) -> None:
        self._connection = connection
        self._options = options
        self._frames = FrameParser()
        self._position = options.get("after")
        self._token = ""
        self._failures = 0  # since the last connection
        self._is_renewed = False
        self._has_connected = False

    def open(self) -> Flow[Request]:
        """The request of the next connection."""
        self._frames = FrameParser()
        self._token = yield from fetch_token(self._connection)
        query: dict[str, Any] = {"kind": list(self._options.get("kinds", ()))}
        if "application_id" in self._options:
            query["applicationId"] = self._options["application_id"]
        if self._position is None and "since" in self._options:
            query["since"] = wire_value(self._options["since"])
        headers = {
            "Accept": "text/event-stream",
            "Authorization": f"Bearer {self._token}",
            "User-Agent": self._connection.user_agent,
        }
        if self._position is not None:
            headers["Last-Event-ID"] = self._position
        encoded = urlencode(query, doseq=True)
        return Request(
            method="GET",
            url=f"{self._connection.url}{PATH}" + (f"?{encoded}" if encoded else ""),
            headers=headers,
            timeout=max(self._connection.options.timeout, _LONGEST_SILENCE),
        )

    def accept(self, answer: Answer) -> None:
        """Raises what refuses the connection."""
        url = f"{self._connection.url}{PATH}"
        if not answer.is_success:
            raise to_error(answer, url=url)
        kind = answer.headers.get("content-type", "no content type").partition(";")[0].strip().lower()
        if kind != "text/event-stream":
            raise errors.UnexpectedAnswerError(
                f"{url} answered with {kind} instead of a stream of events. "
                "Is the address that of a Dragoman service, and is no proxy in between?"
            )
        self._failures, self._has_connected, self._is_renewed = 0, True, False

    def feed(self, part: bytes) -> Iterator[AccountEvent]:
        """The events that are complete with some more bytes."""
        for frame in self._frames.feed(part):
            position = frame.get("id") or self._position
            if "data" in frame and (position is None or position != self._position):
                event = _read(position or "", frame)
                self._position = position
                yield event
            self._position = position

    def recover(self, failure: errors.DragomanError | None) -> Flow[None]:
        """Wait before the next connection; None: the service ended the stream. Raises what no time mends."""
        if isinstance(failure, errors.AuthenticationError):
            if self._is_renewed or not self._connection.tokens.can_renew:
                raise failure
            self._is_renewed = True
            self._connection.tokens.forget(self._token)
            return
        seconds = self._pause(failure)
        if (told := self._options.get("on_pause")) is not None:
            told(seconds, failure)
        yield from pause(seconds)

    def _pause(self, failure: errors.DragomanError | None) -> float:
        if failure is None:
            return self._frames.retry
        passing = errors.ConnectionFailedError | errors.ServerError | errors.RateLimitError
        if not isinstance(failure, passing) or not getattr(failure, "is_passing", True):
            raise failure
        self._failures += 1
        retry = self._connection.options.retry
        if not self._has_connected and self._failures >= retry.first_contact:
            raise failure
        seconds = retry.pause(min(self._failures, retry.attempts - 1), failure.retry_after)
        return min(_LONGEST_PAUSE, failure.retry_after or 0.0 if seconds is None else seconds)


class FrameParser:
    """Takes the bytes of server-sent events apart. A frame that is not complete is none."""

    def __init__(self) -> None:
        self.retry = 1.0  # seconds before the next connection, as the service says
        self._rest = b""
        self._fields: dict[str, list[str]] = {}

    def feed(self, part: bytes) -> Iterator[dict[str, str]]:
        """The frames that are complete with some more bytes: their fields by name."""
        *lines, self._rest = (self._rest + part).split(b"\n")
        for raw in lines:
            line = raw.rstrip(b"\r").decode("utf-8", "replace")
            if not line:
                fields, self._fields = self._fields, {}
                if fields:
                    yield {name: "\n".join(values) for name, values in fields.items()}
                continue
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if name == "retry" and value.isdecimal():
                self.retry = int(value) / 1000
            elif name == "data":
                self._fields.setdefault(name, []).append(value)
            elif name:  # a line that begins with a colon is a comment
                self._fields[name] = [value]


def _read(position: str, frame: Mapping[str, str]) -> AccountEvent:
    try:
        data = json.loads(frame["data"])
        body = str(data.pop("body", "")).encode()
        headers = {str(name).lower(): str(value) for name, value in data.pop("headers", {}).items()}
    except (ValueError, AttributeError):
        raise errors.UnexpectedAnswerError("The stream of events has an event that cannot be read.") from None
    known = {"kind": frame.get("event", ""), **data, "position": position}
    return replace(read(AccountEvent, known), headers=headers, body=body)
