"""Requests that no route takes: which address or method was probably meant (E5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from fastapi import APIRouter
from fastapi.routing import APIRoute
from starlette.types import Scope

from dragoman.api.http.route_matching import api_routes

_SLASHES = re.compile("//+")


def find_methods(routers: Iterable[APIRouter], path: str) -> list[str]:
    """Every method of an address, in order; none where there is nothing (RFC 9110 §10.2.1).

    FastAPI tells those of one route; and HEAD is answered wherever GET is.
    """
    routes = list(_routes(routers))
    first = next((route.path for route in routes if _matches(route, path)), None)
    methods = {method for route in routes if route.path == first for method in route.methods or ()}
    return sorted(methods | {"HEAD"} if "GET" in methods else methods)


def explain_missing(routers: Iterable[APIRouter], scope: Scope) -> str:
    """What to tell of an address where nothing is."""
    meant = _find_meant(routers, scope)
    return "There is nothing at this address. " + (
        f"Its path is written {meant}." if meant else "GET /docs shows those that there are."
    )


def explain_method(routers: Iterable[APIRouter], scope: Scope, allowed: str) -> str:
    """What to tell of an address that does not take the method."""
    meant = _find_meant(routers, scope)
    told = f"This address does not take the method. It takes: {allowed}."
    return f"{told} If {meant} is meant, write it so." if meant else told


def _find_meant(routers: Iterable[APIRouter], scope: Scope) -> str | None:
    """The path that this one is but for slashes and the case of letters, with its parameters' names.

    Of what was sent it repeats nothing. Best is a path that takes the method, and has few parameters.
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
