"""Texts in the bodies of dialects: read strictly, and counted before they are translated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dragoman.api.compat.bodies import malformed
from dragoman.errors import LimitExceeded


def read_texts(values: object, *, field: str, most: int) -> tuple[str, ...]:
    """The strings of a list. Raises `Malformed`, and `LimitExceeded` for more than `most`."""
    if not isinstance(values, list):
        raise malformed((field,), "Send a list of texts", "list_type")
    if len(values) > most:
        raise LimitExceeded(f"A request has at most {most} texts; this one has {len(values)}.")
    return tuple(read_text(value, field=field) for value in values)


def read_text(value: object, *, field: str) -> str:
    """A string without U+0000 (T4). Raises `Malformed`."""
    if not isinstance(value, str):
        raise malformed((field,), "Send a text", "string_type")
    if "\x00" in value:
        raise malformed((field,), "The text holds the character U+0000; leave it out", "nul_character")
    return value


def one_of(values: Mapping[str, Any], name: str) -> Any:
    """A field that is there once at most: of one that a form repeats, the first."""
    value = values.get(name)
    return value[0] if isinstance(value, list) and value else value
