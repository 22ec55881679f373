"""HEAD on every GET: the same status and headers, and no body."""

from __future__ import annotations

from collections.abc import Iterator

import httpx2
import pytest

from dragoman.app import create_app
from dragoman.settings import Settings
from tests.contract.conftest import Customer, Staffed
from tests.contract.documents import finished, submitted
from tests.live import LiveService
from tests.waiting import CEILING

# Other for each answer, or the connection's and not the resource's (RFC 9110 §9.3.2 allows to leave it out).
_OTHER = {"date", "x-request-id", "transfer-encoding", "ratelimit", "retry-after"}
_NOBODY = "00000000-0000-0000-0000-000000000000"
_NOBODYS = {"jobId": _NOBODY, "fileId": _NOBODY}


def _paths() -> Iterator[str]:
    document = create_app(Settings(), issuer="http://127.0.0.1:8080").openapi()
    for path, operations in document["paths"].items():
        if "get" not in operations or path == "/project/v1/events":  # GET has no end; it has its own test
            continue
        named = (one["name"] for one in operations["get"].get("parameters", ()) if one["in"] == "path")
        yield path.format_map({name: _NOBODYS.get(name, "1") for name in named})
    yield from (
        "/",
        "/docs",
        "/openapi.json",
        "/static/docs/docs.css",
        "/nothing",
        "/v2/nothing",
        "/oauth2/token",
    )


def _compare(client: httpx2.Client, path: str) -> httpx2.Response:
    before = client.get(path)
    for _ in range(20):  # jobs of other tests change what queues and lists hold
        head, got = client.head(path), client.get(path)
        if got.content == before.content:
            left_out = _OTHER
            break
        before = got
    else:  # as /metrics, and packages with the time in them
        left_out = {*_OTHER, "content-length"}
    assert head.status_code == got.status_code, path
    assert head.content == b""
    headers = [{n: v for n, v in one.headers.items() if n not in left_out} for one in (head, got)]
    assert headers[0] == headers[1], path
    assert got.headers["x-content-type-options"] == "nosniff", path
    return head


def test_every_get_has_its_head(live: LiveService, production: Customer, staff: Staffed) -> None:
    paths = list(_paths())
    assert len(paths) > 80
    for path in paths:
        client = staff("admin") if path.startswith("/provider") else production.client
        _compare(client, path)
    with httpx2.Client(base_url=live.url, timeout=CEILING) as stranger:
        assert _compare(stranger, "/v2/documents").status_code == 401
        first_page = _compare(stranger, "/")
        assert (first_page.is_redirect, first_page.headers["location"]) == (True, "/ui/")
        sign_in = _compare(stranger, "/ui/sign-in")
        assert sign_in.headers["content-type"] == "text/html; charset=utf-8"


def test_the_head_of_a_download_tells_name_and_size(production: Customer, staff: Staffed) -> None:
    job = submitted(production.client, b"The house.\n" * 5000, name="long.txt")
    finished(production.client, job)
    head = _compare(production.client, f"/v2/documents/{job}/download")
    assert head.headers["content-disposition"] == 'attachment; filename="long.txt"'
    assert int(head.headers["content-length"]) > 30_000
    memory = (
        staff("manager")
        .get("/provider/v1/translation-memories?limit=1")
        .json()["translationMemories"][0]["id"]
    )
    assert _compare(staff("manager"), f"/provider/v1/translation-memories/{memory}/export").status_code == 200


@pytest.mark.parametrize("path", ["/v2/documents", "/", "/docs", "/openapi.json", "/healthz"])
def test_where_there_is_get_allow_lists_head(production: Customer, path: str) -> None:
    answer = production.client.request("PATCH", path)
    assert answer.status_code == 405
    assert {"GET", "HEAD"} <= set(answer.headers["allow"].split(", "))


def test_where_there_is_no_get_there_is_no_head(production: Customer) -> None:
    answer = production.client.head("/v2/translate")
    assert (answer.status_code, answer.content) == (405, b"")
    assert answer.headers["allow"] == "POST"


def test_the_log_tells_of_head(live: LiveService, production: Customer) -> None:
    production.client.head("/v2/usage", headers={"X-Request-Id": "head-1"})
    assert '"HEAD"' in live.wait_for_log('"head-1"')
