"""Moments as clients write them: ISO 8601, any offset, UTC where none is said (P5)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import BeforeValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from dragoman.projects.orders.checking import parse_moment


def _moment(value: object) -> datetime:
    moment = parse_moment(value)
    if moment is None:
        raise PydanticCustomError("datetime_parsing", "Write a moment such as 2030-01-31T17:00:00Z")
    return moment


Moment = Annotated[
    datetime, BeforeValidator(_moment), WithJsonSchema({"type": "string", "format": "date-time"})
]
