"""`/sts/v1.0/issueToken` of the Azure dialect: tokens for clients that do not send their key each time."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request, Response

from dragoman.access.issuing import issue_temporary_token
from dragoman.access.model import ClientCredentials
from dragoman.api.compat.azure.interface import PREFIX, read_key
from dragoman.database.connections import transaction
from dragoman.errors import Unauthenticated
from dragoman.http.auth import TranslateCaller
from dragoman.http.dependencies import OpenRuntime

_MEDIA_TYPE: Final = "application/jwt"

router = APIRouter(prefix=PREFIX, include_in_schema=False)


@router.post("/sts/v1.0/issueToken")
async def issue_azure_token(request: Request, caller: TranslateCaller, runtime: OpenRuntime) -> Response:
    """Exchange a key for an access token. Clients count on ten minutes; it lives for twenty."""
    if not isinstance(read_key(request.scope), ClientCredentials):
        raise Unauthenticated("A token is issued for a key, not for another token.")
    async with transaction(runtime.database, account=caller.account_id) as tx:
        issued = await issue_temporary_token(
            tx, runtime.keyring, runtime.settings, application_id=caller.application_id
        )
    return Response(issued.access_token, media_type=_MEDIA_TYPE, headers={"Cache-Control": "no-store"})
