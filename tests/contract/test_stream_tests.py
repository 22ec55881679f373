"""`POST /project/v1/events/test`: test events for who reads the stream, and nobody else."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from standardwebhooks.webhooks import Webhook

from tests.contract import project_files
from tests.contract.conftest import Customer
from tests.contract.documents import finished, submitted
from tests.event_reader import reading
from tests.live import LiveService
from tests.receiver import running_receiver

TEST = "/project/v1/events/test"
KINDS = ("document.finished", "project.translation", "test.event")


@pytest.fixture
def real(live: LiveService, production: Customer) -> dict[str, set[str]]:
    """The members of the bodies of real events, by kind."""
    client = production.client
    with reading(live, production.application) as reader, running_receiver() as receiver:
        reader.wait_open()
        finished(client, submitted(client))
        project = project_files.ordered(client)
        project_files.sent(client, project)
        client.post(f"/project/v1/projects/{project}/do-cancel").raise_for_status()
        client.post("/project/v1/test-event", json={"url": receiver.url()}).raise_for_status()
        events = reader.wait_for(3)
    return {event.kind: set(event.body) for event in events}


def test_each_kind_has_the_members_of_a_real_event_and_says_that_it_is_a_test(
    live: LiveService, production: Customer, real: dict[str, set[str]]
) -> None:
    with reading(live, production.application) as reader:
        reader.wait_open()
        made = [production.client.post(TEST, json={"kind": kind}) for kind in KINDS]
        events = reader.wait_for(len(KINDS))
    assert [one.status_code for one in made] == [201] * 3
    for kind, answer, event in zip(KINDS, made, events, strict=True):
        assert set(event.body) == real[kind] | {"test"}
        assert event.body["test"] is True
        data: dict[str, Any] = dict(event.data)
        headers = data.pop("headers")
        assert answer.json() == data
        assert (data["kind"], data["id"]) == (kind, headers["webhook-id"])
        assert data["subject"] == f"application:{production.application.id}"
        assert Webhook(production.application.webhook_secret).verify(data["body"], headers) == event.body


def test_nobody_is_called_and_other_accounts_read_nothing(
    live: LiveService, production: Customer, sandbox: Customer
) -> None:
    with reading(live, sandbox.application) as others, reading(live, production.application) as reader:
        others.wait_open()
        reader.wait_open()
        assert production.client.post(TEST).json()["kind"] == "project.translation"
        own = sandbox.client.post(TEST, json={}).json()
        reader.wait_for(1)
        (event,) = others.wait_for(1)
    assert event.data["id"] == own["id"]
    found = production.client.get("/project/v1/notifications", params={"kind": "project.translation"}).json()
    assert found["notifications"] == []


def test_a_repeat_gets_the_first_event_and_an_unknown_kind_is_refused(production: Customer) -> None:
    key = {"Idempotency-Key": str(uuid4())}
    first = production.client.post(TEST, json={"kind": "test.event"}, headers=key)
    assert production.client.post(TEST, json={"kind": "test.event"}, headers=key).json() == first.json()
    reused = production.client.post(TEST, json={"kind": "document.finished"}, headers=key)
    assert (reused.status_code, "Idempotency-Key" in reused.json()["detail"]) == (422, True)
    refused = production.client.post(TEST, json={"kind": "document.lost"})
    assert refused.status_code == 422
    assert refused.json()["detail"][0]["loc"] == ["body", "kind"]


def test_an_application_makes_ten_in_a_minute_with_those_to_addresses(
    live: LiveService, production: Customer
) -> None:
    application = live.create_application(production.account, "--rate-limit", "off", name="busy")
    with live.client(application) as client, running_receiver() as receiver:
        answers = [client.post(TEST) for _ in range(9)]
        sent = client.post("/project/v1/test-event", json={"url": receiver.url()})
        assert [one.status_code for one in (*answers, sent)] == [201] * 9 + [202]
        for refused in (
            client.post(TEST),
            client.post("/project/v1/test-event", json={"url": receiver.url()}),
        ):
            assert refused.status_code == 429
            assert refused.headers["retry-after"] == "60"
    assert production.client.post(TEST).status_code == 201  # another application is not concerned
