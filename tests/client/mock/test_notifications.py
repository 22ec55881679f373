"""Webhooks are really sent, signed, tried again; faults lose and double them; the event stream resumes."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from hypothesis import given, settings
from hypothesis.strategies import binary
from standardwebhooks.webhooks import Webhook

from dragoman_client.mock import Fault, JobPace, MockServer
from dragoman_client.mock.ed25519 import SigningKey
from tests.client.mock.conftest import fetch_token
from tests.receiver import Delivery, running_receiver
from tests.waiting import CEILING, wait_until

FORM = {"source": "en", "target": "es"}
FILE = {"file": ("a.txt", b"Hello you")}


def submit(client: httpx2.Client, url: str, **fields: str) -> str:
    form = {**FORM, "successCallbackUrl": url, "errorCallbackUrl": url, **fields}
    answer = client.post("/v2/documents/translate", data=form, files=FILE)
    assert answer.status_code == 202, answer.text
    return str(answer.json()["jobId"])


def verified(mock: MockServer, delivery: Delivery) -> Any:
    return Webhook(mock.webhook_secret).verify(delivery.body, dict(delivery.headers))


def test_a_finished_job_is_told_without_a_single_read(mock: MockServer, client: httpx2.Client) -> None:
    with running_receiver() as receiver:
        job = submit(client, receiver.url("/done"), translationId="mine")
        delivery = receiver.wait_for(1)[0]

    record = verified(mock, delivery)
    assert (record["jobId"], record["status"], record["translationId"]) == (job, "SUCCESS", "mine")
    assert record == client.get(f"/v2/documents/{job}").json()


def test_a_failed_job_is_told_to_the_other_address(mock: MockServer, client: httpx2.Client) -> None:
    mock.fail(Fault.FAILED_JOB, code="DOCUMENT_CORRUPT")
    with running_receiver() as receiver:
        submit(client, receiver.url("/done"), errorCallbackUrl=receiver.url("/failed"))
        delivery = receiver.wait_for(1)[0]

    assert delivery.path == "/failed"
    assert verified(mock, delivery)["errorCode"] == "DOCUMENT_CORRUPT"


def test_each_translation_of_a_project_is_told(mock: MockServer, client: httpx2.Client) -> None:
    with running_receiver() as receiver:
        project = client.post("/project/v1/projects", json={"title": "x", "serviceId": 1}).json()["id"]
        form = {"sourceLanguage": "en", "targetLanguages": "es,de"}
        headers = {"callbackUrl": receiver.url("/p").replace(":", "%3A").replace("/", "%2F")}
        path = f"/project/v1/projects/{project}/files"
        file = client.post(path, data=form, files=FILE, headers=headers).json()
        client.post(f"/project/v1/projects/{project}/do-start")
        told = [verified(mock, one) for one in receiver.wait_for(2)]

    assert {one["TargetLanguageCode"] for one in told} == {"es", "de"}
    assert {one["TranslationId"] for one in told} == {one["id"] for one in file["translations"]}
    assert {one["Status"] for one in told} == {"Finished"}
    assert {one["SourceFileId"] for one in told} == {file["id"]}


def test_a_project_starts_by_itself_after_its_last_upload() -> None:
    with MockServer(auto_start_seconds=0.0) as mock, running_receiver() as receiver:
        headers = {"Authorization": f"Bearer {fetch_token(mock)}"}
        with httpx2.Client(base_url=mock.url, headers=headers, timeout=CEILING) as client:
            project = client.post("/project/v1/projects", json={"title": "x", "serviceId": 3}).json()["id"]
            raw = "fileName=a.txt&sourceLanguage=en&targetLanguages=es"
            path = f"/project/v1/project/{project}/file?{raw}"
            client.post(path, content=b"Hello", headers={"callbackUrl": receiver.url("/p")})
            told = verified(mock, receiver.wait_for(1)[0])
    assert told["ProjectId"] == project


def test_a_delivery_is_tried_again_with_the_same_id(mock: MockServer, client: httpx2.Client) -> None:
    statuses = iter([500, 503, 204])
    with running_receiver(lambda _: next(statuses)) as receiver:
        submit(client, receiver.url("/done"))
        deliveries = receiver.wait_for(3)
    row = _wait_ended(client)

    assert len({one.headers["webhook-id"] for one in deliveries}) == 1
    assert [one["answer"] for one in row["tries"]] == [500, 503, 204]
    assert row["status"] == "delivered"


def test_a_receiver_that_is_gone_is_not_asked_again(mock: MockServer, client: httpx2.Client) -> None:
    with running_receiver(lambda _: 410) as receiver:
        submit(client, receiver.url("/done"))
        assert _wait_ended(client)["status"] == "gone"
        assert len(receiver.deliveries) == 1


def test_without_a_receiver_it_is_dead_and_can_be_replayed(mock: MockServer, client: httpx2.Client) -> None:
    with running_receiver() as receiver:
        url = receiver.url("/done")
    submit(client, url)
    row = _wait_ended(client)

    assert row["status"] == "dead"
    assert len(row["tries"]) == len(mock.state.settings.webhook_retries)
    assert row["tries"][0]["failureText"]
    again = client.post(f"/project/v1/notifications/{row['id']}/replay").json()
    assert again["status"] == "pending"


def test_a_lost_callback_is_never_sent_and_stays_pending(mock: MockServer, client: httpx2.Client) -> None:
    mock.fail(Fault.LOST_CALLBACK)
    with running_receiver() as receiver:
        lost = submit(client, receiver.url("/done"))
        kept = submit(client, receiver.url("/done"))
        receiver.wait_for(1)
        wait_until(lambda: client.get(f"/v2/documents/{lost}").json()["status"] == "SUCCESS")
        rows = wait_until(
            lambda: client.get("/project/v1/notifications").json()["notifications"],
            lambda found: [one["status"] for one in found].count("delivered") == 1 and len(found) == 2,
        )
        assert [one.record["jobId"] for one in receiver.deliveries] in ([kept], [lost])
    assert sorted(one["status"] for one in rows) == ["delivered", "pending"]


def test_a_callback_arrives_twice(mock: MockServer, client: httpx2.Client) -> None:
    mock.fail(Fault.DOUBLE_CALLBACK)
    with running_receiver() as receiver:
        submit(client, receiver.url("/done"))
        first, second = receiver.wait_for(2)
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert first.body == second.body


def _wait_ended(client: httpx2.Client) -> Any:
    found = wait_until(
        lambda: client.get("/project/v1/notifications").json()["notifications"],
        lambda rows: rows and rows[0]["finishedAt"],
    )
    return found[0]


def read_events(lines: Iterator[str]) -> Iterator[dict[str, str]]:
    event: dict[str, str] = {}
    for line in lines:
        if line == "" and "data" in event:
            yield event
            event = {}
        elif line.startswith(("id:", "event:", "data:")):
            name, _, value = line.partition(": ")
            event[name] = value


def test_the_stream_tells_events_as_they_come_and_resumes(mock: MockServer, client: httpx2.Client) -> None:
    with client.stream("GET", "/project/v1/events", timeout=CEILING) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        events = read_events(answer.iter_lines())
        jobs = [client.post("/v2/documents/translate", data=FORM, files=FILE).json()["jobId"] for _ in "12"]
        first, second = next(events), next(events)

    told = [json.loads(one["data"]) for one in (first, second)]
    assert [one["kind"] for one in told] == [first["event"], second["event"]] == ["document.finished"] * 2
    assert {json.loads(one["body"])["jobId"] for one in told} == set(jobs)
    for one in told:
        Webhook(mock.webhook_secret).verify(one["body"], one["headers"])
    for options in ({"headers": {"Last-Event-ID": first["id"]}}, {"params": {"after": first["id"]}}):
        with client.stream("GET", "/project/v1/events", timeout=CEILING, **options) as answer:  # type: ignore[arg-type]
            assert next(read_events(answer.iter_lines()))["id"] == second["id"]


def test_a_broken_stream_goes_on_behind_its_last_event(mock: MockServer, client: httpx2.Client) -> None:
    mock.fail(Fault.RESET_MIDWAY, path="/project/v1/events")
    with client.stream("GET", "/project/v1/events", timeout=CEILING) as answer:
        events = read_events(answer.iter_lines())
        for _ in "12":
            client.post("/v2/documents/translate", data=FORM, files=FILE)
        first = next(events)
        with pytest.raises(httpx2.TransportError):
            next(events)
    headers = {"Last-Event-ID": first["id"]}
    with client.stream("GET", "/project/v1/events", headers=headers, timeout=CEILING) as answer:
        second = next(read_events(answer.iter_lines()))
    assert json.loads(second["data"])["body"] != json.loads(first["data"])["body"]


def test_a_stream_tells_only_what_is_wanted(mock: MockServer, client: httpx2.Client) -> None:
    wanted = {"kind": "test.event", "since": "2020-01-01T00:00:00Z"}
    client.post("/v2/documents/translate", data=FORM, files=FILE)
    mock.finish_jobs()
    client.post("/project/v1/test-event", json={"url": "http://127.0.0.1:9/x"})
    with client.stream("GET", "/project/v1/events", params=wanted, timeout=CEILING) as answer:
        assert next(read_events(answer.iter_lines()))["event"] == "test.event"
    refused = client.get("/project/v1/events?after=nonsense")
    assert refused.json()["detail"][0]["loc"] == ["query", "after"]


def test_a_stream_ends_with_its_token(mock: MockServer, client: httpx2.Client) -> None:
    with client.stream("GET", "/project/v1/events", timeout=CEILING) as answer:
        lines = answer.iter_lines()
        next(lines)
        mock.expire_tokens()
        assert ": The access token has expired." in list(lines)


def test_the_stream_has_heartbeats_and_ends_with_the_mock() -> None:
    with MockServer(heartbeat_seconds=0.01, pace=JobPace(seconds=0)) as mock:
        headers = {"Authorization": f"Bearer {fetch_token(mock)}"}
        with httpx2.stream(
            "GET", f"{mock.url}/project/v1/events", headers=headers, timeout=CEILING
        ) as answer:
            lines = answer.iter_lines()
            assert next(line for line in lines if line.startswith(":")) == ": heartbeat"
            mock.stop()
            with pytest.raises((httpx2.TransportError, StopIteration)):
                while True:
                    next(lines)


def test_deliveries_are_signed_by_the_published_key_too(mock: MockServer, client: httpx2.Client) -> None:
    published = httpx2.get(f"{mock.url}/.well-known/webhook-keys", timeout=CEILING).json()
    key = Ed25519PublicKey.from_public_bytes(b64decode(published["publicKeys"][0].removeprefix("whpk_")))
    with running_receiver() as receiver:
        client.post("/project/v1/test-event", json={"url": receiver.url("/x")})
        delivery = receiver.wait_for(1)[0]
    headers = delivery.headers
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + delivery.body
    signature = next(one for one in headers["webhook-signature"].split(" ") if one.startswith("v1a,"))

    key.verify(b64decode(signature.removeprefix("v1a,")), signed)  # raises unless it is right


@given(seed=binary(min_size=32, max_size=32), message=binary(max_size=200))
@settings(max_examples=20)
def test_signatures_are_those_of_the_standard(seed: bytes, message: bytes) -> None:
    standard = Ed25519PrivateKey.from_private_bytes(seed)
    own = SigningKey(seed)

    assert own.public == standard.public_key().public_bytes_raw()
    assert own.sign(message) == standard.sign(message)
