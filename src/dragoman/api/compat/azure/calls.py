"""Calls of Azure's clients: the version and the options in the query, a list of texts in the body."""

from __future__ import annotations

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
_MOST_TEXTS: Final = 1_000
_TEXT: Final = "text"  # the name, in any case


async def _check_version(request: Request) -> None:
    """Refuse other versions than 3.0, and give the answer its id under Azure's name."""
    state = request.scope["state"]
    state["answer_headers"] = {**state.get("answer_headers", {}), "X-RequestId": state[REQUEST_ID]}
    if request.query_params.get("api-version") != _VERSION:
        raise AzureRefused(VERSION_INVALID, "The API version parameter is missing or is not 3.0.")


CheckedVersion: Final = Depends(_check_version)


async def _read_texts(request: Request) -> tuple[str, ...]:
    """The texts of a body, `[{"Text": "…"}, …]`. Raises `AzureRefused`."""
    try:
        parsed = parse_json(await request.body())
    except Malformed as error:
        raise AzureRefused(JSON_INVALID, error.problems[0].message) from None
    check_values(parsed)
    if not isinstance(parsed, list) or not parsed:
        raise AzureRefused(INVALID, 'The body is not a list of texts, such as [{"Text": "Hello"}].')
    if len(parsed) > _MOST_TEXTS:
        message = f"The array of texts has {len(parsed)} elements; it may have {_MOST_TEXTS}."
        raise AzureRefused(TOO_MANY_TEXTS, message)
    return tuple(_read_element(one, number) for number, one in enumerate(parsed))


def _read_element(element: object, number: int) -> str:
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


SentTexts = Annotated[tuple[str, ...], Depends(_read_texts)]


def read_language(value: str, *, number: int, message: str) -> str:
    """Our code for one of Azure's. Raises `AzureRefused` with this number for an invalid code."""
    code = CODES.read(value)
    if code is None:
        raise AzureRefused(number, message)
    return code
