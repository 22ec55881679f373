"""Parse the JSON bodies of projects: names in any case, metadata kept unchanged (P1, P6, P8)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import orjson

from dragoman.api.project_v1.any_case import field_twice
from dragoman.errors import FieldProblem, Malformed
from dragoman.http.request_body import check_values, parse_json
from dragoman.projects.orders.checking import FIELDS, SentFields, SentObject

_NAMES: Final = {name.lower(): name for name in FIELDS}
_SPACE: Final = re.compile(r"[ \t\n\r]*")


def parse_fields(body: bytes) -> SentFields:
    """The fields of a project's body. Raises `Malformed` unless it is a JSON object (P8)."""
    if not body.strip():
        raise _malformed("The request has no body. Send a JSON object", kind="missing")
    parsed = parse_json(body)
    check_values(parsed)
    if not isinstance(parsed, dict):
        raise _malformed("Send a JSON object, in braces", kind="dict_type")
    fields: dict[str, Any] = {}
    repeated: dict[str, None] = {}
    for name, text in _split(body.decode()):
        known = _NAMES.get(name.lower())
        if known is None:
            continue
        value = orjson.loads(text)
        if isinstance(value, dict):
            value = SentObject(text=text, value=value)
        if fields.get(known) is None:  # null gives way to another spelling of the name that has a value
            fields[known] = value
        elif value is not None and _comparable(fields[known]) != _comparable(value):
            repeated[known] = None
    return SentFields(fields=fields, problems=[field_twice(name) for name in repeated])


def _comparable(value: Any) -> tuple[type, Any]:
    """The key by which two values are compared: 1, 1.0 and true differ."""
    return (dict, value.value) if isinstance(value, SentObject) else (type(value), value)


def _split(text: str) -> Iterator[tuple[str, str]]:
    """The members of a JSON object, each value as its text.

    Values are kept as text because parsing and writing again would change large numbers.
    """
    decoder = json.JSONDecoder(parse_int=str, parse_float=str)
    position = _SPACE.match(text, text.index("{") + 1).end()  # type: ignore[union-attr]
    while text[position] != "}":
        name, position = decoder.raw_decode(text, position)
        start = _after(text, position)  # the colon
        try:
            _, position = decoder.raw_decode(text, start)
        except RecursionError:
            raise _malformed("The body is nested too deep", kind="json_invalid") from None
        yield name, text[start:position]
        position = _SPACE.match(text, position).end()  # type: ignore[union-attr]
        if text[position] == ",":
            position = _after(text, position)


def _after(text: str, position: int) -> int:
    """The position of the next token, after the colon or comma that follows."""
    position = _SPACE.match(text, position).end() + 1  # type: ignore[union-attr]
    return _SPACE.match(text, position).end()  # type: ignore[union-attr]


def _malformed(message: str, *, kind: str) -> Malformed:
    return Malformed([FieldProblem(location=("body",), message=message, kind=kind)])
