"""The token endpoint: an access token for client credentials or a device code (A1 to A3; RFC 6749, 8628)."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Final
from urllib.parse import unquote_plus

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.datastructures import Headers

from dragoman.access.device_codes.redeeming import redeem_device_code
from dragoman.access.issuing import issue_token
from dragoman.access.model import ClientCredentials, IssuedToken, format_scopes
from dragoman.api.oauth_requests import (
    DEVICE_GRANT,
    GRANT_TYPES,
    REFUSALS,
    TokenProblem,
    TokenRefused,
    answer_refusal,
    form_of,
    read_fields,
    refuse_request,
    require_public_client,
)
from dragoman.http.client_address import client_address
from dragoman.http.errors import answer
from dragoman.http.request_records import note_client
from dragoman.http.responses import Responses, refusal
from dragoman.http.runtime import get_runtime


class TokenRequest(BaseModel):
    """A client's credentials. HTTP Basic authentication may carry them instead."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"grant_type": "client_credentials", "client_id": "app_…", "client_secret": "dgm_live_…"}
            ]
        }
    )

    # No list of values: an enumeration would change the name of the first one in generated clients.
    grant_type: str = Field(
        description="`client_credentials`, or `urn:ietf:params:oauth:grant-type:device_code`",
        examples=["client_credentials"],
    )
    client_id: str | None = None
    client_secret: str | None = Field(default=None, json_schema_extra={"format": "password"})
    scope: str | None = Field(
        default=None, description="Fewer scopes than the application has, separated by spaces"
    )
    device_code: str | None = Field(
        default=None,
        description="Of `POST /oauth2/device_authorization`, for the grant of that name; `client_id` is then "
        "dragoman-command-line, without a secret",
        json_schema_extra={"format": "password"},
    )
    resource: str | None = Field(
        default=None,
        description="What the token is for, such as the address of /mcp: of the scopes, those that the "
        "application does not have are then left out",
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
    client_id: str | None = Field(
        default=None,
        description="Only for a device code: the id of the application that was created",
    )
    client_secret: str | None = Field(
        default=None,
        description="Only for a device code: its secret, this once. Further tokens are got with both",
        json_schema_extra={"format": "password"},
    )


router = APIRouter(tags=["Token"])

_REQUEST: Final = form_of(TokenRequest)
_ANSWERS: Final[Responses] = {
    200: {"model": TokenReply},
    400: refusal("The request is malformed, or asks for what there is not.", model=TokenProblem),
    401: refusal("The client id or secret is wrong, disabled or over.", model=TokenProblem),
    429: refusal("Wrong credentials were sent too often from this address: retry later.", model=TokenProblem),
    503: refusal("Starting, stopping, or no database: retry.", model=TokenProblem),
}


@router.post("/oauth2/token", openapi_extra=_REQUEST, responses=_ANSWERS)
@router.post(
    "/protocol/openid-connect/token",
    name="create_token_at_openid_path",
    openapi_extra=_REQUEST,
    responses=_ANSWERS,
)
async def create_token(request: Request) -> Response:
    """Exchange an application's credentials for an access token.

    Send form fields, not JSON; `client_id` and `client_secret` as fields or by HTTP Basic authentication.
    With a device code, which a person has approved, the answer has the credentials of a new application, too.
    """
    try:
        fields = await read_fields(request)
        if _read_grant_type(fields) == DEVICE_GRANT:
            return await _redeem_device_code(request, fields)
        return _answer_token(await _issue_token(request, fields))
    except REFUSALS as error:
        return answer_refusal(request, error)


async def _issue_token(request: Request, fields: Mapping[str, str]) -> IssuedToken:
    client = _read_client(request.headers, fields)
    note_client(request.scope, client.id)
    identity = get_runtime(request.scope).identity
    return await issue_token(
        identity,
        client=client,
        address=client_address(request.scope, identity.settings.trusted_proxies),
        scope=fields.get("scope"),
        # A program that was led here by the metadata of a resource asks for every scope it names.
        at_most=_is_own(fields.get("resource"), identity.issuer),
    )


async def _redeem_device_code(request: Request, fields: Mapping[str, str]) -> Response:
    require_public_client(fields)
    if "device_code" not in fields:
        refuse_request("The field device_code is missing.")
    identity = get_runtime(request.scope).identity
    redeemed = await redeem_device_code(
        identity,
        device_code=fields["device_code"],
        address=client_address(request.scope, identity.settings.trusted_proxies),
    )
    client_id = redeemed.application.client_id
    note_client(request.scope, client_id)
    return _answer_token(redeemed.token, client_id=client_id, client_secret=redeemed.client_secret)


def _answer_token(issued: IssuedToken, **credentials: str) -> Response:
    body = {
        "access_token": issued.access_token,
        "expires_in": issued.expires_in,
        "refresh_expires_in": 0,
        "token_type": "Bearer",
        "not-before-policy": issued.not_before,
        "scope": format_scopes(issued.scopes),
        **credentials,
    }
    return answer(200, body, headers={"Pragma": "no-cache"})


def _read_grant_type(fields: Mapping[str, str]) -> str:
    grant_type = fields.get("grant_type")
    if grant_type is None:
        refuse_request("The field grant_type is missing. Its value is client_credentials.")
    if grant_type not in GRANT_TYPES:
        raise TokenRefused(
            "unsupported_grant_type", f"There are the grant types {' and '.join(GRANT_TYPES)}."
        )
    return grant_type


def _is_own(resource: str | None, issuer: str) -> bool:
    """Whether a request names a resource of this service (RFC 8707)."""
    return resource is not None and (resource == issuer or resource.startswith(f"{issuer}/"))


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
        refuse_request("The credentials are there twice: in the Authorization header and in the form.")
    if fields.get("client_id", basic.id) != basic.id:
        refuse_request("The client_id of the form is not that of the Authorization header.")
    return basic


def _read_basic(headers: Headers) -> ClientCredentials | None:
    """Credentials of an `Authorization: Basic` header; None when there is none. Raises `TokenRefused`."""
    values = headers.getlist("authorization")
    if len(values) > 1:
        refuse_request("There is more than one Authorization header.")
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
