"""X2, D6: files are translated while the client waits, and the link it gets is all that it needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from tests.compat.conftest import Customer
from tests.live import LiveService
from tests.waiting import CEILING, wait_until

TEXT = b"The house is red.\n\nThe dog eats.\n"


@pytest.fixture(scope="module")
def http(live: LiveService) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=f"{live.url}/compat/libretranslate", timeout=120) as client:
        yield client


def send(
    http: httpx2.Client, customer: Customer, *, name: str = "a.txt", data: bytes = TEXT, **fields: Any
) -> httpx2.Response:
    sent = {"source": "en", "target": "es", "api_key": customer.key, **fields}
    return http.post("/translate_file", files={"file": (name, data)}, data=sent)


def test_a_file_is_translated_and_its_link_needs_no_key(
    live: LiveService, http: httpx2.Client, production: Customer
) -> None:
    answer = send(http, production, name="Häuser & Co.txt")
    assert answer.status_code == 200, answer.text
    link = answer.json()["translatedFileUrl"]
    assert link.startswith(f"{live.url}/compat/libretranslate/download_file/")
    for _ in range(2):
        downloaded = httpx2.get(link, timeout=CEILING)
        assert downloaded.content == b"La casa es roja.\n\nEl perro come.\n"
        assert downloaded.headers["Content-Type"].startswith("text/plain")
        assert "UTF-8''H%C3%A4user%20%26%20Co.txt" in downloaded.headers["Content-Disposition"]
    assert production.client.get("/v2/documents").json()["documents"][0]["status"] == "SUCCESS"


def test_the_language_of_a_file_may_be_detected(http: httpx2.Client, production: Customer) -> None:
    link = send(http, production, source="auto").json()["translatedFileUrl"]
    assert httpx2.get(link, timeout=CEILING).text.startswith("La casa es roja.")
    assert production.client.get("/v2/documents").json()["documents"][0]["source"] == "en"


def test_other_links_lead_nowhere(live: LiveService, http: httpx2.Client, production: Customer) -> None:
    link = send(http, production).json()["translatedFileUrl"]
    job = production.client.get("/v2/documents").json()["documents"][0]["jobId"]
    token = link.rpartition("/")[2].partition(".")[0]
    flipped = token[:-1] + ("0" if token[-1] != "0" else "1")
    for wrong in (flipped, "0" * len(token), token[:40], job, "a.txt", "..%2f..%2fetc%2fpasswd", "é"):
        answer = http.get(f"/download_file/{wrong}.a.txt")
        assert answer.status_code == 404, wrong
        assert list(answer.json()) == ["error"]
    other_account = f"{token[:32]}{int(token[32:40], 16) + 1:08x}{token[40:]}"
    assert http.get(f"/download_file/{other_account}.a.txt").status_code == 404
    production.client.delete(f"/v2/documents/{job}")
    assert httpx2.get(link, timeout=CEILING).status_code == 404
    assert token not in live.log


@pytest.mark.parametrize(
    ("options", "status", "message"),
    [
        ({"source": ""}, 400, "missing source parameter"),
        ({"target": ""}, 400, "missing target parameter"),
        ({"target": "qx"}, 400, "Language pair (en -> qx) is not supported."),
        ({"source": "no code"}, 400, "no language code"),
        ({"source": "auto", "target": "qx"}, 400, "Language pair (auto -> qx) is not supported."),
        ({"name": "a.docx"}, 400, "named .docx"),
        ({"name": "a.xyz", "data": b"\x00\x01"}, 400, ""),
        ({"name": "a.docx", "data": b"PK\x03\x04broken"}, 400, ""),
        ({"data": b""}, 400, ""),
        ({"api_key": ""}, 400, "API key"),
        ({"api_key": "a:b"}, 403, "Invalid API key"),
    ],
)
def test_a_file_that_cannot_be_translated_is_refused_with_a_message(
    http: httpx2.Client, production: Customer, options: dict[str, Any], status: int, message: str
) -> None:
    answer = send(http, production, **options)
    assert answer.status_code == status, answer.text
    assert message in answer.json()["error"]


def test_a_form_without_a_file_or_no_form_is_refused(http: httpx2.Client, production: Customer) -> None:
    fields = {"source": "en", "target": "es", "api_key": production.key}
    for call in ({"files": {name: (None, value) for name, value in fields.items()}}, {"json": fields}):
        answer = http.post("/translate_file", **call)
        assert answer.status_code == 400
        assert "file" in answer.json()["error"]


def test_the_job_of_a_client_that_left_is_deleted(live: LiveService, production: Customer) -> None:
    before = len(production.client.get("/v2/documents").json()["documents"])
    long = b"\n\n".join(b"The house number %d is red and the dog eats." % number for number in range(3_000))
    fields = {"source": "en", "target": "es", "api_key": production.key}
    with pytest.raises(httpx2.TimeoutException):
        httpx2.post(
            f"{live.url}/compat/libretranslate/translate_file",
            files={"file": ("long.txt", long)},
            data=fields,
            timeout=httpx2.Timeout(30, read=0.5),
        )

    def number() -> int:
        return len(production.client.get("/v2/documents").json()["documents"])

    wait_until(lambda: number() == before)
