"""Clauses E1, E2 and E4 to E7: every refusal has the right status and body, and repeats nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import httpx2
import pytest

from tests.contract.conftest import Customer
from tests.live import LiveService
from tests.waiting import CEILING

CANARY = "canary-sentence-7391"
NOTHING = "There is nothing at this address."
WRONG_METHOD = "This address does not take the method. It takes:"
GOOD = {"source": "en", "target": "es", "segments": [{"text": "The house."}]}


def body_with(text: str) -> bytes:
    return b'{"source":"en","target":"es","segments":[{"text":' + text.encode() + b"}]}"


@pytest.mark.parametrize(
    ("body", "where", "kind"),
    [
        (b"", ["body"], "missing"),
        (b"{", None, "json_invalid"),
        (b"canary-sentence-7391", None, "json_invalid"),
        (b"\xff\xfe{\x00}\x00", None, "json_invalid"),
        (b'{"source":"\xff"}', None, "json_invalid"),
        (body_with('"\\ud800"'), None, "json_invalid"),
        (body_with("NaN"), None, "json_invalid"),
        (body_with("Infinity"), None, "json_invalid"),
        (body_with("1" * 5000), None, "json_invalid"),
        (b"[" * 100_000, None, "json_invalid"),
        (body_with('"\\u0000"'), ["body", "segments", 0, "text"], "nul_character"),
        (b"[]", ["body"], "model_attributes_type"),
        (b'"canary-sentence-7391"', ["body"], "model_attributes_type"),
        (b"null", ["body"], "model_attributes_type"),
        (body_with("5"), ["body", "segments", 0, "text"], "string_type"),
        (body_with("null"), ["body", "segments", 0, "text"], "string_type"),
        (
            b'{"source":"en","target":"es","segments":"canary-sentence-7391"}',
            ["body", "segments"],
            "list_type",
        ),
        (b'{"source":"en","target":"es","segments":["x"]}', ["body", "segments", 0], "model_attributes_type"),
        (b'{"source":"en","target":"es","segments":[{}]}', ["body", "segments", 0, "text"], "missing"),
        (b'{"source":"en","segments":[{"text":"a"}]}', ["body", "target"], "missing"),
        (b'{"source":1,"target":"es","segments":[{"text":"a"}]}', ["body", "source"], "string_type"),
        (b'{"source":true,"target":"es","segments":[{"text":"a"}]}', ["body", "source"], "string_type"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_e2_a_malformed_body_says_where_and_what(
    production: Customer, body: bytes, where: list[str | int] | None, kind: str
) -> None:
    answer = production.client.post("/v2/translate", content=body)
    assert answer.status_code == 422
    assert len(answer.content) < 2000
    items = answer.json()["detail"]
    assert all(set(item) == {"loc", "msg", "type"} for item in items)
    assert items[0]["type"] == kind
    assert items[0]["loc"] == (where or ["body"])
    assert where is not None or re.search("line [0-9]+, column [0-9]+: ", items[0]["msg"])
    assert CANARY not in answer.text


def test_e2_all_problems_of_a_body_are_reported_at_once(production: Customer) -> None:
    answer = production.client.post("/v2/translate", json={"source": "e", "segments": [{"text": 1}]})
    assert sorted(item["loc"] for item in answer.json()["detail"]) == [
        ["body", "segments", 0, "text"],
        ["body", "source"],
        ["body", "target"],
    ]


@pytest.mark.parametrize(
    "content_type", [None, "text/plain", "application/x-www-form-urlencoded", "application/json"]
)
def test_json_is_read_under_any_content_type(production: Customer, content_type: str | None) -> None:
    headers = {} if content_type is None else {"Content-Type": content_type}
    answer = production.client.post("/v2/translate", content=json.dumps(GOOD).encode(), headers=headers)
    assert answer.json() == {"translations": [{"translation": "La casa."}]}


def test_unknown_fields_and_parameters_are_ignored(production: Customer) -> None:
    answer = production.client.post("/v2/translate?nonsense=1", json={**GOOD, "metadata": {"deep": [1]}})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "status", "detail"),
    [
        ("GET", "/v2/nothing", 404, f"{NOTHING} GET /docs shows those that there are."),
        ("POST", "/v2/Translate/", 404, f"{NOTHING} Its path is written /v2/translate."),
        (
            "GET",
            "/v2//documents/1/Download",
            404,
            f"{NOTHING} Its path is written /v2/documents/{{jobId}}/download.",
        ),
        ("GET", "/Docs", 404, f"{NOTHING} Its path is written /docs."),
        ("GET", "/v2/translate", 405, f"{WRONG_METHOD} POST."),
        ("DELETE", "/v2/languages/text-translation", 405, f"{WRONG_METHOD} GET, HEAD."),
        (
            "POST",
            "/v2/documents/Translate",
            405,
            f"{WRONG_METHOD} DELETE, GET, HEAD. If /v2/documents/translate is meant, write it so.",
        ),
    ],
)
def test_e1_e5_unknown_urls_and_methods_are_reported_in_words(
    production: Customer, method: str, path: str, status: int, detail: str
) -> None:
    answer = production.client.request(method, path)
    assert (answer.status_code, answer.json()) == (status, {"detail": detail})


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/v2/documents/1", {"GET", "HEAD", "DELETE"}),
        ("/v2/documents/translate", {"POST"}),
        ("/v2/documents", {"GET", "HEAD"}),
        ("/openapi.json", {"GET", "HEAD"}),
        ("/static/favicon.svg", {"GET", "HEAD"}),
    ],
)
def test_e5_a_wrong_method_gets_every_right_one(production: Customer, path: str, allowed: set[str]) -> None:
    answer = production.client.request("PATCH", path)
    assert answer.status_code == 405
    assert set(answer.headers["Allow"].split(", ")) == allowed


@pytest.mark.parametrize("path", ["/v2/translate", "/v2/nothing", "/project/v1/projects", "/provider/v1/x"])
def test_e5_credentials_come_before_everything_else(live: LiveService, path: str) -> None:
    answer = httpx2.post(live.url + path, content=b"not json", timeout=CEILING)
    assert answer.status_code == 401
    assert set(answer.json()) == {"detail"}
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_every_answer_has_a_request_id_and_the_log_has_it_too(
    live: LiveService, production: Customer
) -> None:
    answer = production.client.post("/v2/translate", json=GOOD, headers={"X-Request-Id": "my-request.1"})
    assert answer.headers["X-Request-Id"] == "my-request.1"
    live.wait_for_log('"my-request.1"')
    for path in ("/healthz", "/nothing", "/v2/nothing", "/openapi.json", "/docs"):
        assert len(httpx2.get(live.url + path, timeout=CEILING).headers["X-Request-Id"]) == 32


def test_a_hostile_request_id_is_replaced(production: Customer) -> None:
    answer = production.client.post("/v2/translate", json=GOOD, headers={"X-Request-Id": 'a"b{}'})
    assert len(answer.headers["X-Request-Id"]) == 32


def test_e6_a_trial_is_limited_and_says_when_to_come_back(live: LiveService) -> None:
    account = live.create_account("Trial Ltd", "trial")
    with live.client(live.create_application(account)) as client:
        answers = [client.get("/v2/languages/text-translation") for _ in range(7)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
    assert set(answers[5].json()) == {"detail"}
    assert 1 <= int(answers[5].headers["Retry-After"]) <= 30
    assert all("RateLimit" in answer.headers and "RateLimit-Policy" in answer.headers for answer in answers)
    assert "q=5" in answers[0].headers["RateLimit-Policy"]
    assert "w=30" in answers[0].headers["RateLimit-Policy"]


def test_e7_a_body_over_the_limit_is_refused_by_its_declared_length(production: Customer) -> None:
    answer = production.client.post("/v2/translate", content=b" " * (2 * 1024 * 1024 + 1))
    assert answer.status_code == 422
    assert "larger than 2097152 bytes" in answer.json()["detail"]


def test_e7_an_endless_body_is_refused_while_it_streams(production: Customer) -> None:
    sent = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent
        while sent < 200 * 1024 * 1024:
            sent += 65536
            yield b" " * 65536

    try:
        answer = production.client.post("/v2/translate", content=endless())
        assert answer.status_code == 422
    except httpx2.TransportError:
        pass  # the connection was cut before the client read the answer
    assert sent < 100 * 1024 * 1024  # 64 MiB of it are read and dropped, and sockets hold some


def test_a_compressed_body_is_refused_with_advice(production: Customer) -> None:
    answer = production.client.post("/v2/translate", content=b"x", headers={"Content-Encoding": "gzip"})
    assert answer.status_code == 422
    assert "Content-Encoding" in answer.json()["detail"]


def test_nothing_of_the_customer_is_in_the_log(live: LiveService, production: Customer) -> None:
    production.client.post("/v2/translate", json={**GOOD, "segments": [{"text": CANARY}]})
    production.client.post("/v2/translate", content=CANARY.encode())
    production.client.get(f"/v2/{CANARY}")
    assert CANARY not in live.log
    assert production.application.client_secret not in live.log
    sent = production.client.get("/v2/usage").request.headers["Authorization"]
    assert sent.removeprefix("Bearer ") not in live.log
