"""Names of an endpoint's query parameters."""

from __future__ import annotations

from collections.abc import Iterator

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
