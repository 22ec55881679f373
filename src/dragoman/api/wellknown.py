"""Metadata and keys: clients find the token endpoint by them, and other servers verify tokens (A4)."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request, Response

from dragoman.access.identity import Identity
from dragoman.access.model import AccessScope
from dragoman.access.tokens import ALGORITHM
from dragoman.http.errors import answer
from dragoman.http.responses import JSON_OBJECT, PUBLIC, Responses
from dragoman.http.runtime import get_runtime

router = APIRouter(tags=["Token"])

_RESPONSES: Final[Responses] = {**PUBLIC, 200: JSON_OBJECT}

# Shorter than the hour for which a key is published before it signs.
_CACHED: Final = {"Cache-Control": "public, max-age=300"}


@router.get("/oauth2/jwks", responses=_RESPONSES)
async def jwks(request: Request) -> Response:
    """Give the public keys of access tokens (RFC 7517), the next one included."""
    identity = get_runtime(request.scope).identity
    return answer(200, {"keys": [key.public_jwk() for key in identity.own.keys]}, headers=_CACHED)


@router.get("/.well-known/oauth-authorization-server", responses=_RESPONSES)
@router.get("/.well-known/openid-configuration", name="openid_configuration", responses=_RESPONSES)
async def metadata(request: Request) -> Response:
    """Describe the authorization server (RFC 8414)."""
    return answer(200, _describe(get_runtime(request.scope).identity), headers=_CACHED)


def _describe(identity: Identity) -> dict[str, Any]:
    issuer = identity.issuer
    return {
        "issuer": issuer,
        "token_endpoint": f"{issuer}/oauth2/token",
        "jwks_uri": f"{issuer}/oauth2/jwks",
        "grant_types_supported": ["client_credentials"],
        "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
        "scopes_supported": list(AccessScope),
        # There is no sign-in. The two formats require these fields; they are empty or have no effect.
        "response_types_supported": [],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": [ALGORITHM],
        "service_documentation": f"{issuer}/docs",
    }
