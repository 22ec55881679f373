"""Route matching: finds the policy of each request before any middleware looks at it.

The policies of all routes are made when the application starts. That fails if a declaration is missing or
wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from fastapi import APIRouter, params
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Receive, Scope, Send

from dragoman.http.auth import declared_scopes
from dragoman.http.forms import FormRoute
from dragoman.http.route_policy import (
    POLICY,
    Access,
    Interface,
    RoutePolicy,
    UploadLimit,
    declared_policy,
)

_ROUTER: Final = "router_place"  # in the state of an ASGI scope: the place of the router of the route
_WITHOUT_FILES: Final = frozenset({"application/json", "application/x-www-form-urlencoded"})


class WrongDeclaration(Exception):
    """A route lacks a declaration, or has one that does not fit its interface."""


class MatchRoute:
    """ASGI middleware that stores the policy of each request in the scope's state."""

    def __init__(self, app: ASGIApp, *, policies: RoutePolicies) -> None:
        self._app = app
        self._policies = policies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Store the policy, and the router of the route, then pass the request on."""
        if scope["type"] == "http":
            state = scope.setdefault("state", {})
            state[POLICY], state[_ROUTER] = self._policies.find(scope)
        await self._app(scope, receive, send)


class MatchedRouter(BaseRoute):
    """The first route of the application: it leads to the router whose route `MatchRoute` has found.

    FastAPI alone would try each router before it, twice, which takes longer than to admit the call.
    """

    def __init__(self, included: Sequence[BaseRoute]) -> None:
        self._included = included  # what FastAPI made of each router, in the order of the policies

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """What the router of the request says; without one, no match."""
        found = self._find(scope)
        return (Match.NONE, {}) if found is None else found.matches(scope)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the router answer."""
        found = self._find(scope)
        if found is not None:
            await found.handle(scope, receive, send)

    def _find(self, scope: Scope) -> BaseRoute | None:
        place: int | None = scope.get("state", {}).get(_ROUTER)
        return None if place is None else self._included[place]


class RoutePolicies:
    """The policies of all routes, and of requests that match none."""

    def __init__(self, routers: Iterable[APIRouter], *, interfaces: Sequence[Interface]) -> None:
        """Make the policies. Raises `WrongDeclaration`."""
        self._unmatched = [(one, _default_policy(one)) for one in interfaces]
        self._by_method: dict[str, list[tuple[APIRoute, RoutePolicy, int]]] = {}
        for place, router in enumerate(routers):
            for route in api_routes(router):
                policy = _make_policy(route, interfaces)
                for method in route.methods or ():
                    self._by_method.setdefault(method, []).append((route, policy, place))

    def find(self, scope: Scope) -> tuple[RoutePolicy, int | None]:
        """The policy of the route that takes a request's path and method, and the place of its router.

        Without such a route, the policy of the interface.
        """
        path: str = scope["path"].removeprefix(scope.get("root_path", ""))
        for route, policy, place in self._by_method.get(scope["method"], ()):
            if route.path_regex.match(path):
                return policy, place
        return next((policy for one, policy in self._unmatched if one.has(path)), RoutePolicy()), None


def api_routes(router: APIRouter) -> Iterator[APIRoute]:
    """The router's own routes."""
    return (route for route in router.routes if isinstance(route, APIRoute))


def _default_policy(interface: Interface) -> RoutePolicy:
    access = None
    if interface.scope is not None:
        access = Access(
            scopes=(interface.scope,),
            bucket=interface.bucket,
            read_credentials=interface.read_credentials,
            resource_metadata=interface.resource_metadata,
        )
    return RoutePolicy(access=access, errors=interface.errors, answer_error=interface.answer_error)


def _make_policy(route: APIRoute, interfaces: Sequence[Interface]) -> RoutePolicy:
    declared = declared_policy(route.endpoint)
    if _accepts_file(route) and not isinstance(declared.body, UploadLimit):
        raise WrongDeclaration(
            f"{route.path}: the route accepts a file and has no limit for it. "
            "Declare one: @route_policy(body=UploadLimit(…))."
        )
    interface = next((one for one in interfaces if one.has(route.path)), None)
    default = RoutePolicy() if interface is None else _default_policy(interface)
    return replace(
        default,
        route=route.path,
        access=None if declared.is_public else _find_access(route, default.access),
        body=declared.body or default.body,
        is_health_check=declared.is_health_check,
    )


def _find_access(route: APIRoute, default: Access | None) -> Access | None:
    scopes = declared_scopes(route.dependant)
    if not scopes:
        return default
    if default is None:
        raise WrongDeclaration(f"{route.path}: the route needs a token and belongs to no interface.")
    if not set(default.scopes) <= set(scopes):
        raise WrongDeclaration(f"{route.path}: the scope {default.scopes[0]} does not admit to the route.")
    return replace(default, scopes=scopes)


def _accepts_file(route: APIRoute) -> bool:
    """Whether a body can be a file: by the form of the endpoint, or by the body that it documents."""
    content = (route.openapi_extra or {}).get("requestBody", {}).get("content", {})
    reads_form = isinstance(route, FormRoute) or _has_form(route.dependant)
    return reads_form or not _WITHOUT_FILES.issuperset(content)


def _has_form(dependant: Dependant) -> bool:
    return any(isinstance(one.field_info, params.Form) for one in dependant.body_params) or any(
        _has_form(needed) for needed in dependant.dependencies
    )
