"""What the request log has of calls: whose they are, routes and ids, and nothing of what they said."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import pytest_asyncio

from dragoman.access.model import AccessScope, NewApplication, StaffRole
from dragoman.app import create_app
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.request_log.actions import read_requests
from dragoman.request_log.model import LoggedRequest, RequestFilter
from dragoman.settings import Rate
from tests.access.conftest import Service
from tests.access.provider import ISSUER

JOB = "/v2/documents/00000000-0000-4000-8000-000000000000"
SECRET = "Geheimnis"


@pytest_asyncio.fixture
async def client(fresh: Service) -> AsyncIterator[httpx2.AsyncClient]:
    """The whole interface, without sockets."""
    app = create_app(fresh.identity.settings, issuer=ISSUER)
    app.state.runtime = fresh.runtime
    transport = httpx2.ASGITransport(app)
    async with httpx2.AsyncClient(transport=transport, base_url="http://test") as opened:
        yield opened


async def headers_of(service: Service, application: NewApplication) -> dict[str, str]:
    return {"Authorization": f"Bearer {await service.fetch_token(application)}"}


async def logged(service: Service, application: NewApplication) -> list[LoggedRequest]:
    """The calls of an application, oldest first, but for those that fetched tokens."""
    await service.runtime.request_log.flush()
    async with transaction(service.database, account=application.application.account_id) as tx:
        found = await read_requests(tx, wanted=RequestFilter(), limit=100)
    return [one for one in reversed(found) if one.status != 200 or one.route != "/oauth2/token"]


def shape(one: LoggedRequest) -> tuple[Any, ...]:
    return one.method, one.route, one.path, one.status, one.error


async def test_calls_are_logged_by_route_and_ids_and_without_any_text(
    fresh: Service, client: httpx2.AsyncClient
) -> None:
    application = await fresh.create_application()
    headers = await headers_of(fresh, application)
    body = {"source": "de", "target": "xx", "segments": [SECRET]}
    answer = await client.post(f"/v2/translate?q={SECRET}", json=body, headers=headers)
    await client.get(JOB, headers={**headers, "X-Request-Id": "mine"})
    await client.head(JOB, headers=headers)
    await client.get(f"/v2/documents/{SECRET}", headers=headers)
    await client.get(f"/v2/{SECRET}", headers=headers)
    await client.put(f"/project/v1/projects/17?title={SECRET}", content=b"{}", headers=headers)
    await client.get(f"/project/v1/projects?limit={SECRET}", headers=headers)
    await client.get("/healthz")
    found = await logged(fresh, application)
    jobs = "/v2/documents/{jobId}"
    assert [shape(one) for one in found] == [
        ("POST", "/v2/translate", "/v2/translate", 422, found[0].error),
        ("GET", jobs, JOB, 404, "NOT_FOUND"),
        ("HEAD", jobs, JOB, 404, "NOT_FOUND"),
        ("GET", jobs, jobs, 404, "NOT_FOUND"),
        ("GET", None, None, 404, "NOT_FOUND"),
        ("PUT", "/project/v1/projects/{id}", "/project/v1/projects/17", 404, "NOT_FOUND"),
        ("GET", "/project/v1/projects", "/project/v1/projects", 422, "MALFORMED"),
    ]
    assert found[0].error in {"MALFORMED", "LANGUAGE_PAIR_UNSUPPORTED"}
    assert (found[0].request_bytes, found[0].answer_bytes) == (
        len(answer.request.content),
        len(answer.content),
    )
    assert (found[1].request_id, found[2].answer_bytes) == ("mine", 0)
    assert SECRET not in repr(found)


async def test_refused_calls_are_logged_where_it_is_proved_whose_they_are(
    fresh: Service, client: httpx2.AsyncClient
) -> None:
    limited = await fresh.create_application(
        rate=Rate(calls=1, seconds=3600), scopes=frozenset({AccessScope.TRANSLATE})
    )
    headers = await headers_of(fresh, limited)
    fresh.clock.offset = 0
    await client.get(JOB, headers=headers)
    await client.get(JOB, headers=headers)
    await client.get("/project/v1/projects", headers=headers)
    await client.get(JOB, headers={"Authorization": "Bearer " + headers["Authorization"][7:-8] + "AAAAAAAA"})
    await client.get(JOB)
    fresh.clock.offset = 86_400
    await client.get(JOB, headers=headers)
    fresh.clock.offset = 0
    await fresh.set_disabled(limited, disabled=True)
    await client.get(JOB, headers=headers)
    found = await logged(fresh, limited)
    assert [(one.route, one.status, one.error) for one in found] == [
        ("/v2/documents/{jobId}", 404, "NOT_FOUND"),
        ("/v2/documents/{jobId}", 429, "TOO_MANY_REQUESTS"),
        ("/project/v1/projects", 403, "FORBIDDEN"),
        ("/v2/documents/{jobId}", 401, "UNAUTHENTICATED"),
        ("/v2/documents/{jobId}", 401, "UNAUTHENTICATED"),
    ]


async def test_requests_for_tokens_are_logged_unless_they_are_guesses_without_end(
    fresh: Service, client: httpx2.AsyncClient
) -> None:
    application = await fresh.create_application()
    good = {"client_id": application.application.client_id, "client_secret": application.client_secret}
    for fields in ({}, {"scope": "provider"}, {"client_secret": SECRET}, {"client_id": f"{SECRET} ü"}):
        form = {"grant_type": "client_credentials", **good, **fields}
        await client.post("/oauth2/token", data=form)
    await fresh.runtime.request_log.flush()
    async with transaction(fresh.database, account=ALL_ACCOUNTS) as tx:
        found = await read_requests(tx, wanted=RequestFilter(path_prefix="/oauth2/"), limit=100)
    assert [(one.application_id, one.status, one.error) for one in found] == [
        (application.application.id, 401, "INVALID_CLIENT"),
        (application.application.id, 400, "INVALID_SCOPE"),
        (application.application.id, 200, None),
    ]


async def test_customers_and_staff_read_the_log_page_by_page(
    fresh: Service, client: httpx2.AsyncClient
) -> None:
    ours, theirs = await fresh.create_application(), await fresh.create_application()
    staff = await fresh.create_application(scopes=frozenset({AccessScope.PROVIDER}), role=StaffRole.MANAGER)
    own, other, manager = [await headers_of(fresh, one) for one in (ours, theirs, staff)]
    for number in range(3):
        await client.get(JOB, headers={**own, "X-Request-Id": f"ours-{number}"})
    await client.get("/v2/usage", headers={**other, "X-Request-Id": "theirs"})
    await fresh.runtime.request_log.flush()

    async def read(address: str, headers: dict[str, str], **query: Any) -> tuple[list[str], str | None]:
        answer = await client.get(address, headers=headers, params=query)
        assert answer.status_code == 200, answer.text
        page = answer.json()
        return [one["requestId"] for one in page["requests"]], page["nextBefore"]

    log, whole = "/project/v1/requests", "/provider/v1/requests"
    first, before = await read(log, own, Path="/v2/", limit=2)
    assert first == ["ours-2", "ours-1"]
    assert await read(log, own, path="/v2/", limit=2, before=before) == (["ours-0"], None)
    assert (await read(log, own, applicationId=theirs.application.id))[0] == []
    assert (await read(log, own, requestId="theirs"))[0] == []
    account = ours.application.account_id
    assert (await read(whole, manager, accountId=account, status="4xx"))[0] == ["ours-2", "ours-1", "ours-0"]
    assert (await read(whole, manager, path="/v2/usage"))[0] == ["theirs"]
    tomorrow = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 86_400))
    assert (await read(whole, manager, path="/v2/", **{"from": tomorrow}))[0] == []
    assert len((await read(whole, manager, path="/v2/", to=tomorrow))[0]) == 4


async def test_wrong_conditions_are_refused(fresh: Service, client: httpx2.AsyncClient) -> None:
    headers = await headers_of(fresh, await fresh.create_application())
    for query in (
        "status=600",
        "status=4x",
        "before=7",
        "from=now",
        "limit=0",
        "requestId=%00",
        "applicationId=0",
    ):
        answer = await client.get(f"/project/v1/requests?{query}", headers=headers)
        assert answer.status_code == 422, query
        (problem,) = answer.json()["detail"]
        assert problem["loc"] == ["query", query.partition("=")[0]]
