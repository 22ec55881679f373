"""Timestamps in requests (P5): one rule for customers and the provider."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final

from pydantic import BeforeValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from dragoman.timestamps import parse_time

DEADLINE_FORM: Final = "RFC 3339; without an offset it is UTC."


def _parse(value: object) -> datetime:
    timestamp = parse_time(value)
    if timestamp is None:
        raise PydanticCustomError(
            "datetime_parsing", "Write a date and time of RFC 3339, such as 2030-01-31T17:00:00Z"
        )
    return timestamp


Timestamp = Annotated[
    datetime, BeforeValidator(_parse), WithJsonSchema({"type": "string", "format": "date-time"})
]
