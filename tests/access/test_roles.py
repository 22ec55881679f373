"""Who calls is checked before what is sent, on every protected path: 401, 403, then 404, 405 and 422.

The roles are those that the descriptions of the OpenAPI document promise.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from typing import Any

import httpx2
import pytest
import pytest_asyncio
from fastapi.routing import APIRoute

from dragoman.access.model import AccessScope, StaffRole
from dragoman.api.provider_v1 import linguist_work
from dragoman.api.provider_v1.roles import StaffRoute, needed_role
from dragoman.app import create_app
from dragoman.dashboard.page.page_route import needed_rights
from dragoman.dashboard.page.rights import Right
from dragoman.dashboard.projects import assigning, translation_pages
from dragoman.dashboard.work import pages as work_pages
from dragoman.routers import ROUTERS
from tests.access.conftest import Service
from tests.access.provider import ISSUER
from tests.access.test_matrix import METHODS, NOBODYS, fill

JSON = {"Content-Type": "application/json"}
BODIES: list[dict[str, Any]] = [
    {},
    {"content": b"{}", "headers": JSON},
    {"content": b"[1", "headers": JSON},
    {"content": b'{"id": "x", "role": 5, "name": null}', "headers": JSON},
    {"data": {"a": "b"}},
    {"files": {"other": ("a.txt", b"a")}},
    {"content": b"--x\r\n", "headers": {"Content-Type": "multipart/form-data; boundary=x"}},
]
_ROLE = re.compile(r"Needs the role (\w+)")
_RANK = list(StaffRole)


@pytest_asyncio.fixture
async def client(fresh: Service) -> AsyncIterator[httpx2.AsyncClient]:
    """The whole interface, without sockets."""
    app = create_app(fresh.identity.settings, issuer=ISSUER)
    app.state.runtime = fresh.runtime
    transport = httpx2.ASGITransport(app)
    async with httpx2.AsyncClient(transport=transport, base_url="http://test") as opened:
        yield opened


def operations(document: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    for path, found in document["paths"].items():
        for method in METHODS & set(found):
            if found[method].get("security"):
                yield method.upper(), path, found[method]


async def headers_of(service: Service, **draft: Any) -> dict[str, str]:
    application = await service.create_application(**draft)
    return {"Authorization": f"Bearer {await service.fetch_token(application)}"}


async def send(
    client: httpx2.AsyncClient, method: str, path: str, body: Mapping[str, Any], headers: dict[str, str]
) -> int:
    sent = {**body, "headers": {**body.get("headers", {}), **headers}}
    return (await client.request(method, path, **sent)).status_code


async def test_a_role_is_checked_before_anything_that_is_sent(
    fresh: Service, client: httpx2.AsyncClient
) -> None:
    headers = {
        role: await headers_of(fresh, scopes=frozenset({AccessScope.PROVIDER}), role=role)
        for role in StaffRole
    }
    wrong, cells = [], 0
    for method, path, operation in operations((await client.get("/openapi.json")).json()):
        if not path.startswith("/provider/"):
            continue
        promised = _ROLE.search(operation["description"])
        needed = StaffRole(promised[1]) if promised else StaffRole.LINGUIST
        for role in StaffRole:
            allowed = _RANK.index(role) >= _RANK.index(needed)
            for place in {fill(path, operation), re.sub(r"\{[^}]*\}", "abc", path)}:
                for body in BODIES if method != "GET" else BODIES[:2]:
                    status = await send(client, method, place, body, headers[role])
                    cells += 1
                    if (status == 403) == allowed or status == 401 or status >= 500:
                        wrong.append((method, place, role, BODIES.index(body), status))
    assert wrong == []
    assert cells > 1000


async def test_a_scope_is_checked_before_anything_that_is_sent(
    fresh: Service, client: httpx2.AsyncClient
) -> None:
    wrong = []
    without = {
        scopes: await headers_of(
            fresh,
            scopes=frozenset(AccessScope) - scopes,
            role=StaffRole.ADMIN if AccessScope.PROVIDER not in scopes else None,
        )
        for scopes in (
            frozenset({AccessScope.TRANSLATE}),
            frozenset({AccessScope.PROJECTS, AccessScope.REFERENCE}),
            frozenset({AccessScope.PROVIDER}),
        )
    }
    for method, path, operation in operations((await client.get("/openapi.json")).json()):
        needed = frozenset(AccessScope(one) for one in operation["security"][0]["OAuth2"])
        lacking = next(scopes for scopes in without if needed <= scopes)
        for place in (fill(path, operation), re.sub(r"\{[^}]*\}", "abc", path), f"{path}/nothing"):
            for body in BODIES[::3]:
                if (status := await send(client, method, place, body, without[lacking])) != 403:
                    wrong.append((method, place, BODIES.index(body), status))
                if (status := await send(client, method, place, body, {})) != 401:
                    wrong.append((method, place, BODIES.index(body), status))
    assert wrong == []


def test_every_route_of_the_provider_checks_the_role() -> None:
    every = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
    routes = [route for route in every if route.path.startswith("/provider/v1")]
    assert len(routes) > 60
    assert [route.path for route in routes if not isinstance(route, StaffRoute)] == []


async def test_a_linguist_with_an_empty_body_is_forbidden(fresh: Service, client: httpx2.AsyncClient) -> None:
    headers = await headers_of(fresh, scopes=frozenset({AccessScope.PROVIDER}), role=StaffRole.LINGUIST)
    for path in ("accounts", "users", "languages", f"projects/{NOBODYS}/cancel"):
        answer = await client.post(f"/provider/v1/{path}", json={}, headers=headers)
        assert answer.status_code == 403, path
        assert "needs the role" in answer.json()["detail"]


PAGES_AND_CALLS: list[tuple[Callable[..., Any], Callable[..., Any], StaffRole]] = [
    (work_pages.show_work, linguist_work.list_work, StaffRole.LINGUIST),
    (work_pages.hand_translation_back, linguist_work.hand_back_translation, StaffRole.LINGUIST),
    (translation_pages.assign_translation, linguist_work.assign_translation, StaffRole.MANAGER),
    (assigning.assign_translations, linguist_work.assign_translations, StaffRole.MANAGER),
]


@pytest.mark.parametrize(
    ("page", "call", "role"), PAGES_AND_CALLS, ids=lambda one: getattr(one, "__name__", one)
)
def test_linguists_work_needs_the_same_role_in_the_dashboard_and_the_interface(
    page: Callable[..., Any], call: Callable[..., Any], role: StaffRole
) -> None:
    assert (needed_rights(page), needed_role(call)) == ({Right(role.value)}, role)
    assert f"Needs the role {role}." in (call.__doc__ or "")


async def test_who_may_list_linguists_work(fresh: Service, client: httpx2.AsyncClient) -> None:
    statuses = {}
    for role in StaffRole:
        headers = await headers_of(fresh, scopes=frozenset({AccessScope.PROVIDER}), role=role)
        statuses[role.value] = (await client.get("/provider/v1/work?userId=1", headers=headers)).status_code
    customers = await headers_of(fresh, scopes=frozenset(AccessScope) - {AccessScope.PROVIDER})
    statuses["customer"] = (await client.get("/provider/v1/work?userId=1", headers=customers)).status_code
    statuses["nobody"] = (await client.get("/provider/v1/work?userId=1")).status_code
    assert statuses == {"linguist": 200, "manager": 200, "admin": 200, "customer": 403, "nobody": 401}
