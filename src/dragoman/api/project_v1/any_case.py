"""Paths and names as clients spell them: in singular and plural, and in any case (P1).

Clients of the original service send PascalCase; generated ones take the path of whatever they were made from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Annotated, Any, Final, TypeVar
from urllib.parse import parse_qsl, urlencode

from fastapi import APIRouter, Path, Request, Response
from fastapi.routing import APIRoute
from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from dragoman.api.http.query_parameters import query_names
from dragoman.errors import RulesBroken
from dragoman.projects.orders.checking import FieldTwice

_Endpoint = TypeVar("_Endpoint", bound=Callable[..., Any])

LARGEST_ID: Final = 2**31 - 1
_WHOLE: Final = re.compile("-?[0-9]{1,10}", re.ASCII)


def _int32(value: object) -> object:
    """Digits, and nothing that only Python takes for a number: `1_0`, `+1`, ` 1`, `1.0`."""
    if isinstance(value, str) and _WHOLE.fullmatch(value) is None:
        raise PydanticCustomError("int_parsing", "Send a whole number (int32)")
    return value


# An id in a path: an int32 (P8). None of ours is below 1, and asking for one is no mistake in form.
Int32 = Annotated[
    int,
    Field(ge=-LARGEST_ID - 1, le=LARGEST_ID, json_schema_extra={"format": "int32"}),
    BeforeValidator(_int32),
]
ProjectId = Annotated[Int32, Path(alias="id")]


def spelled(
    router: APIRouter, method: str, paths: Sequence[str], **options: Any
) -> Callable[[_Endpoint], _Endpoint]:
    """Answer a method on several paths that mean the same; the OpenAPI document shows all of them."""

    def register(endpoint: _Endpoint) -> _Endpoint:
        for number, path in enumerate(paths):
            name = endpoint.__name__ if number == 0 else f"{endpoint.__name__}_{number + 1}"
            router.add_api_route(path, endpoint, methods=[method], name=name, **options)
        return endpoint

    return register


class AnyCaseRoute(APIRoute):
    """A route whose query parameters are found in any case. One given twice has the same value twice."""

    several: frozenset[str] = frozenset({"targetLanguages"})  # those that may have several values

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Wrap FastAPI's handler so that it sees the names of the interface."""
        handler = super().get_route_handler()
        names = {name.lower(): name for name in query_names(self.dependant)}

        async def handle(request: Request) -> Response:
            return await handler(_respell(request, names, self.several))

        return handle


def _respell(request: Request, names: Mapping[str, str], several: frozenset[str]) -> Request:
    given = parse_qsl(request.scope["query_string"].decode("latin-1"), keep_blank_values=True)
    known = [(names.get(name.lower(), name), value) for name, value in given]
    values: dict[str, set[str]] = {}
    for name, value in known:
        values.setdefault(name, set()).add(value)
    twice = [name for name in names.values() if name not in several and len(values.get(name, ())) > 1]
    if twice:
        raise RulesBroken([field_twice(name) for name in twice])
    scope = {**request.scope, "query_string": urlencode(known).encode("ascii")}
    return Request(scope, request.receive)


def field_twice(name: str) -> FieldTwice:
    """Why a request is refused that says two things of one field."""
    return FieldTwice(f"{name} is given twice, with different values.", hints="Send it once.")
