"""`GET /project/v1/events` over HTTP: what is in a stream, where it starts, and how it is resumed."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from tests.contract import project_files
from tests.contract.conftest import Customer
from tests.contract.documents import finished, submitted
from tests.event_reader import PATH, reading
from tests.live import LiveService
from tests.receiver import running_receiver
from tests.waiting import CEILING, wait_until


def test_the_end_of_a_document_is_streamed_as_its_webhook_would_be(
    live: LiveService, production: Customer
) -> None:
    with reading(live, production.application) as reader:
        reader.wait_open()
        job = submitted(production.client)
        (event,) = reader.wait_for(1)
    record = finished(production.client, job)
    assert (reader.headers["content-type"], reader.headers["cache-control"]) == (
        "text/event-stream; charset=utf-8",
        "no-store",
    )
    assert reader.headers["x-accel-buffering"] == "no"
    assert reader.retry is not None
    assert event.kind == "document.finished"
    assert event.body == record
    data = dict(event.data)
    headers, body = data.pop("headers"), data.pop("body")
    assert Webhook(production.application.webhook_secret).verify(body, headers) == record
    with pytest.raises(WebhookVerificationError):
        Webhook(production.application.webhook_secret).verify(body + " ", headers)
    created = datetime.fromisoformat(data.pop("createdAt"))
    assert abs(created - datetime.now(UTC)) < timedelta(minutes=5)
    assert data == {
        "id": headers["webhook-id"],
        "kind": "document.finished",
        "subject": f"document:{job}",
        "applicationId": production.application.id,
    }


def test_a_webhook_and_its_event_have_one_id_and_one_body(live: LiveService, production: Customer) -> None:
    with running_receiver() as receiver, reading(live, production.application) as reader:
        reader.wait_open()
        submitted(production.client, successCallbackUrl=receiver.url())
        (delivery,) = receiver.wait_for(1)
        (event,) = reader.wait_for(1)
    assert event.data["headers"]["webhook-id"] == delivery.headers["webhook-id"]
    assert event.data["body"].encode() == delivery.body


def test_a_failed_document_is_streamed(live: LiveService, production: Customer) -> None:
    with reading(live, production.application) as reader:
        reader.wait_open()
        job = submitted(production.client, "<p> </p>")
        (event,) = reader.wait_for(1)
    assert (event.body["jobId"], event.body["status"]) == (job, "FAILED")
    assert event.body["errorCode"] == "DOCUMENT_EMPTY"


def test_translations_of_projects_and_test_events_are_streamed(
    live: LiveService, production: Customer
) -> None:
    client = production.client
    with reading(live, production.application) as reader:
        reader.wait_open()
        done = project_files.ordered(client, "machine")
        project_files.sent(client, done)
        client.post(f"/project/v1/projects/{done}/do-start").raise_for_status()
        project_files.wait_for(client, done, "Finished")
        dropped = project_files.ordered(client)
        project_files.sent(client, dropped)
        client.post(f"/project/v1/projects/{dropped}/do-cancel").raise_for_status()
        with running_receiver() as receiver:
            client.post("/project/v1/test-event", json={"url": receiver.url()}).raise_for_status()
        events = reader.wait_for(3)
    assert [event.kind for event in events] == ["project.translation", "project.translation", "test.event"]
    assert [(event.body["ProjectId"], event.body["Status"]) for event in events[:2]] == [
        (done, "Finished"),
        (dropped, "Cancelled"),
    ]
    assert [event.data["subject"] for event in events] == [
        f"project:{done}",
        f"project:{dropped}",
        f"application:{production.application.id}",
    ]


def _finished_jobs(client: httpx2.Client, count: int) -> list[str]:
    """Documents that finished one after the other."""
    jobs = []
    for _ in range(count):
        jobs.append(submitted(client))
        finished(client, jobs[-1])
    return jobs


def test_a_stream_goes_on_where_another_ended(live: LiveService, production: Customer) -> None:
    with reading(live, production.application) as reader:
        reader.wait_open()
        before = reader.cursor
    missed = _finished_jobs(production.client, 3)
    with reading(live, production.application, cursor=before) as reader:
        first, *_ = reader.wait_for(3)
        assert reader.jobs == missed
    with reading(live, production.application, after=first.cursor) as reader:
        later = _finished_jobs(production.client, 1)
        reader.wait_for(3)
        assert reader.jobs == missed[1:] + later
    with reading(live, production.application, cursor=reader.cursor, after=before) as reader:
        reader.wait_open()  # the header goes first
        later = _finished_jobs(production.client, 1)
        reader.wait_for(1)
        assert reader.jobs == later


def test_a_stream_starts_with_what_happens_from_now_on_or_since_a_time(
    live: LiveService, production: Customer
) -> None:
    earlier = _finished_jobs(production.client, 1)
    time.sleep(1.1)  # times have whole seconds
    since = datetime.now(UTC).isoformat()
    old = _finished_jobs(production.client, 2)
    with (
        reading(live, production.application) as from_now,
        reading(live, production.application, since=since) as from_then,
        reading(live, production.application, since="2099-01-01T00:00:00Z") as from_later,
    ):
        for reader in (from_now, from_then, from_later):
            reader.wait_open()
        new = _finished_jobs(production.client, 1)
        assert [event.body["jobId"] for event in from_now.wait_for(1)] == new
        assert [event.body["jobId"] for event in from_later.wait_for(1)] == new
        assert [event.body["jobId"] for event in from_then.wait_for(3)] == old + new
    assert earlier[0] not in from_then.jobs


def test_a_stream_can_be_of_some_kinds_or_of_one_application(live: LiveService, production: Customer) -> None:
    other = live.create_application(production.account, "--rate-limit", "off", name="other")
    with (
        reading(live, production.application, kind="test.event") as tests,
        reading(live, production.application, KIND=["document.finished", "test.event"]) as both,
        reading(live, production.application, applicationid=other.id) as others,
        live.client(other) as client,
        running_receiver() as receiver,
    ):
        for reader in (tests, both, others):
            reader.wait_open()
        (mine,) = _finished_jobs(production.client, 1)
        production.client.post("/project/v1/test-event", json={"url": receiver.url()}).raise_for_status()
        (theirs,) = _finished_jobs(client, 1)
        assert [event.kind for event in tests.wait_for(1)] == ["test.event"]
        assert len(both.wait_for(3)) == 3
        (event,) = others.wait_for(1)
        assert event.body["jobId"] == theirs
        Webhook(other.webhook_secret).verify(event.data["body"], dict(event.data["headers"]))
    assert {mine, theirs} == {event.body["jobId"] for event in both.events if event.kind != "test.event"}


def test_events_of_another_account_are_never_seen(
    live: LiveService, production: Customer, sandbox: Customer
) -> None:
    with (
        reading(live, production.application) as mine,
        reading(live, sandbox.application) as theirs,
        reading(live, production.application, since=_ago(hours=1)) as all_of_mine,
    ):
        for reader in (mine, theirs, all_of_mine):
            reader.wait_open()
        hidden = _finished_jobs(sandbox.client, 2)
        shown = _finished_jobs(production.client, 1)
        assert [event.body["jobId"] for event in mine.wait_for(1)] == shown
        theirs.wait_for(2)
        wait_until(lambda: shown[0] in all_of_mine.jobs)
    assert theirs.jobs == hidden
    assert not set(hidden) & {*mine.jobs, *all_of_mine.jobs}
    refused = sandbox.client.get(PATH, params={"after": mine.cursor})
    assert refused.status_code == 422


def test_of_a_document_that_is_deleted_no_event_is_left(live: LiveService, production: Customer) -> None:
    with reading(live, production.application) as reader:
        reader.wait_open()
        before = reader.cursor
    deleted, kept = _finished_jobs(production.client, 2)
    production.client.delete(f"/v2/documents/{deleted}").raise_for_status()
    with reading(live, production.application, cursor=before) as reader:
        reader.wait_for(1)
        assert reader.jobs == [kept]


@pytest.mark.parametrize(
    ("query", "location"),
    [
        ({"after": ""}, ["query", "after"]),
        ({"after": "latest"}, ["query", "after"]),
        ({"after": "AQAAAAMAAAAAAAAAEi3hJGSx"}, ["query", "after"]),
        ({"since": "yesterday"}, ["query", "since"]),
        ({"kind": "document.done"}, ["query", "kind", 0]),
        ({"applicationId": "0"}, ["query", "applicationId"]),
        ({"applicationId": str(2**31 - 1)}, ["query", "applicationId"]),
    ],
)
def test_a_wrong_parameter_is_refused_and_named(
    production: Customer, query: dict[str, str], location: list[Any]
) -> None:
    answer = production.client.get(PATH, params=query)
    assert answer.status_code == 422
    assert [one["loc"] for one in answer.json()["detail"]] == [location]


def test_a_wrong_header_is_refused_and_an_empty_one_is_none(live: LiveService, production: Customer) -> None:
    answer = production.client.get(PATH, headers={"Last-Event-ID": "7"})
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["loc"] == ["header", "Last-Event-ID"]
    answer = production.client.head(PATH, headers={"Last-Event-ID": ""})
    assert answer.status_code == 200


def test_a_time_before_everything_that_is_kept_is_refused(production: Customer) -> None:
    answer = production.client.get(PATH, params={"since": _ago(hours=25)})
    assert answer.status_code == 422
    assert "24 hours" in answer.json()["detail"]


def test_head_is_answered_at_once_and_takes_no_place(live: LiveService, production: Customer) -> None:
    for _ in range(30):  # more than one account may have open
        answer = production.client.head(PATH)
        assert (answer.status_code, answer.content) == (200, b"")
        assert answer.headers["content-type"].startswith("text/event-stream")


def test_streams_beyond_the_limit_of_the_account_are_refused(live: LiveService, production: Customer) -> None:
    token = live.fetch_token(production.application)["access_token"]
    readers = [reading(live, production.application, token=token) for _ in range(20)]
    opened = [reader.__enter__() for reader in readers]
    try:
        for reader in opened:
            reader.wait_open()
        answer = production.client.get(PATH)
        assert answer.status_code == 429
        assert int(answer.headers["Retry-After"]) >= 1
        assert "20 event streams" in answer.json()["detail"]
    finally:
        for one in readers:
            one.__exit__(None, None, None)
    wait_until(lambda: production.client.head(PATH).status_code == 200)


def test_a_token_without_the_scope_reads_no_events(live: LiveService, production: Customer) -> None:
    reader = live.create_application(production.account, "--scopes", "translate,reference")
    with live.client(reader) as client:
        assert client.get(PATH).status_code == 403
    assert httpx2.get(f"{live.url}{PATH}", timeout=CEILING).status_code == 401


def _ago(**time: float) -> str:
    return (datetime.now(UTC) - timedelta(**time)).isoformat()
