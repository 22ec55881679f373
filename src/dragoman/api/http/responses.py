"""Models of error answers, for the OpenAPI document (E1, E2)."""

from __future__ import annotations

from typing import Any, Final

from pydantic import BaseModel, Field


class Problem(BaseModel):
    """What went wrong, and what to do about it, in words for people (E1)."""

    detail: str = Field(examples=["What went wrong, and what to do about it"])


class FieldError(BaseModel):
    """One thing wrong with one field of the request (E2)."""

    loc: list[str | int] = Field(description="Path to the field", examples=[["body", "target"]])
    msg: str = Field(description="What is wrong", examples=["Field required"])
    type: str = Field(description="Machine-readable name of the problem", examples=["missing"])


class ValidationProblem(BaseModel):
    """The request does not have the shape it must have (E2)."""

    detail: list[FieldError]


class RuleProblem(BaseModel):
    """A rule that the request breaks (E4)."""

    code: str = Field(description="Stable, for programs", examples=["SERVICE_NOT_FOUND"])
    message: str = Field(description="What is wrong, for people")
    hints: str = Field(description="What to do about it")


_RETRY: Final = {"Retry-After": {"description": "Seconds to wait", "schema": {"type": "integer"}}}

Responses = dict[int | str, dict[str, Any]]

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

PUBLIC: Final[Responses] = {
    "4XX": {"model": Problem, "description": "The request is no valid HTTP, or too large."},
    503: {
        "model": Problem,
        "description": "Starting, stopping, or a part is away: retry.",
        "headers": _RETRY,
    },
}

NOT_FOUND: Final[Responses] = {404: {"model": Problem, "description": "There is no such thing."}}

PROTECTED: Final[Responses] = {
    401: {
        "model": Problem,
        "description": "The token is missing, expired, malformed or invalid: get a new one.",
    },
    403: {"model": Problem, "description": "The token lacks the scope: ask for an application that has it."},
    422: {
        "model": ValidationProblem | Problem,
        "description": "The request is malformed, or breaks a limit or rule.",
    },
    429: {"model": Problem, "description": "Too many requests: wait, then retry.", "headers": _RETRY},
    500: {"model": Problem, "description": "The service failed: retry with exponential back-off."},
    503: {
        "model": Problem,
        "description": "Starting, stopping, or a part is away: retry.",
        "headers": _RETRY,
    },
    504: {"model": Problem, "description": "An engine took too long: retry with less text."},
}
