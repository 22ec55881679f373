"""Every fault, asked for from Python, by headers and by the control address."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any

import httpx2
import pytest

from dragoman_client.mock import Fault, JobPace, MockServer
from dragoman_client.mock.faults import JOB_ERRORS, FaultSyntaxError, parse_faults
from tests.client.mock.conftest import fetch_token, signed_in
from tests.waiting import CEILING, wait_until

BODY = {"source": "en", "target": "es", "segments": [{"text": "Hello"}]}
PATH = "/v2/translate"


def translate(client: httpx2.Client, **options: Any) -> httpx2.Response:
    return client.post(PATH, json=BODY, **options)


def test_a_status_happens_so_often_and_nothing_is_paid_meanwhile(
    mock: MockServer, client: httpx2.Client
) -> None:
    planned = mock.fail(Fault.TOO_MANY_REQUESTS, times=3, path=PATH, retry_after=7)

    answers = [translate(client) for _ in range(4)]

    assert [one.status_code for one in answers] == [429, 429, 429, 200]
    assert answers[0].headers["retry-after"] == "7"
    assert isinstance(answers[0].json()["detail"], str)
    assert mock.texts_paid == ["Hello"]
    assert (planned.happened, planned.is_spent) == (3, True)


def test_retry_after_may_be_a_date(mock: MockServer, client: httpx2.Client) -> None:
    mock.fail("503", retry_after=datetime(2030, 1, 31, 17, tzinfo=UTC))

    assert translate(client).headers["retry-after"] == "Thu, 31 Jan 2030 17:00:00 GMT"


@pytest.mark.parametrize(("fault", "status"), [("500", 500), ("503", 503), ("504", 504), ("proxy-html", 502)])
def test_statuses(mock: MockServer, client: httpx2.Client, fault: str, status: int) -> None:
    mock.fail(fault)

    assert [translate(client).status_code for _ in range(2)] == [status, 200]


def test_a_proxy_answers_html(mock: MockServer, client: httpx2.Client) -> None:
    mock.fail(Fault.PROXY_HTML)
    mock.fail(Fault.LOGIN_PAGE)

    answers = [translate(client), translate(client)]

    assert [one.headers["content-type"] for one in answers] == ["text/html", "text/html"]
    assert [one.status_code for one in answers] == [502, 200]


def test_a_reset_before_the_work_pays_nothing_one_behind_it_does(
    mock: MockServer, client: httpx2.Client
) -> None:
    for fault, paid in ((Fault.RESET, 0), (Fault.RESET_AFTER, 1), (Fault.RESET_MIDWAY, 2)):
        mock.fail(fault)
        with pytest.raises(httpx2.TransportError):
            translate(client)
        assert len(mock.texts_paid) == paid
    assert translate(client).status_code == 200


def test_an_answer_is_cut_short(mock: MockServer, client: httpx2.Client) -> None:
    mock.fail(Fault.CUT_SHORT)

    with pytest.raises(httpx2.RemoteProtocolError):
        translate(client)


def test_an_answer_is_delayed(mock: MockServer, client: httpx2.Client) -> None:
    mock.fail(Fault.DELAY, seconds=0.3)
    began = time.monotonic()

    assert translate(client).status_code == 200
    assert time.monotonic() - began >= 0.3


def test_tokens_expire_until_a_new_one_is_fetched(mock: MockServer, client: httpx2.Client) -> None:
    mock.fail(Fault.TOKEN_EXPIRED)
    fetch_token(mock)  # has no token that could expire

    answers = [translate(client), translate(client)]

    assert [one.status_code for one in answers] == [401, 401]
    assert "invalid_token" in answers[0].headers["www-authenticate"]
    fresh = {"Authorization": f"Bearer {fetch_token(mock)}"}
    assert translate(client, headers=fresh).status_code == 200


def test_fractions_every_fifth_and_every_twentieth(mock: MockServer, client: httpx2.Client) -> None:
    mock.fail("429", every=5)
    mock.fail("503", every=20)

    statuses = [translate(client).status_code for _ in range(40)]

    assert [number for number, one in enumerate(statuses, 1) if one == 503] == [20, 40]
    assert [number for number, one in enumerate(statuses, 1) if one == 429] == [5, 10, 15, 25, 30, 35]
    assert len(mock.texts_paid) == statuses.count(200) == 32


def test_random_faults_are_those_of_their_seed() -> None:
    def run(seed: int) -> list[int]:
        with MockServer() as mock, signed_in(mock) as client:
            mock.fail("500", chance=0.5, seed=seed, path=PATH)
            return [translate(client).status_code for _ in range(30)]

    first = run(1)
    assert first == run(1)
    assert first != run(2)
    assert {200, 500} == set(first)


def test_paths_and_methods_narrow_a_fault(mock: MockServer, client: httpx2.Client) -> None:
    mock.fail("500", times=None, path="/project/v1/*", method="POST")

    assert translate(client).status_code == 200
    assert client.get("/project/v1/services").status_code == 200
    assert client.post("/project/v1/projects", json={}).status_code == 500
    mock.clear_faults()
    assert client.post("/project/v1/projects", json={}).status_code == 422


@pytest.mark.parametrize("code", JOB_ERRORS)
def test_jobs_fail_with_every_code(mock: MockServer, client: httpx2.Client, code: str) -> None:
    mock.fail(Fault.FAILED_JOB, code=code)

    record = _finished(client, _submit(client))

    assert (record["status"], record["errorCode"]) == ("FAILED", code)
    assert record["reason"]
    assert record["errorData"] is not None
    if code == "MAX_WORDS_EXCEEDED":
        assert record["errorData"]["wordCount"] > record["errorData"]["maxAllowedWords"]
    assert _finished(client, _submit(client))["status"] == "SUCCESS"


def test_a_slow_job_stays_unfinished_however_often_it_is_read(
    mock: MockServer, client: httpx2.Client
) -> None:
    mock.fail(Fault.SLOW_JOB, seconds=600)
    job = _submit(client)

    statuses = {client.get(f"/v2/documents/{job}").json()["status"] for _ in range(10)}
    assert statuses == {"IN_PROGRESS"}
    mock.finish_jobs()
    assert client.get(f"/v2/documents/{job}").json()["status"] == "SUCCESS"


def test_a_session_counts_its_own_faults(mock: MockServer, client: httpx2.Client) -> None:
    one = {"Mock-Session": "one", "Mock-Fault": "429 times=2 retry-after=3"}
    two = {"Mock-Session": "two", "Mock-Fault": "429 times=2 retry-after=3"}

    assert [translate(client, headers=one).status_code for _ in range(3)] == [429, 429, 200]
    assert translate(client, headers=two).headers["retry-after"] == "3"
    assert translate(client).status_code == 200
    assert translate(client, headers={"Mock-Fault": "nonsense"}).status_code == 400


def test_the_control_address_takes_json_and_text(mock: MockServer, client: httpx2.Client) -> None:
    with httpx2.Client(base_url=mock.url, timeout=CEILING) as control:
        planned = {"fault": "503", "times": 2, "path": PATH, "retryAfter": 4}
        assert control.post("/mock/faults", json=planned).status_code == 201
        assert control.post("/mock/faults", content="500 times=1; delay seconds=0.01").status_code == 201
        first = control.get("/mock/faults").json()[0]
        assert (first["fault"], first["times"], first["retryAfter"]) == ("503", 2, 4)
        answers = [translate(client) for _ in range(2)]
        assert [one.status_code for one in answers] == [503, 503]
        assert answers[0].headers["retry-after"] == "4"
        assert [one["path"] for one in control.get("/mock/requests").json()][-1] == PATH
        assert control.delete("/mock/faults").status_code == 204
        assert control.get("/mock/faults").json() == []
        assert translate(client).status_code == 200
        assert control.get("/mock/texts-paid").json() == ["Hello"]
        assert control.post("/mock/expire-tokens").status_code == 204
        assert translate(client).status_code == 401


@pytest.mark.parametrize(
    "bad",
    [
        {"fault": "418"},
        {"fault": "429", "often": 3},
        {"fault": "failed-job", "code": "BAD_LUCK"},
        {"fault": "429", "every": 0},
        {"fault": "429", "times": "three"},
        {"fault": "429", "path": 5},
        {},
        [1],
    ],
)
def test_bad_faults_are_refused_with_a_reason(mock: MockServer, bad: object) -> None:
    answer = httpx2.post(f"{mock.url}/mock/faults", json=bad, timeout=CEILING)

    assert answer.status_code == 422
    assert len(answer.json()["detail"]) > 15
    assert mock.faults == []


@pytest.mark.parametrize("text", ["429 times", "429 times=x", "429 colour=red", "unknown"])
def test_bad_texts_are_refused(text: str) -> None:
    with pytest.raises(FaultSyntaxError):
        parse_faults(text)


def test_a_pace_of_nothing_waits_for_the_test(mock: MockServer, client: httpx2.Client) -> None:
    mock.set_pace(JobPace(reads=None, seconds=None))
    job = _submit(client)

    assert client.get(f"/v2/documents/{job}").json()["status"] == "IN_PROGRESS"
    assert client.get(f"/v2/documents/{job}/download").status_code == 422
    mock.finish_jobs()
    assert "[Ĥéé" in client.get(f"/v2/documents/{job}/download").text


def _submit(client: httpx2.Client) -> str:
    form = {"source": "en", "target": "es"}
    answer = client.post("/v2/documents/translate", data=form, files={"file": ("a.txt", b"Hello you")})
    return str(answer.json()["jobId"])


def _finished(client: httpx2.Client, job: str) -> Any:
    return wait_until(
        lambda: client.get(f"/v2/documents/{job}").json(),
        lambda found: found["status"] in {"SUCCESS", "FAILED"},
    )
