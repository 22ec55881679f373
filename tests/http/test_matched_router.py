"""Requests go straight to the router of their route, and to the same route as without that."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.routing import BaseRoute, Match

from dragoman.app import create_app
from dragoman.http.route_matching import MatchedRouter, MatchRoute, RoutePolicies, api_routes
from dragoman.routers import ROUTED_INTERFACES, ROUTERS
from dragoman.settings import Settings

POLICIES = RoutePolicies(ROUTERS, interfaces=ROUTED_INTERFACES)
ID = "8a3b3a0e-60a5-4c3a-9b0a-2d3c1f9a7e11"


@pytest.fixture(scope="module")
def routes(tmp_path_factory: pytest.TempPathFactory) -> list[BaseRoute]:
    settings = Settings(data=tmp_path_factory.mktemp("app"))
    return create_app(settings, issuer="http://127.0.0.1").router.routes


async def scope_of(path: str, method: str) -> dict[str, Any]:
    """The ASGI scope of a request, once `MatchRoute` has seen it."""
    scope: dict[str, Any] = {"type": "http", "path": path, "method": method, "headers": []}

    async def keep(*_: Any) -> None:
        """The application behind."""

    await MatchRoute(keep, policies=POLICIES)(scope, keep, keep)
    return scope


def find_route(routes: list[BaseRoute], scope: dict[str, Any]) -> BaseRoute | None:
    return next((one for one in routes if one.matches(dict(scope))[0] is Match.FULL), None)


async def test_every_route_is_found_where_it_would_be_found_otherwise(routes: list[BaseRoute]) -> None:
    first, others = routes[0], routes[1:]
    assert isinstance(first, MatchedRouter)
    paths = {
        (re.sub(r"\{[^}]*\}", ID, route.path_format), method)
        for router in ROUTERS
        for route in api_routes(router)
        for method in route.methods or ()
    }
    assert len(paths) > 300
    for path, method in sorted(paths):
        scope = await scope_of(path, method)
        assert find_route([first], scope) is first, path
        assert first._find(scope) is find_route(others, scope), path


@pytest.mark.parametrize(
    ("path", "method"), [("/nothing", "GET"), ("/v2/translate", "DELETE"), ("/static/x", "GET")]
)
async def test_what_no_router_takes_is_left_to_the_routes_behind(
    routes: list[BaseRoute], path: str, method: str
) -> None:
    scope = await scope_of(path, method)
    assert routes[0].matches(scope) == (Match.NONE, {})
