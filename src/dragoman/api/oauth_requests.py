"""What endpoints of RFC 6749 share: forms that are read strictly, and refusals."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final, NoReturn
from urllib.parse import parse_qsl

from fastapi import Request, Response
from pydantic import BaseModel, Field

from dragoman.access.brute_force import TooManyAsked, TooManyGuesses
from dragoman.access.device_codes.model import CLIENT_ID, DeviceCodeRefused
from dragoman.api.openapi.bodies import body_of
from dragoman.errors import RuleBroken, Unauthenticated, Unavailable
from dragoman.http.errors import answer
from dragoman.http.rate_limit import guess_limit_headers
from dragoman.http.request_records import forget_client, note_error

DEVICE_GRANT: Final = "urn:ietf:params:oauth:grant-type:device_code"  # RFC 8628, 3.4
GRANT_TYPES: Final = ("client_credentials", DEVICE_GRANT)

_FORM: Final = "application/x-www-form-urlencoded"
_MAX_BYTES: Final = 16 * 1024
_MAX_FIELDS: Final = 32
_CHALLENGE: Final = 'Basic realm="dragoman", charset="UTF-8"'


class TokenProblem(BaseModel):
    """Why there is no token (RFC 6749, 5.2)."""

    error: str = Field(examples=["invalid_client"])
    error_description: str = Field(examples=["Unknown client, or wrong client secret."])


class TokenRefused(Exception):
    """The request gets no token: an error code of RFC 6749 and a description in plain ASCII."""

    def __init__(self, error: str, description: str, *, status: int = 400) -> None:
        super().__init__(description)
        self.error = error
        self.description = description
        self.status = status


# What is answered by `answer_refusal`.
REFUSALS: Final = (
    TokenRefused,
    DeviceCodeRefused,
    Unauthenticated,
    RuleBroken,
    TooManyGuesses,
    TooManyAsked,
    Unavailable,
)
Refusal = (
    TokenRefused
    | DeviceCodeRefused
    | Unauthenticated
    | RuleBroken
    | TooManyGuesses
    | TooManyAsked
    | Unavailable
)


def form_of(model: type[BaseModel]) -> dict[str, Any]:
    """Document a form that `read_fields` reads, for `openapi_extra`."""
    return body_of({_FORM: model})


async def read_fields(request: Request) -> dict[str, str]:
    """The form's fields, empty ones left out (RFC 6749, 3.2). Raises `TokenRefused`."""
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != _FORM:
        refuse_request(
            f"Send form fields, with Content-Type: {_FORM}; neither JSON nor anything else is read."
        )
    if len(request.headers.getlist("content-type")) > 1:
        refuse_request("There is more than one Content-Type header.")
    body = await _read_body(request)
    try:
        pairs = parse_qsl(
            body.decode("utf-8"), keep_blank_values=True, errors="strict", max_num_fields=_MAX_FIELDS
        )
    except ValueError:  # not UTF-8, before or after percent-decoding; or too many
        refuse_request(f"The form cannot be read: it has up to {_MAX_FIELDS} fields in UTF-8.")
    fields = dict(pairs)
    if len(fields) != len(pairs):
        refuse_request("A field is there more than once.")
    return {name: value for name, value in fields.items() if value}


def refuse_request(description: str) -> NoReturn:
    """Refuse a malformed request."""
    raise TokenRefused("invalid_request", description)


def require_public_client(fields: Mapping[str, str]) -> None:
    """Check the `client_id` of a request for, or with, a device code. Raises `TokenRefused`."""
    if "client_id" not in fields:
        refuse_request(f"The field client_id is missing. Its value is {CLIENT_ID}.")
    if fields["client_id"] != CLIENT_ID:
        raise TokenRefused("invalid_client", f"The only client without a secret is {CLIENT_ID}.", status=401)


def answer_refusal(request: Request, refusal: Refusal) -> Response:
    """Answer with the error code of RFC 6749 or 8628, and note it for the request log."""
    headers: dict[str, str] = {}
    if isinstance(refusal, TooManyGuesses):
        forget_client(request.scope)
        headers = guess_limit_headers(refusal.rate, refusal.retry_after)
    elif isinstance(refusal, TooManyAsked):
        headers = guess_limit_headers(refusal.rate, refusal.retry_after, policy="device-codes")
    elif isinstance(refusal, Unavailable):
        headers["Retry-After"] = str(max(1, math.ceil(refusal.retry_after)))
    error = _to_code(refusal)
    note_error(request.scope, error.error.upper())
    if error.status == 401:
        headers["WWW-Authenticate"] = _CHALLENGE
    return answer(
        error.status, {"error": error.error, "error_description": error.description}, headers=headers
    )


def _to_code(refusal: Refusal) -> TokenRefused:
    match refusal:
        case TokenRefused():
            return refusal
        case DeviceCodeRefused():
            return TokenRefused(refusal.refusal, refusal.message)
        case Unauthenticated():
            return TokenRefused("invalid_client", refusal.message, status=401)
        case RuleBroken():
            return TokenRefused("invalid_scope", refusal.message)
        case Unavailable():
            return TokenRefused("temporarily_unavailable", refusal.message, status=503)
        case _:
            return TokenRefused("temporarily_unavailable", refusal.message, status=429)


async def _read_body(request: Request) -> bytes:
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > _MAX_BYTES:
                refuse_request(f"The body is larger than {_MAX_BYTES} bytes.")
    except RuleBroken as error:  # too slow, or compressed
        refuse_request(error.message)
    return bytes(body)
