"""Clauses D7, D8, E3 and E8 over HTTP: how jobs of documents end, and that a repeated one is the same."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest

from tests.contract.conftest import Customer
from tests.contract.documents import PAGE, finished, record, submit, submitted, zipped
from tests.live import LiveService
from tests.receiver import running_receiver


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("empty.html", b"", "DOCUMENT_EMPTY"),
        ("empty.docx", b"", "DOCUMENT_EMPTY"),
        ("numbers.txt", b"1\n22\n", "DOCUMENT_EMPTY"),
        ("truncated.docx", zipped(a__xml=bytes(range(256)) * 9)[:200], "DOCUMENT_CORRUPT"),
        ("broken.json", b'{"a": ', "DOCUMENT_CORRUPT"),
        ("broken.xlf", b'<xliff version="1.2"><file>', "DOCUMENT_CORRUPT"),
    ],
)
def test_d7_e3_a_job_that_fails_says_why(production: Customer, name: str, data: bytes, code: str) -> None:
    found = finished(production.client, submitted(production.client, data, name=name))
    assert (found["status"], found["errorCode"]) == ("FAILED", code)
    assert len(found["reason"]) > 20
    assert isinstance(found["errorData"], dict)
    answer = production.client.get(f"/v2/documents/{found['jobId']}/download")
    assert answer.status_code == 422
    assert "failed" in answer.json()["detail"]


def test_d7_e3_too_many_words_are_counted(production: Customer) -> None:
    found = finished(production.client, submitted(production.client, "word " * 50_001, name="long.txt"))
    assert found["errorCode"] == "MAX_WORDS_EXCEEDED"
    assert found["errorData"] == {"maxAllowedWords": 50_000, "wordCount": 50_001}


def test_d7_a_result_equal_to_its_source_is_a_failure(production: Customer) -> None:
    found = finished(production.client, submitted(production.client, "Xyzzy qwrtp.", name="strange.txt"))
    assert found["errorCode"] == "TRANSLATION_FAILED", found


def test_d8_n2_callbacks_carry_the_record(production: Customer) -> None:
    with running_receiver() as receiver:
        good = submitted(
            production.client, successCallbackUrl=receiver.url("/good"), errorCallbackUrl=receiver.url("/bad")
        )
        bad = submitted(
            production.client,
            b"",
            successCallbackUrl=receiver.url("/good"),
            errorCallbackUrl=receiver.url("/bad"),
        )
        (success,) = receiver.wait_for(1, "/good")
        (error,) = receiver.wait_for(1, "/bad")
        assert success.record == record(production.client, good)
        assert error.record == record(production.client, bad)
    assert error.record["errorCode"] == "DOCUMENT_EMPTY"
    assert success.headers["content-type"] == "application/json"
    assert success.headers["webhook-id"] != error.headers["webhook-id"]
    assert {"webhook-timestamp", "webhook-signature"} <= set(success.headers)


def test_e8_a_repeated_submission_makes_one_job(live: LiveService, production: Customer) -> None:
    application = live.create_application(production.account, "--rate-limit", "off", name="repeater")
    with live.client(application) as client:
        key = {"Idempotency-Key": str(uuid.uuid4())}
        first = submit(client, headers=key)
        again = submit(client, headers=key)
        assert (again.status_code, again.json()) == (202, first.json())
        other = submit(client, PAGE + "<p>More.", headers=key)
        assert other.status_code == 422
        assert "Idempotency-Key" in other.json()["detail"]
        assert submit(client, headers={"Idempotency-Key": "another"}).json() != first.json()
        assert len(client.get("/v2/documents").json()["documents"]) == 2


def test_e8_of_many_at_once_one_makes_the_job(live: LiveService, production: Customer) -> None:
    application = live.create_application(production.account, "--rate-limit", "off", name="crowd")
    with live.client(application) as client:
        key = {"Idempotency-Key": str(uuid.uuid4())}

        def send(_: int) -> httpx2.Response:
            return submit(client, headers=key)

        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(send, range(8)))
        assert {answer.status_code for answer in answers} <= {202, 409}
        assert len({answer.text for answer in answers if answer.status_code == 202}) == 1
        assert len(client.get("/v2/documents").json()["documents"]) == 1
