"""Names of an endpoint's query parameters."""

from __future__ import annotations

from collections.abc import Iterator

from fastapi.dependencies.models import Dependant
from pydantic import BaseModel


def query_names(dependant: Dependant) -> Iterator[str]:
    """The query parameters of an endpoint and of its dependencies."""
    for field in dependant.query_params:
        kind = field.field_info.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield from kind.model_fields
        else:
            yield field.alias
    for needed in dependant.dependencies:
        yield from query_names(needed)
