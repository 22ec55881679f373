"""Names of an endpoint's query parameters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args, get_origin

from fastapi.dependencies.models import Dependant

from dragoman.http.models import WireModel, wire_names


def query_names(dependant: Dependant) -> Iterator[str]:
    """The query parameters of an endpoint and of its dependencies."""
    for field in dependant.query_params:
        kind = field.field_info.annotation
        if isinstance(kind, type) and issubclass(kind, WireModel):
            yield from wire_names(kind)
        else:
            yield field.alias
    for needed in dependant.dependencies:
        yield from query_names(needed)


def repeatable_names(dependant: Dependant) -> Iterator[str]:
    """Those of them that may be given several times, each with another value: they are lists."""
    for field in dependant.query_params:
        kind = field.field_info.annotation
        if any(get_origin(one) is list for one in (kind, *get_args(kind))):
            yield field.alias
    for needed in dependant.dependencies:
        yield from repeatable_names(needed)
