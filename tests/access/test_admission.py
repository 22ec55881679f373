"""Clauses A6, A7 and E6: who is admitted, in which order refusals come, and what is counted."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator

import httpx2
import pytest

from dragoman.access.admission import OverLimit, admit
from dragoman.access.identity import authenticate
from dragoman.access.model import AccessScope, Bucket, NewApplication, RateRule, RateState
from dragoman.accounts.actions import change_account
from dragoman.accounts.model import AccountKind
from dragoman.database.connections import ALL_ACCOUNTS, open_database, transaction
from dragoman.http.rate_limit import rate_limit_headers
from dragoman.settings import Rate
from dragoman.telemetry import Metrics
from tests.access.conftest import WHO, OpenService, Service, create_app
from tests.conftest import Postgres


async def test_an_application_disabled_in_one_process_is_out_in_all_at_the_next_call(
    service: Service, application: NewApplication, open_beside: OpenService
) -> None:
    """A6."""
    one, two = service, await open_beside(issuer="http://127.0.0.1:8081")
    token = await one.fetch_token(application)
    assert (await two.call(token)).status_code == 200
    await one.set_disabled(application, disabled=True)
    refused = await two.call(token)
    assert (refused.status_code, refused.json()) == (401, {"detail": "The application is disabled."})
    await one.set_disabled(application, disabled=False)
    assert (await two.call(token)).status_code == 200


async def test_a_disabled_account_takes_its_applications_with_it(
    service: Service, application: NewApplication
) -> None:
    """A6."""
    token = await service.fetch_token(application)
    async with transaction(service.database, account=ALL_ACCOUNTS) as tx:
        await change_account(tx, account_id=application.application.account_id, disabled=True)
    assert (await service.call(token)).status_code == 401
    assert (await service.request_token(application)).json()[
        "error_description"
    ] == "The account is disabled."
    async with transaction(service.database, account=ALL_ACCOUNTS) as tx:
        await change_account(tx, account_id=application.application.account_id, disabled=False)
    assert (await service.call(token)).status_code == 200


async def test_refusals_come_in_the_order_401_403_429_404(service: Service) -> None:
    """A6, A7, E6."""
    application = await service.create_application(
        rate=Rate(calls=1, seconds=3600), scopes=frozenset({AccessScope.TRANSLATE, AccessScope.REFERENCE})
    )
    narrow = await service.fetch_token(application, scope="reference")
    good = await service.fetch_token(application)
    lacking = await service.call(narrow)
    assert lacking.status_code == 403
    assert lacking.json() == {"detail": "The access token lacks the scope translate."}
    assert lacking.headers["WWW-Authenticate"] == (
        'Bearer realm="dragoman", error="insufficient_scope", scope="translate"'
    )
    assert "RateLimit" not in lacking.headers
    unknown_url = await service.call(good, "/v2/nothing/here")
    assert unknown_url.status_code == 404, "a refused call was not counted; this one was"
    assert unknown_url.headers["RateLimit"].startswith('"default";r=0;')
    limited = await service.call(good, "/v2/nothing/here")
    assert limited.status_code == 429
    assert (await service.call(narrow)).status_code == 403
    await service.set_disabled(application, disabled=True)
    assert (await service.call(narrow)).status_code == 401
    assert (await service.call(good)).status_code == 401


@pytest.mark.parametrize(
    ("path", "method", "scope", "status"),
    [
        ("/v2", "GET", "translate", 404),
        ("/v2/", "GET", "translate", 404),
        (WHO, "DELETE", "translate", 405),
        (WHO, "GET", "projects", 403),
        ("/project/v1/projects", "POST", "projects", 404),
        ("/project/v1/projects", "POST", "reference", 403),
        ("/project/v1/projects", "GET", "reference", 403),
        ("/project/v1/services", "GET", "reference", 200),
        ("/project/v1/services/2147483647", "GET", "reference", 404),
        ("/project/v1/services", "POST", "reference", 403),
        ("/project/v1/account", "GET", "projects", 200),
        ("/project/v1/account", "GET", "translate", 403),
        ("/project/v1", "GET", "translate", 403),
        ("/provider/v1/projects", "GET", "translate", 403),
        ("/provider/v1/projects", "GET", "provider", 404),
    ],
)
async def test_each_interface_needs_its_scope_below_unknown_urls_too(
    service: Service, path: str, method: str, scope: str, status: int
) -> None:
    """A7."""
    application = await service.create_application(scopes=frozenset(AccessScope))
    token = await service.fetch_token(application, scope=scope)
    assert (await service.call(token, path, method)).status_code == status
    assert (await service.client.request(method, path)).status_code == 401


@pytest.mark.parametrize(
    "path", ["/", "/v2x", "/project", "/project/v2", "/provider", "/healthz", "/oauth2/jwks"]
)
async def test_public_paths_ask_for_nothing(service: Service, path: str) -> None:
    assert (await service.client.get(path)).status_code in {200, 404}


async def test_an_endpoint_below_a_prefix_needs_a_token_though_it_declares_no_caller(
    service: Service, application: NewApplication
) -> None:
    """A6, A7."""
    token = await service.fetch_token(application)
    assert (await service.client.get("/v2/without-caller")).status_code == 401
    assert (await service.call(token, "/v2/without-caller")).status_code == 200


async def test_the_body_is_not_read_before_the_caller_is_admitted(
    service: Service, application: NewApplication
) -> None:
    """A6."""
    sent = 0

    async def body() -> AsyncIterator[bytes]:
        nonlocal sent
        for _ in range(10):
            sent += 1
            yield b"x" * 1000

    refused = await service.client.post("/v2/upload", content=body(), headers={"Authorization": "Bearer x"})
    assert (refused.status_code, sent, service.bodies_read) == (401, 0, [])
    token = await service.fetch_token(application)
    headers = {"Authorization": f"Bearer {token}"}
    assert (await service.client.post("/v2/upload", content=body(), headers=headers)).status_code == 204
    assert service.bodies_read == [10_000]


async def test_while_starting_good_callers_get_503_and_strangers_401() -> None:
    """E5: what costs nothing is refused even then."""
    transport = httpx2.ASGITransport(create_app(None, Metrics(), []))
    async with httpx2.AsyncClient(transport=transport, base_url="http://test") as client:
        assert (await client.get(WHO)).status_code == 401
        starting = await client.get(WHO, headers={"Authorization": "Bearer x"})
    assert (starting.status_code, starting.headers["Retry-After"]) == (503, "1")


@pytest.mark.parametrize(
    ("kind", "calls"), [(AccountKind.TRIAL, 5), (AccountKind.SANDBOX, 100), (AccountKind.PRODUCTION, 100)]
)
async def test_the_default_quota_of_each_kind_and_its_headers(
    service: Service, kind: AccountKind, calls: int
) -> None:
    """E6."""
    application = await service.create_application(kind=kind, rate=RateRule.DEFAULT)
    token = await service.fetch_token(application)
    first = await service.call(token)
    assert first.headers["RateLimit-Policy"] == f'"default";q={calls};w=30'
    assert first.headers["RateLimit"] == f'"default";r={calls - 1};t={6 if calls == 5 else 1}'
    answers = [await service.call(token) for _ in range(calls)]
    statuses = Counter(answer.status_code for answer in answers)
    assert statuses[429] in ({1} if kind is AccountKind.TRIAL else {0, 1})
    if kind is AccountKind.TRIAL:
        last = answers[-1]
        assert last.json() == {"detail": "Too many calls: 5 in 30 s are allowed. Wait, then retry."}
        assert 1 <= int(last.headers["Retry-After"]) <= 6
        assert last.headers["RateLimit-Policy"] == '"default";q=5;w=30'
        assert last.headers["RateLimit"].startswith('"default";r=0;t=3')


async def test_an_applications_own_rate_and_none(service: Service) -> None:
    """E6, O4."""
    own = await service.create_application(rate=Rate(calls=2, seconds=60))
    token = await service.fetch_token(own)
    assert [(await service.call(token)).status_code for _ in range(3)] == [200, 200, 429]
    free = await service.fetch_token(await service.create_application(kind=AccountKind.TRIAL))
    answers = [await service.call(free) for _ in range(8)]
    assert {answer.status_code for answer in answers} == {200}
    assert "RateLimit" not in answers[0].headers


async def test_the_project_interface_has_a_limit_of_its_own(open_beside: OpenService) -> None:
    """E6: off by default, and not the one of /v2."""
    service = await open_beside(rate_limit_projects="2/60")
    token = await service.fetch_token(await service.create_application(rate=Rate(calls=1, seconds=60)))
    statuses = [(await service.call(token, "/project/v1/nothing")).status_code for _ in range(3)]
    assert statuses == [404, 404, 429]
    assert [(await service.call(token)).status_code for _ in range(2)] == [200, 429]
    unlimited = await open_beside()
    assert (await unlimited.call(token, "/project/v1/nothing")).status_code == 404


async def test_a_call_over_the_limit_waits_for_its_turn_if_that_is_allowed(open_beside: OpenService) -> None:
    """E6."""
    service = await open_beside(rate_limit_wait_seconds=0.5)
    token = await service.fetch_token(await service.create_application(rate=Rate(calls=10, seconds=1)))
    began = time.monotonic()
    answers = await asyncio.gather(*(service.call(token) for _ in range(20)))
    elapsed = time.monotonic() - began
    statuses = Counter(answer.status_code for answer in answers)
    assert statuses[200] + statuses[429] == 20
    assert statuses[200] >= 15, "ten at once, and what comes due within half a second"
    assert statuses[200] <= 10 + 10 * elapsed + 1, "no call was answered before its turn"
    assert elapsed >= 0.4


async def test_a_new_rate_holds_at_once_after_any_use_of_the_old_one(open_beside: OpenService) -> None:
    """E6: a slow rate's backlog must not outlive it."""
    slow = await open_beside(rate_limit_production="1/86400")
    application = await slow.create_application(rate=RateRule.DEFAULT)
    token = await slow.fetch_token(application)
    assert [(await slow.call(token)).status_code for _ in range(2)] == [200, 429]
    fast = await open_beside(rate_limit_production="10/1")
    refused = await fast.call(token)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
    await asyncio.sleep(0.15)
    assert (await fast.call(token)).status_code == 200


