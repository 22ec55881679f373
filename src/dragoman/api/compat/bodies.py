"""Bodies of dialects: the same fields as JSON, or as a form with repeated names."""

from __future__ import annotations

from typing import Any, Final, TypeVar
from urllib.parse import parse_qsl

from fastapi import Request
from pydantic import BaseModel, ValidationError

from dragoman.errors import FieldProblem, Malformed
from dragoman.http.request_body import check_values, parse_json
from dragoman.http.validation_messages import explain

FORM: Final = "application/x-www-form-urlencoded"
_MOST_FIELDS: Final = 1_000

_Model = TypeVar("_Model", bound=BaseModel)


def media_type(request: Request) -> str:
    """The type of the body, in lower case and without parameters."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


async def read_fields(request: Request) -> dict[str, Any]:
    """Read a JSON object or a form; an empty body has no fields. A name that a form repeats has a list.

    Raises `Malformed`. Multipart bodies are not read here.
    """
    body = await request.body()
    if not body:
        return {}
    if media_type(request) == FORM:
        return parse_form(body)
    parsed = parse_json(body)
    check_values(parsed)
    if not isinstance(parsed, dict):
        raise malformed((), "Send a JSON object, in braces", "dict_type")
    return parsed


def parse_form(body: bytes) -> dict[str, Any]:
    """Parse the fields of a form. Raises `Malformed` for what is not UTF-8 or has too many fields."""
    try:
        pairs = parse_qsl(
            body.decode("utf-8"), keep_blank_values=True, errors="strict", max_num_fields=_MOST_FIELDS
        )
    except ValueError:
        message = f"The form cannot be read: it has up to {_MOST_FIELDS} fields in UTF-8"
        raise malformed((), message, "form_invalid") from None
    fields: dict[str, Any] = {}
    for name, value in pairs:
        known = fields.get(name)
        fields[name] = (
            value if known is None else [*known, value] if isinstance(known, list) else [known, value]
        )
    return fields


def validate(model: type[_Model], fields: object, *, place: str = "body") -> _Model:
    """Validate fields by a model. Raises `Malformed` with plain messages."""
    try:
        return model.model_validate(fields)
    except ValidationError as error:
        problems = [
            FieldProblem(
                location=(place, *one["loc"]),
                message=explain(one["type"], one["msg"], (place, *one["loc"]), one.get("ctx", {})),
                kind=one["type"],
            )
            for one in error.errors()
        ]
        raise Malformed(problems) from None


def malformed(location: tuple[str | int, ...], message: str, kind: str) -> Malformed:
    """The error for one field of a body; without a location, for all of it."""
    return Malformed([FieldProblem(location=("body", *location), message=message, kind=kind)])
