"""Calls of Azure's clients: the version in the query; of version 3.0, a list of texts in the body."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final

from fastapi import Depends, Request

from dragoman.api.compat.azure.interface import (
    CODES,
    INVALID,
    JSON_INVALID,
    TEXT_INVALID,
    TOO_MANY_TEXTS,
    VERSION_INVALID,
    AzureRefused,
)
from dragoman.api.compat.sent_texts import read_text
from dragoman.errors import Malformed
from dragoman.http.request_body import check_values, parse_json
from dragoman.http.route_policy import REQUEST_ID

_VERSION: Final = "3.0"
_DATED: Final = re.compile(r"20\d\d-\d\d-\d\d(?:-preview)?")  # since 2025: `inputs`
_MOST_TEXTS: Final = 1_000
_TEXT: Final = "text"  # the name, in any case


async def _check_version(request: Request) -> None:
    """Refuse other versions than 3.0 and dates, and give the answer its id under Azure's name."""
    state = request.scope["state"]
    state["answer_headers"] = {**state.get("answer_headers", {}), "X-RequestId": state[REQUEST_ID]}
    if request.query_params.get("api-version") != _VERSION and not is_dated(request):
        message = "The API version parameter is missing, or is neither 3.0 nor a date such as 2026-06-06."
        raise AzureRefused(VERSION_INVALID, message)


def is_dated(request: Request) -> bool:
    """Whether a call is of a version that is called by its date: it has other bodies than 3.0."""
    return _DATED.fullmatch(request.query_params.get("api-version", "")) is not None


CheckedVersion: Final = Depends(_check_version)


async def read_texts(request: Request) -> tuple[str, ...]:
    """The texts of a body, `[{"Text": "…"}, …]`. Raises `AzureRefused`."""
    parsed = await read_json(request)
    if not isinstance(parsed, list) or not parsed:
        raise AzureRefused(INVALID, 'The body is not a list of texts, such as [{"Text": "Hello"}].')
    check_count(len(parsed))
    return tuple(read_element(one, number) for number, one in enumerate(parsed))


async def read_json(request: Request) -> Any:
    """The value in a body. Raises `AzureRefused`."""
    try:
        parsed = parse_json(await request.body())
    except Malformed as error:
        raise AzureRefused(JSON_INVALID, error.problems[0].message) from None
    check_values(parsed)
    return parsed


def check_count(texts: int) -> None:
    """Refuse more texts than a call may have. Raises `AzureRefused`."""
    if texts > _MOST_TEXTS:
        message = f"The array of texts has {texts} elements; it may have {_MOST_TEXTS}."
        raise AzureRefused(TOO_MANY_TEXTS, message)


def read_element(element: object, number: int) -> str:
    """The text of an element of a body. Raises `AzureRefused`."""
    value = _find_text(element) if isinstance(element, Mapping) else None
    if value is None:
        raise AzureRefused(TEXT_INVALID, f"The text of element {number} is missing.")
    try:
        return read_text(value, field="Text")
    except Malformed as error:
        raise AzureRefused(
            TEXT_INVALID, f"The text of element {number} is not valid: {error.problems[0].message}."
        ) from None


def _find_text(element: Mapping[str, Any]) -> Any:
    return next((value for name, value in element.items() if name.lower() == _TEXT), None)


SentTexts = Annotated[tuple[str, ...], Depends(read_texts)]


def read_language(value: str, *, number: int, message: str) -> str:
    """Our code for one of Azure's. Raises `AzureRefused` with this number for an invalid code."""
    code = CODES.read(value)
    if code is None:
        raise AzureRefused(number, message)
    return code
