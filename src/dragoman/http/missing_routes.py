"""Requests that match no route: suggest the address or method that was probably intended (E5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from fastapi import APIRouter
from fastapi.routing import APIRoute
from starlette.types import Scope

from dragoman.http.route_matching import api_routes

_SLASHES = re.compile("//+")


def find_methods(routers: Iterable[APIRouter], path: str) -> list[str]:
    """List the methods of an address, sorted; empty for an unknown one (RFC 9110 §10.2.1).

    FastAPI would list those of one route only. HEAD is answered wherever GET is.
    """
    routes = list(_routes(routers))
    first = next((route.path for route in routes if _matches(route, path)), None)
    methods = {method for route in routes if route.path == first for method in route.methods or ()}
    return sorted(methods | {"HEAD"} if "GET" in methods else methods)


def explain_missing(routers: Iterable[APIRouter], scope: Scope) -> str:
    """The message for an unknown address."""
    similar = _find_similar(routers, scope)
    return "There is nothing at this address. " + (
        f"Its path is written {similar}." if similar else "GET /docs shows those that there are."
    )


def explain_method(routers: Iterable[APIRouter], scope: Scope, allowed: str) -> str:
    """The message for an address that does not take the method."""
    similar = _find_similar(routers, scope)
    message = f"This address does not take the method. It takes: {allowed}."
    return f"{message} If {similar} is meant, write it so." if similar else message


def _find_similar(routers: Iterable[APIRouter], scope: Scope) -> str | None:
    """The path template that differs from the request's path only in slashes and the case of letters.

    The best one takes the method and has few parameters. Nothing of the request's path is repeated.
    """
    sent: str = scope["path"].removeprefix(scope.get("root_path", ""))
    path = _SLASHES.sub("/", sent).rstrip("/") or "/"
    found = [
        route
        for route in _routes(routers)
        if not _matches(route, sent) and re.match(f"(?i){route.path_regex.pattern}", path)
    ]
    method = scope["method"]
    best = min(
        found,
        key=lambda route: (method not in (route.methods or ()), len(route.param_convertors)),
        default=None,
    )
    return best.path_format if best else None


def _routes(routers: Iterable[APIRouter]) -> Iterator[APIRoute]:
    return chain.from_iterable(map(api_routes, routers))


def _matches(route: APIRoute, path: str) -> bool:
    return route.path_regex.match(path) is not None
