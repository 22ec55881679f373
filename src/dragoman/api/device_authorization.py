"""The device authorization endpoint: codes by which a person lets a command line act (RFC 8628)."""

from __future__ import annotations

from typing import Final, Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from dragoman.access.device_codes.asking import ask_for_codes
from dragoman.access.device_codes.codes import show_user_code
from dragoman.access.device_codes.model import INTERVAL, LIFETIME, DeviceRequestDraft
from dragoman.access.model import CUSTOMER_SCOPES, parse_scopes
from dragoman.api.oauth_requests import (
    REFUSALS,
    TokenProblem,
    answer_refusal,
    form_of,
    read_fields,
    require_public_client,
)
from dragoman.http.client_address import client_address
from dragoman.http.errors import answer
from dragoman.http.responses import Responses, refusal
from dragoman.http.runtime import get_runtime


class DeviceAuthorizationRequest(BaseModel):
    """What a command line asks for before a person is asked."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "client_id": "dragoman-command-line",
                    "scope": "translate projects reference",
                    "device_name": "ada-laptop",
                }
            ]
        }
    )

    client_id: Literal["dragoman-command-line"]
    scope: str | None = Field(
        default=None, description="Scopes, separated by spaces; else translate, projects and reference"
    )
    device_name: str | None = Field(
        default=None, description="The name of the computer, which the person sees: 100 characters of it"
    )


class DeviceAuthorizationReply(BaseModel):
    """Two codes: one to poll with, and a short one for the person."""

    device_code: str = Field(
        examples=["GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS1M"], json_schema_extra={"format": "password"}
    )
    user_code: str = Field(examples=["BCDF-GHJK"])
    verification_uri: str = Field(
        description="Where the person enters the code", examples=["https://translate.example.com/ui/device"]
    )
    verification_uri_complete: str = Field(
        description="The same with the code filled in",
        examples=["https://translate.example.com/ui/device?user_code=BCDF-GHJK"],
    )
    expires_in: int = Field(description="Lifetime of the codes in seconds", examples=[600])
    interval: int = Field(description="Seconds between polls", examples=[5])


router = APIRouter(tags=["Token"])

_ANSWERS: Final[Responses] = {
    200: {"model": DeviceAuthorizationReply},
    400: refusal("The request is malformed, or asks for a scope that there is not.", model=TokenProblem),
    401: refusal("The client id is not dragoman-command-line.", model=TokenProblem),
    429: refusal("Too many codes were asked for from this address: retry later.", model=TokenProblem),
    503: refusal(
        "Starting, stopping, no database, or too many codes wait for people: retry.", model=TokenProblem
    ),
}


@router.post(
    "/oauth2/device_authorization",
    openapi_extra=form_of(DeviceAuthorizationRequest),
    responses=_ANSWERS,
)
async def create_device_codes(request: Request) -> Response:
    """Ask a person for access: get a code for them, and one to poll the token endpoint with.

    For programs on the person's own computer, such as `dragoman login`. Send form fields, not JSON. Show the
    person `verification_uri` and `user_code`; then poll `POST /oauth2/token`.
    """
    try:
        fields = await read_fields(request)
        require_public_client(fields)
        identity = get_runtime(request.scope).identity
        draft = DeviceRequestDraft(
            scopes=parse_scopes(fields.get("scope", "")) or CUSTOMER_SCOPES,
            device_name=fields.get("device_name", ""),
            address=client_address(request.scope, identity.settings.trusted_proxies),
        )
        made = await ask_for_codes(identity, draft)
    except REFUSALS as error:
        return answer_refusal(request, error)
    page, code = f"{identity.issuer}/ui/device", show_user_code(made.user_code)
    body = {
        "device_code": made.device_code,
        "user_code": code,
        "verification_uri": page,
        "verification_uri_complete": f"{page}?user_code={code}",
        "expires_in": int(LIFETIME.total_seconds()),
        "interval": INTERVAL,
    }
    return answer(200, body, headers={"Pragma": "no-cache"})
