"""`client.events()`: every event once and in order, whatever becomes of connections."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from dragoman_client import AsyncClient, Client, Options, Retry, errors
from dragoman_client.events import AccountEvent, FrameParser
from dragoman_client.webhooks import WebhookTest
from tests.client.event_server import Stream, StreamRequest, event_server, frame

QUICK = Options(retry=Retry(first=0.01, attempts=4), timeout=30)
TEST_BODY = (
    '{"type": "test.event", "createdAt": "2026-11-27T16:40:12Z", "applicationId": 7, "text": "¡Añade!"}'
)


def take(kind: str, url: str, count: int, **options: Any) -> list[AccountEvent]:
    """The first events of a stream, by a client of a kind."""
    arguments: dict[str, Any] = {"client_id": "i", "client_secret": "s", "options": QUICK}
    if kind == "Client":
        with Client(url, **arguments) as client:
            events = client.events(**options)
            return [next(events) for _ in range(count)]

    async def read() -> list[AccountEvent]:
        async with AsyncClient(url, **arguments) as client:
            found: list[AccountEvent] = []
            async for event in client.events(**options):
                found.append(event)
                if len(found) == count:
                    break
            return found

    return asyncio.run(read())


def numbers(events: list[AccountEvent]) -> list[str]:
    return [event.id for event in events]


def test_an_event_is_what_its_webhook_is(kind: str) -> None:
    stream = Stream(parts=(frame(1, TEST_BODY, **{"Webhook-Signature": "v1,AA=="}),), ends="open")
    with event_server(lambda _: stream) as server:
        (event,) = take(kind, server.url, 1)
    assert event.position == "100-1-1"
    assert (event.id, event.kind, event.subject, event.application_id) == (
        "msg_1",
        "test.event",
        "thing:1",
        7,
    )
    assert event.body == TEST_BODY.encode()
    assert event.headers["webhook-signature"] == "v1,AA=="
    parsed = event.parse()
    assert isinstance(parsed, WebhookTest)
    assert (parsed.id, parsed.sent_at, parsed.application_id) == ("msg_1", 1795797612, 7)
    assert "Añade" not in repr(event)


def test_it_goes_on_behind_the_last_event_after_each_break(kind: str) -> None:
    """A reset in the middle of an event, an end, a sign of life with a position, the same event again."""
    whole = frame(2)
    streams = [
        Stream(parts=(b"retry: 10\n\n", frame(1), whole[:40]), ends="reset"),
        Stream(parts=(b"retry: 10\n\n", whole[:30], whole[30:]), ends="well"),
        Stream(parts=(b"retry: 10\n\n", frame(2), frame(3), b": still here\nid: 100-9-9\n\n"), ends="reset"),
        Stream(parts=(frame(10),), ends="open"),
    ]
    with event_server(lambda asked: streams[asked.number]) as server:
        found = take(kind, server.url, 4)
    assert numbers(found) == ["msg_1", "msg_2", "msg_3", "msg_10"]
    assert [asked.behind for asked in server.asked] == [None, "100-1-1", "100-2-1", "100-9-9"]


def test_what_is_wanted_is_asked_for(kind: str) -> None:
    with event_server(lambda _: Stream(parts=(frame(1),), ends="open")) as server:
        take(kind, server.url, 1, after="5-5-5", kinds=["a.b", "c.d"], application_id=3)
    (asked,) = server.asked
    assert asked.behind == "5-5-5"
    assert asked.query == {"kind": ["a.b", "c.d"], "applicationId": ["3"]}


def test_a_token_that_ends_is_renewed(kind: str) -> None:
    def script(asked: StreamRequest) -> Stream:
        if asked.headers["authorization"] == "Bearer token-1" and asked.number:
            return Stream(status=401, parts=(b'{"detail": "expired"}',), headers={})
        return Stream(parts=(b"retry: 10\n\n", frame(asked.number)), ends="well")

    with event_server(script) as server:
        found = take(kind, server.url, 2)
    assert numbers(found) == ["msg_0", "msg_2"]
    assert server.tokens == 2


@pytest.mark.parametrize(
    ("stream", "expected"),
    [
        (
            Stream(status=410, parts=(b'{"detail": "no longer kept"}',), headers={}),
            errors.RequestRefusedError,
        ),
        (Stream(status=403, parts=(b'{"detail": "lacks"}',), headers={}), errors.PermissionDeniedError),
        (Stream(status=401, parts=(b'{"detail": "no"}',), headers={}), errors.AuthenticationError),
        (Stream(status=503, parts=(b'{"detail": "no"}',), headers={}), errors.ServiceUnavailableError),
        (Stream(parts=(b"<html>",), headers={"Content-Type": "text/html"}), errors.UnexpectedAnswerError),
        (Stream(parts=(b"id: 1\ndata: {\n\n",)), errors.UnexpectedAnswerError),
    ],
    ids=["410", "403", "401", "503", "html", "no-json"],
)
def test_what_no_time_mends_is_raised(kind: str, stream: Stream, expected: type[Exception]) -> None:
    with event_server(lambda _: stream) as server, pytest.raises(expected):
        take(kind, server.url, 1)
    assert len(server.asked) <= 3


def test_a_service_that_goes_away_is_waited_for_and_this_is_told(kind: str) -> None:
    told: list[Any] = []

    def script(asked: StreamRequest) -> Stream:
        if 1 <= asked.number <= 6:  # more than the attempts of a call
            return Stream(status=503, parts=(b'{"detail": "stopping"}',), headers={})
        return Stream(parts=(b"retry: 0\n\n", frame(asked.number)), ends="reset")

    with event_server(script) as server:
        found = take(kind, server.url, 2, on_pause=lambda seconds, failure: told.append(failure))
    assert numbers(found) == ["msg_0", "msg_7"]
    assert [type(one).__name__ for one in told] == ["ConnectionFailedError"] + ["ServiceUnavailableError"] * 6


def test_nothing_at_the_address_is_told_soon(kind: str) -> None:
    with pytest.raises(errors.ConnectionFailedError, match="Nothing answers"):
        take(kind, "http://127.0.0.1:1", 1)


@pytest.mark.parametrize("cut", [lambda raw: [raw], lambda raw: [raw[i : i + 1] for i in range(len(raw))]])
def test_frames_however_they_are_cut(cut: Callable[[bytes], list[bytes]]) -> None:
    raw = (
        b": comment\r\n\r\nid: 1\r\nevent: a\r\ndata: one\r\ndata:two\r\n\r\n"
        b"retry: 2500\n\nid: 2\ndata:  \xc3\xb1\n\ndata: never ended"
    )
    parser = FrameParser()
    found = [frame for part in cut(raw) for frame in parser.feed(part)]
    assert found == [{"id": "1", "event": "a", "data": "one\ntwo"}, {"id": "2", "data": " ñ"}]
    assert parser.retry == 2.5
