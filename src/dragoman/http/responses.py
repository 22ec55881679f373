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
    message: str = Field(description="What is wrong, for people", examples=["There is no service 99."])
    hints: str = Field(
        description="What to do about it", examples=["Choose one of these: GET /project/v1/services."]
    )


def _header(description: str, schema: Mapping[str, Any], example: object) -> dict[str, Any]:
    return {"description": description, "schema": {**schema, "examples": [example]}}


_RETRY: Final = {"Retry-After": _header("Seconds to wait", {"type": "integer"}, 12)}
_CHALLENGE: Final = {
    "WWW-Authenticate": _header(
        "What is wrong with the token (RFC 6750)", {"type": "string"}, 'Bearer error="invalid_token"'
    )
}
_RATE: Final = {
    **_RETRY,
    "RateLimit": _header(
        "How many calls remain (`r`), and in how many seconds all of them are there again (`t`)",
        {"type": "string"},
        '"default";r=0;t=12',
    ),
    "RateLimit-Policy": _header(
        "How many calls (`q`) are allowed in how many seconds (`w`)",
        {"type": "string"},
        '"default";q=100;w=30',
    ),
}

Responses = dict[int | str, dict[str, Any]]

VERSIONED: Final[Responses] = {
    200: {"headers": {"ETag": _header("The version, for `If-Match`", {"type": "string"}, '"12"')}}
}

REFERENCE: Final = "#/components/schemas/{model}"  # to a schema of the OpenAPI document


def json_object(description: str, example: Mapping[str, Any]) -> dict[str, Any]:
    """Document an answer whose fields a public standard names."""
    content = {"schema": {"type": "object", "description": description}, "example": example}
    return {"description": description, "content": {"application/json": content}}


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


COMPONENT: Final = "x-component"


def refusal(
    description: str,
    *,
    model: Any = Problem,
    headers: Mapping[str, Any] | None = None,
    name: str | None = None,
    detail: str | None = None,
) -> dict[str, Any]:
    """What documents an error answer of this shape; `detail` is its example where the model is `Problem`.

    `openapi` names the schema, and keeps answers of a `name` as one component of the document. FastAPI would
    make a validator of a `model` for each answer of each route.
    """
    content: dict[str, Any] = {"schema": _schema_of(model)}
    if detail is not None:
        content["example"] = {"detail": detail}
    documented: dict[str, Any] = {"description": description, "content": {"application/json": content}}
    if headers is not None:
        documented["headers"] = headers
    return documented if name is None else {**documented, COMPONENT: name}


@cache
def _schema_of(model: Any) -> dict[str, Any]:
    return TypeAdapter(model).json_schema(ref_template=REFERENCE, mode="serialization")


_UNAVAILABLE: Final = refusal(
    "The service is starting or stopping, or a part of it is unavailable: retry.",
    headers=_RETRY,
    name="Unavailable",
    detail="The service is starting. Try again in a few seconds.",
)

PUBLIC: Final[Responses] = {
    "4XX": refusal(
        "The request is not valid HTTP, or it is too large.",
        name="BadHttp",
        detail="The head of the request is too large.",
    ),
    503: _UNAVAILABLE,
}

NOT_FOUND: Final[Responses] = {
    404: refusal("Not found.", name="NotFound", detail="There is nothing with this id.")
}

PROTECTED: Final[Responses] = {
    401: refusal(
        "The token is missing, expired, malformed or invalid: get a new one.",
        headers=_CHALLENGE,
        name="Unauthorized",
        detail="The access token has expired. Get a new one.",
    ),
    403: refusal(
        "The token lacks the scope: ask for an application that has it.",
        name="Forbidden",
        detail="The token lacks the scope `projects`.",
    ),
    422: refusal(
        "The request is malformed, or breaks a limit or rule.",
        model=ValidationProblem | Problem,
        name="Unprocessable",
    ),
    429: refusal(
        "Too many requests: wait, then retry.",
        headers=_RATE,
        name="TooManyRequests",
        detail="More than 100 calls in 30 seconds. Wait 12 seconds.",
    ),
    500: refusal(
        "The service failed: retry with exponential back-off.",
        name="ServerError",
        detail="The service failed. Name this id to its operator: 0198f2c4d5e67a8b",
    ),
    503: _UNAVAILABLE,
    504: refusal(
        "An engine took too long: retry with less text.",
        name="EngineTimeout",
        detail="The engine took longer than 30 seconds. Send less text.",
    ),
}

REPEATED: Final[Responses] = {
    409: refusal(
        "A request with this Idempotency-Key is running: wait.",
        name="StillRunning",
        detail="A request with this Idempotency-Key is still running. Repeat it in a moment.",
    )
}
