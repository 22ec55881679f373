"""The stream of an account's events (Server-Sent Events), resumable by the id of the last one seen."""

from __future__ import annotations

import base64
import json
import re
import struct
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from dragoman_client.mock.deliveries import sign
from dragoman_client.mock.messages import MockAnswer
from dragoman_client.mock.refusals import FieldProblem, invalid
from dragoman_client.mock.routing import MockCall, handles
from dragoman_client.mock.state import Record, State, Token
from dragoman_client.mock.times import parse_time

_HEADERS: Final = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
}
_CURSOR: Final = struct.Struct(">BIQ")  # version, account, position
_SHAPE: Final = re.compile(r"[A-Za-z0-9_-]{18}")
_NO_CURSOR: Final = "This is no cursor of the account's events. Send the `id` of an event, or leave it out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    """What a stream is of."""

    state: State
    account: int
    token: Token
    kinds: Sequence[str]
    application: int | None

    def wants(self, event: Record) -> bool:
        """Whether the stream tells an event."""
        is_kind = not self.kinds or event["kind"] in self.kinds
        return is_kind and self.application in (None, event["applicationId"])

    def events(self) -> list[Record]:
        """All events of the account, in order. The first has position 1."""
        return [one for one in self.state.events if one["accountId"] == self.account]

    def cursor(self, position: int) -> str:
        """The id of the place behind a position."""
        return base64.urlsafe_b64encode(_CURSOR.pack(1, self.account, position)).decode().rstrip("=")


@handles("stream_events")
def stream_events(call: MockCall) -> MockAnswer:
    """Send events as they come, of all applications of the account, also those without a callback URL.

    `Last-Event-ID`, or else `after`, names the event to go on behind. `since` starts with the first event
    since a time. Without any of them the stream begins with the next event.
    """
    bearer = call.request.headers["authorization"].partition(" ")[2].strip()
    stream = Stream(
        state=call.state,
        account=call.account,
        token=call.state.tokens[bearer],
        kinds=call.query.get("kind") or [],
        application=call.query.get("applicationId"),
    )
    return MockAnswer(status=200, headers=_HEADERS, stream=_write(stream, _find_start(call, stream)))


def _find_start(call: MockCall, stream: Stream) -> int:
    """The position behind which the stream starts."""
    header, after = call.request.headers.get("last-event-id"), call.query.get("after")
    if header:
        return _parse_cursor(header, stream, ("header", "Last-Event-ID"))
    if after is not None:
        return _parse_cursor(after, stream, ("query", "after"))
    events = stream.events()
    since = parse_time(call.query["since"]) if call.query.get("since") else None
    if since is None:
        return len(events)
    return sum((parse_time(one["createdAt"]) or 0) < since for one in events)


def _parse_cursor(text: str, stream: Stream, place: tuple[str, str]) -> int:
    if _SHAPE.fullmatch(text):
        version, account, position = _CURSOR.unpack(base64.urlsafe_b64decode(f"{text}=="))
        if (version, account) == (1, stream.account):
            return int(position)
    raise invalid([FieldProblem(place, _NO_CURSOR, "cursor")])


def _write(stream: Stream, position: int) -> Iterator[bytes]:
    """Write events behind a position until the mock or the token ends."""
    state = stream.state
    yield f"retry: 1000\nid: {stream.cursor(position)}\n\n".encode()
    while True:
        with state.changed:
            _wait(stream, position)
            if state.is_closed:
                return
            news = stream.events()[position:]
            written = [
                _write_event(state, one, stream.cursor(position + number))
                for number, one in enumerate(news, 1)
                if stream.wants(one)
            ]
            position += len(news)
        yield from written
        if time.time() >= stream.token.expires_at:
            yield b": The access token has expired.\n\n"
            return
        if not written:
            yield b": heartbeat\n\n"
            if news:  # none that is wanted: a client that resumes goes on from here
                yield f"id: {stream.cursor(position)}\n\n".encode()


def _wait(stream: Stream, position: int) -> None:
    """Wait for an event, until a heartbeat is due or the token ends."""
    state = stream.state
    deadline = time.monotonic() + state.settings.heartbeat_seconds
    while len(stream.events()) <= position and not state.is_closed:
        left = min(deadline - time.monotonic(), stream.token.expires_at - time.time())
        if left <= 0:
            return
        state.changed.wait(left)


def _write_event(state: State, event: Record, cursor: str) -> bytes:
    data: dict[str, Any] = {
        "id": event["webhookId"],
        "kind": event["kind"],
        "subject": event["subject"],
        "applicationId": event["applicationId"],
        "createdAt": event["createdAt"],
        "headers": sign(state, event),
        "body": event["body"],
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"id: {cursor}\nevent: {event['kind']}\ndata: {text}\n\n".encode()
