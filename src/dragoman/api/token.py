"""The token endpoint: client credentials for an access token (A1, A2, A3; RFC 6749)."""

from __future__ import annotations

import base64
import binascii
import math
from collections.abc import Mapping
from typing import Any, Final, Literal, NoReturn
from urllib.parse import parse_qsl, unquote_plus

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.datastructures import Headers

from dragoman.access.brute_force import TooManyGuesses
from dragoman.access.issuing import issue_token
from dragoman.access.model import ClientCredentials, IssuedToken, format_scopes
from dragoman.api.openapi import body_of
from dragoman.errors import RuleBroken, Unauthenticated, Unavailable
from dragoman.http.client_address import client_address
from dragoman.http.errors import answer
from dragoman.http.rate_limit import guess_limit_headers
from dragoman.http.request_records import forget_client, note_client, note_error
from dragoman.http.responses import Responses, refusal
from dragoman.http.runtime import get_runtime

_FORM: Final = "application/x-www-form-urlencoded"
_MAX_BYTES: Final = 16 * 1024
_MAX_FIELDS: Final = 32
_CHALLENGE: Final = 'Basic realm="dragoman", charset="UTF-8"'


class TokenRequest(BaseModel):
    """A client's credentials. HTTP Basic authentication may carry them instead."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"grant_type": "client_credentials", "client_id": "app_…", "client_secret": "dgm_live_…"}
            ]
        }
    )

    grant_type: Literal["client_credentials"]
    client_id: str | None = None
    client_secret: str | None = Field(default=None, json_schema_extra={"format": "password"})
    scope: str | None = Field(
        default=None, description="Fewer scopes than the application has, separated by spaces"
    )


class TokenReply(BaseModel):
    """An access token. Use it until it expires, for as many calls as you like."""

    access_token: str
    expires_in: int = Field(description="Lifetime in seconds", examples=[300])
    refresh_expires_in: int = Field(default=0, description="Always 0: there are no refresh tokens")
    token_type: str = Field(default="Bearer")
    not_before_policy: int = Field(
        default=0, alias="not-before-policy", description="Tokens issued before this epoch second are refused"
    )
    scope: str = Field(description="The scopes granted, separated by spaces")


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


router = APIRouter(tags=["Token"])

_REQUEST: Final[dict[str, Any]] = body_of({_FORM: TokenRequest})
_ANSWERS: Final[Responses] = {
    200: {"model": TokenReply},
    400: refusal("The request is malformed, or asks for what there is not.", model=TokenProblem),
    401: refusal("The client id or secret is wrong, disabled or over.", model=TokenProblem),
    429: refusal("Wrong credentials were sent too often from this address: retry later.", model=TokenProblem),
    503: refusal("Starting, stopping, or no database: retry.", model=TokenProblem),
}


@router.post("/oauth2/token", openapi_extra=_REQUEST, responses=_ANSWERS)
@router.post(
    "/protocol/openid-connect/token", name="token_of_authority", openapi_extra=_REQUEST, responses=_ANSWERS
)
async def token(request: Request) -> Response:
    """Exchange an application's credentials for an access token.

    Send form fields, not JSON; `client_id` and `client_secret` as fields or by HTTP Basic authentication.
    """
    try:
        fields = await _read_fields(request)
        _check_grant_type(fields.get("grant_type"))
        client = _read_client(request.headers, fields)
        note_client(request.scope, client.id)
        identity = get_runtime(request.scope).identity
        issued = await issue_token(
            identity,
            client_id=client.id,
            client_secret=client.secret,
            address=client_address(request.scope, identity.settings.trusted_proxies),
            scope=fields.get("scope"),
        )
    except (TokenRefused, Unauthenticated, RuleBroken, TooManyGuesses, Unavailable) as error:
        return _answer_refusal(request, error)
    return _answer_token(issued)


def _answer_token(issued: IssuedToken) -> Response:
    body = {
        "access_token": issued.access_token,
        "expires_in": issued.expires_in,
        "refresh_expires_in": 0,
        "token_type": "Bearer",
        "not-before-policy": issued.not_before,
        "scope": format_scopes(issued.scopes),
    }
    return answer(200, body, headers={"Pragma": "no-cache"})


def _answer_refusal(
    request: Request,
    error: TokenRefused | Unauthenticated | RuleBroken | TooManyGuesses | Unavailable,
) -> Response:
    headers: dict[str, str] = {}
    if isinstance(error, Unauthenticated):
        error = TokenRefused("invalid_client", error.message, status=401)
    elif isinstance(error, RuleBroken):
        error = TokenRefused("invalid_scope", error.message)
    elif isinstance(error, TooManyGuesses):
        forget_client(request.scope)
        headers = guess_limit_headers(error.rate, error.retry_after)
        error = TokenRefused("temporarily_unavailable", error.message, status=429)
    elif isinstance(error, Unavailable):
        headers["Retry-After"] = str(max(1, math.ceil(error.retry_after)))
        error = TokenRefused("temporarily_unavailable", error.message, status=503)
    note_error(request.scope, error.error.upper())
    if error.status == 401:
        headers["WWW-Authenticate"] = _CHALLENGE
    return answer(
        error.status, {"error": error.error, "error_description": error.description}, headers=headers
    )


def _check_grant_type(grant_type: str | None) -> None:
    if grant_type is None:
        _refuse_request("The field grant_type is missing. Its value is client_credentials.")
    if grant_type != "client_credentials":
        raise TokenRefused("unsupported_grant_type", "The only grant_type is client_credentials.")


async def _read_fields(request: Request) -> dict[str, str]:
    """The form's fields, empty ones left out (RFC 6749, 3.2). Raises `TokenRefused`."""
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != _FORM:
        _refuse_request(
            f"Send form fields, with Content-Type: {_FORM}; neither JSON nor anything else is read."
        )
    if len(request.headers.getlist("content-type")) > 1:
        _refuse_request("There is more than one Content-Type header.")
    body = await _read_body(request)
    try:
        pairs = parse_qsl(
            body.decode("utf-8"), keep_blank_values=True, errors="strict", max_num_fields=_MAX_FIELDS
        )
    except ValueError:  # not UTF-8, before or after percent-decoding; or too many
        _refuse_request(f"The form cannot be read: it has up to {_MAX_FIELDS} fields in UTF-8.")
    fields = dict(pairs)
    if len(fields) != len(pairs):
        _refuse_request("A field is there more than once.")
    return {name: value for name, value in fields.items() if value}


