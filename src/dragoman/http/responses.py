"""Models of error answers, for the OpenAPI document (E1, E2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from pydantic import Field, TypeAdapter

from dragoman.http.models import ResponseModel


class Problem(ResponseModel):
    """What went wrong, and what to do about it, in words for people (E1)."""

    detail: str = Field(examples=["What went wrong, and what to do about it"])


class FieldError(ResponseModel):
    """One thing wrong with one field of the request (E2)."""

    loc: list[str | int] = Field(description="Path to the field", examples=[["body", "target"]])
    msg: str = Field(description="What is wrong", examples=["Field required"])
    type: str = Field(description="Machine-readable name of the problem", examples=["missing"])


class ValidationProblem(ResponseModel):
    """The request does not have the shape it must have (E2)."""

    detail: list[FieldError]


class RuleProblem(ResponseModel):
    """A rule that the request breaks (E4)."""

    code: str = Field(description="Stable, for programs", examples=["SERVICE_NOT_FOUND"])
    message: str = Field(description="What is wrong, for people")
    hints: str = Field(description="What to do about it")


_RETRY: Final = {"Retry-After": {"description": "Seconds to wait", "schema": {"type": "integer"}}}

Responses = dict[int | str, dict[str, Any]]

REFERENCE: Final = "#/components/schemas/{model}"  # to a schema of the OpenAPI document

JSON_OBJECT: Final[dict[str, Any]] = {
    "description": "A JSON object",
    "content": {"application/json": {"schema": {"type": "object"}}},
}


def download(*media_types: str) -> dict[str, Any]:
    """Document an answer that is a file of one of these types."""
    content = {
        kind: {"schema": {"type": "string", "format": "binary", "contentMediaType": kind}}
        for kind in media_types
    }
    return {"description": "The file", "content": content}


ANY_DOWNLOAD: Final = {  # the first type is for generators of clients, the second is the actual one
    "description": "The file, with its own type",
    "content": {
        **download("application/octet-stream")["content"],
        "*/*": {"schema": {"type": "string", "format": "binary"}},
    },
}


def refusal(
    description: str, *, model: Any = Problem, headers: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """What documents an error answer of this shape.

    `openapi` names the schema. FastAPI would make a validator of a `model` for each answer of each route.
    """
    documented = {"description": description, "content": {"application/json": {"schema": _schema_of(model)}}}
    return documented if headers is None else {**documented, "headers": headers}


@cache
def _schema_of(model: Any) -> dict[str, Any]:
    return TypeAdapter(model).json_schema(ref_template=REFERENCE, mode="serialization")


PUBLIC: Final[Responses] = {
    "4XX": refusal("The request is not valid HTTP, or it is too large."),
    503: refusal(
        "The service is starting or stopping, or a part of it is unavailable: retry.", headers=_RETRY
    ),
}

NOT_FOUND: Final[Responses] = {404: refusal("Not found.")}

PROTECTED: Final[Responses] = {
    401: refusal("The token is missing, expired, malformed or invalid: get a new one."),
    403: refusal("The token lacks the scope: ask for an application that has it."),
    422: refusal("The request is malformed, or breaks a limit or rule.", model=ValidationProblem | Problem),
    429: refusal("Too many requests: wait, then retry.", headers=_RETRY),
    500: refusal("The service failed: retry with exponential back-off."),
    503: refusal(
        "The service is starting or stopping, or a part of it is unavailable: retry.", headers=_RETRY
    ),
    504: refusal("An engine took too long: retry with less text."),
}
