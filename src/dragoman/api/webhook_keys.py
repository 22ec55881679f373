"""Keys with which receivers verify the signatures of webhooks (N2)."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Response

from dragoman.database.connections import NO_ACCOUNT, transaction
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.errors import answer
from dragoman.http.responses import PUBLIC, Responses, json_object
from dragoman.notifications.webhook_keys import list_webhook_keys

router = APIRouter(tags=["Webhooks"])

_KEYS: Final = {
    "keys": [{"kty": "OKP", "crv": "Ed25519", "kid": "1", "x": "11qYAYKxCrfVS_7TyWQHOg"}],
    "publicKeys": ["whpk_11qYAYKxCrfVS/7TyWQHOg=="],
}
_RESPONSES: Final[Responses] = {**PUBLIC, 200: json_object("The keys, the newest first", _KEYS)}
_CACHED: Final = {"Cache-Control": "public, max-age=300"}


@router.get("/.well-known/webhook-keys", responses=_RESPONSES)
async def get_webhook_keys(runtime: OpenRuntime) -> Response:
    """Show the ed25519 keys that sign webhooks now, as JWKs (RFC 8037) and as `whpk_…`, the newest first."""
    async with transaction(runtime.database, account=NO_ACCOUNT) as tx:
        keys = await list_webhook_keys(tx, runtime.identity.keyring)
    found = {"keys": [key.public_jwk() for key in keys], "publicKeys": [key.public_text() for key in keys]}
    return answer(200, found, headers=_CACHED)
