"""The events of a server by both kinds of clients: as its webhooks are, and resumed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dragoman_client import AsyncClient, Client
from dragoman_client.webhooks import (
    DocumentFinished,
    ProjectFileFinished,
    WebhookEvent,
    WebhookTest,
    parse_webhook,
)
from tests.client.kinds import Caller
from tests.client.servers import Server
from tests.contract.conftest import Customer


@pytest.fixture
def production(server: Server) -> Iterator[Customer]:
    """An account for each test: its events are read from a second on."""
    customer = server.create_customer("Events Ltd")
    yield customer
    customer.client.close()


async def first(client: AsyncClient, count: int, options: Any) -> list[Any]:
    found: list[Any] = []
    async for event in client.events(**options):
        found.append(event)
        if len(found) == count:
            break
    return found


def take(caller: Caller, count: int, **options: Any) -> list[Any]:
    """The first events of a stream."""
    if isinstance(caller.client, Client):
        events = caller.client.events(**options)
        return [next(events) for _ in range(count)]
    return list(caller.call(lambda client: first(client, count, options)))


def test_events_are_signed_as_webhooks_and_resumed(
    caller: Caller, production: Customer, tmp_path: Path
) -> None:
    (tmp_path / "house.txt").write_text("The house.")
    sent = caller.call(lambda client: client.notifications.send_test("http://127.0.0.1:9/"))
    done = caller.call(
        lambda client: client.translate_document(tmp_path / "house.txt", source="en", target="es")
    )
    test, document = take(caller, 2, since=sent.created_at)
    assert (test.id, test.kind, document.kind) == (sent.webhook_id, "test.event", "document.finished")
    read = [
        parse_webhook(one.body, one.headers, secrets=[production.application.webhook_secret])
        for one in (test, document)
    ]
    assert read == [test.parse(), document.parse()]
    assert isinstance(read[0], WebhookTest)
    assert isinstance(read[1], DocumentFinished)
    assert read[1].document.job_id == done.document.job_id
    assert (read[0].is_test, read[1].is_test) == (True, False)
    assert take(caller, 1, after=test.position)[0].id == document.id
    assert take(caller, 1, since=sent.created_at, kinds=["document.finished"])[0].id == document.id


@pytest.mark.parametrize(
    ("wanted", "event_type"),
    [
        ({}, ProjectFileFinished),
        ({"kind": "document.finished"}, DocumentFinished),
        ({"kind": "test.event"}, WebhookTest),
    ],
)
def test_a_test_event_of_a_kind_is_read_as_one(
    caller: Caller, production: Customer, wanted: dict[str, str], event_type: type[WebhookEvent]
) -> None:
    made = caller.call(lambda client: client.notifications.trigger(**wanted))
    assert made.body not in repr(made)
    (event,) = take(caller, 1, since=made.created_at)
    assert (event.id, event.kind, event.body.decode()) == (made.id, made.kind, made.body)
    read = parse_webhook(event.body, event.headers, secrets=[production.application.webhook_secret])
    assert isinstance(read, event_type)
    assert read.is_test
    assert caller.call(lambda client: client.notifications.list()) == []