async def _read_body(request: Request) -> bytes:
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > _MAX_BYTES:
                _refuse_request(f"The body is larger than {_MAX_BYTES} bytes.")
    except RuleBroken as error:  # too slow, or compressed
        _refuse_request(error.message)
    return bytes(body)


def _read_client(headers: Headers, fields: Mapping[str, str]) -> ClientCredentials:
    """Credentials from the header or from the form, never from both. Raises `TokenRefused`."""
    basic = _read_basic(headers)
    if basic is None:
        if "client_id" not in fields or "client_secret" not in fields:
            raise TokenRefused(
                "invalid_client",
                "Send client_id and client_secret, as form fields or by HTTP Basic.",
                status=401,
            )
        return ClientCredentials(id=fields["client_id"], secret=fields["client_secret"])
    if "client_secret" in fields:
        _refuse_request("The credentials are there twice: in the Authorization header and in the form.")
    if fields.get("client_id", basic.id) != basic.id:
        _refuse_request("The client_id of the form is not that of the Authorization header.")
    return basic


def _read_basic(headers: Headers) -> ClientCredentials | None:
    """Credentials of an `Authorization: Basic` header; None when there is none. Raises `TokenRefused`."""
    values = headers.getlist("authorization")
    if len(values) > 1:
        _refuse_request("There is more than one Authorization header.")
    scheme, _, encoded = (values[0] if values else "").strip(" \t").partition(" ")
    if scheme.lower() != "basic":
        return None
    try:
        pair = base64.b64decode(encoded.strip(" "), validate=True).decode("utf-8")
        client_id, colon, secret = pair.partition(":")
        # RFC 6749 percent-encodes both, RFC 7617 does not: ours have no character that differs.
        client = ClientCredentials(
            id=unquote_plus(client_id, errors="strict"), secret=unquote_plus(secret, errors="strict")
        )
    except (binascii.Error, ValueError):
        colon = ""
    if not colon:
        raise TokenRefused(
            "invalid_client",
            "The Authorization header is not Basic base64(client_id:client_secret).",
            status=401,
        )
    return client


def _refuse_request(description: str) -> NoReturn:
    raise TokenRefused("invalid_request", description)
