"""The JSON bodies of projects: names in any case, and metadata kept letter by letter (P1, P6, P8)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import orjson

from dragoman.api.http.request_body import check_values, parse_json
from dragoman.api.project_v1.any_case import field_twice
from dragoman.errors import FieldProblem, Malformed
from dragoman.projects.orders.checking import FIELDS, Sent, SentObject

_NAMES: Final = {name.lower(): name for name in FIELDS}
_SPACE: Final = re.compile(r"[ \t\n\r]*")


def parse_fields(body: bytes) -> Sent:
    """The fields of a project's body. Raises `Malformed` for what is no JSON object (P8)."""
    if not body.strip():
        raise _malformed("The request has no body. Send a JSON object", kind="missing")
    parsed = parse_json(body)
    check_values(parsed)
    if not isinstance(parsed, dict):
        raise _malformed("Send a JSON object, in braces", kind="dict_type")
    fields: dict[str, Any] = {}
    twice: dict[str, None] = {}
    for name, text in _split(body.decode()):
        known = _NAMES.get(name.lower())
        if known is None:
            continue
        value = orjson.loads(text)
        if isinstance(value, dict):
            value = SentObject(text=text, value=value)
        if fields.get(known) is None:  # null counts as not given where another spelling has a value
            fields[known] = value
        elif value is not None and _said(fields[known]) != _said(value):
            twice[known] = None
    return Sent(fields=fields, problems=[field_twice(name) for name in twice])


def _said(value: Any) -> tuple[type, Any]:
    """What two values are compared by: 1, 1.0 and true are not the same."""
    return (dict, value.value) if isinstance(value, SentObject) else (type(value), value)


def _split(text: str) -> Iterator[tuple[str, str]]:
    """The members of a JSON object that is known to be one, each value as it is written.

    Values are kept as text because parsing and writing again would change large numbers.
    """
    decoder = json.JSONDecoder(parse_int=str, parse_float=str)
    place = _SPACE.match(text, text.index("{") + 1).end()  # type: ignore[union-attr]
    while text[place] != "}":
        name, place = decoder.raw_decode(text, place)
        start = _after(text, place)  # the colon
        try:
            _, place = decoder.raw_decode(text, start)
        except RecursionError:
            raise _malformed("The body is nested too deep", kind="json_invalid") from None
        yield name, text[start:place]
        place = _SPACE.match(text, place).end()  # type: ignore[union-attr]
        if text[place] == ",":
            place = _after(text, place)


def _after(text: str, place: int) -> int:
    """Where the next token begins, behind the colon or comma that comes next."""
    place = _SPACE.match(text, place).end() + 1  # type: ignore[union-attr]
    return _SPACE.match(text, place).end()  # type: ignore[union-attr]


def _malformed(message: str, *, kind: str) -> Malformed:
    return Malformed([FieldProblem(location=("body",), message=message, kind=kind)])
