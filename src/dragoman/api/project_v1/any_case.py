"""Aliases of paths, in singular and plural, and names of query parameters in any case (P1).

Clients of the original service send PascalCase. Generated clients use the paths of the document from which
they were generated.
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

from dragoman.errors import RulesBroken
from dragoman.http.query_parameters import query_names
from dragoman.projects.orders.checking import FieldTwice

_Endpoint = TypeVar("_Endpoint", bound=Callable[..., Any])

LARGEST_ID: Final = 2**31 - 1
_TWO_SPELLINGS: Final = frozenset({"project", "projects", "file", "files"})
_WHOLE: Final = re.compile("-?[0-9]{1,10}", re.ASCII)


def _int32(value: object) -> object:
    """Accept digits only. Python would also accept `1_0`, `+1`, ` 1` and `1.0`."""
    if isinstance(value, str) and _WHOLE.fullmatch(value) is None:
        raise PydanticCustomError("int_parsing", "Send a whole number (int32)")
    return value


# An id in a path: an int32 (P8). Ours are 1 or greater; any other int32 is well-formed and unknown.
Int32 = Annotated[
    int,
    Field(ge=-LARGEST_ID - 1, le=LARGEST_ID, json_schema_extra={"format": "int32"}),
    BeforeValidator(_int32),
]
ProjectId = Annotated[Int32, Path(alias="id")]


def with_aliases(
    router: APIRouter, method: str, paths: Sequence[str], **options: Any
) -> Callable[[_Endpoint], _Endpoint]:
    """Answer a method on several paths, the specification's first. The OpenAPI document has all of them.

    An operation at another spelling is called after it: `upload_file_at_projects_files`.
    """

    def register(endpoint: _Endpoint) -> _Endpoint:
        name = endpoint.__name__
        router.add_api_route(paths[0], endpoint, methods=[method], name=name, **options)
        for path in paths[1:]:
            spelling = "_".join(part for part in path.split("/") if part in _TWO_SPELLINGS)
            router.add_api_route(path, endpoint, methods=[method], name=f"{name}_at_{spelling}", **options)
        return endpoint

    return register


class AnyCaseRoute(APIRoute):
    """A route whose query parameters match in any case. One that is repeated must repeat its value."""

    several: frozenset[str] = frozenset({"targetLanguages"})  # parameters with several values

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Wrap FastAPI's handler so that it gets the names of the interface."""
        handler = super().get_route_handler()
        names = {name.lower(): name for name in query_names(self.dependant)}

        async def handle(request: Request) -> Response:
            return await handler(_rename_parameters(request, names, self.several))

        return handle


def _rename_parameters(request: Request, names: Mapping[str, str], several: frozenset[str]) -> Request:
    given = parse_qsl(request.scope["query_string"].decode("latin-1"), keep_blank_values=True)
    known = [(names.get(name.lower(), name), value) for name, value in given]
    values: dict[str, set[str]] = {}
    for name, value in known:
        values.setdefault(name, set()).add(value)
    repeated = [name for name in names.values() if name not in several and len(values.get(name, ())) > 1]
    if repeated:
        raise RulesBroken([field_twice(name) for name in repeated])
    scope = {**request.scope, "query_string": urlencode(known).encode("ascii")}
    return Request(scope, request.receive)


def field_twice(name: str) -> FieldTwice:
    """The problem of a field with two different values."""
    return FieldTwice(f"{name} is given repeated, with different values.", hints="Send it once.")