async def test_processes_together_admit_the_quota_and_no_more(
    service: Service, open_beside: OpenService, postgres: Postgres
) -> None:
    """E6: two pools, many times the quota, ± 1 %. It is whole only after ten seconds without a call."""
    rate = Rate(calls=500, seconds=10)
    application = await service.create_application(rate=rate)
    claims = await authenticate(service.identity, await service.fetch_token(application))
    seconds = 4.0
    async with open_database(postgres.named("access").application, connections=4) as other:
        two = await open_beside(on=other, issuer="http://127.0.0.1:8081")

        async def press(one: Service, *, until: float) -> int:
            admitted, refused = 0, False
            while not refused or time.monotonic() < until:
                try:
                    await admit(one.identity, claims, scopes=[AccessScope.TRANSLATE], bucket=Bucket.TRANSLATE)
                    admitted, refused = admitted + 1, False
                except OverLimit:
                    refused = True
                    await asyncio.sleep(0.001)
            return admitted

        began = time.monotonic()
        pressing = [press(one, until=began + seconds) for one in [service, two] * 4]
        admitted = sum(await asyncio.gather(*pressing))
        admitted += await press(service, until=0)  # until the first refusal: nothing that was due is left
        elapsed = time.monotonic() - began
    quota = rate.calls + rate.calls / rate.seconds * elapsed
    assert admitted <= quota * 1.01
    assert admitted >= quota * 0.95  # what is not used while the quota is whole is lost


@pytest.mark.parametrize(
    ("backlog", "remaining", "wait"),
    [(0.3, 99, 0), (0.6, 98, 0), (29.7, 1, 0), (29.999999, 0, 0), (30, 0, 0), (30.2, 0, 0.2), (45, 0, 15)],
)
def test_what_remains_and_how_long_to_wait(backlog: float, remaining: int, wait: float) -> None:
    """E6."""
    state = RateState(rate=Rate(calls=100, seconds=30), backlog=backlog)
    assert (state.remaining, state.wait) == (remaining, pytest.approx(wait))


def test_rate_limit_headers() -> None:
    """E6 (draft-ietf-httpapi-ratelimit-headers)."""
    assert rate_limit_headers(RateState(rate=Rate(calls=100, seconds=30), backlog=0.3)) == {
        "RateLimit-Policy": '"default";q=100;w=30',
        "RateLimit": '"default";r=99;t=1',
    }
