"""Metadata and keys: clients find the token endpoint by them, and other servers verify tokens (A4)."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request, Response

from dragoman.access.identity import Identity
from dragoman.access.model import AccessScope
from dragoman.access.tokens import ALGORITHM
from dragoman.api.oauth_requests import GRANT_TYPES
from dragoman.http.errors import answer
from dragoman.http.responses import PUBLIC, Responses, json_object
from dragoman.http.runtime import get_runtime

router = APIRouter(tags=["Token"])

_KEY: Final = {"kty": "RSA", "use": "sig", "alg": "RS256", "kid": "2026-03", "n": "0vx7ago", "e": "AQAB"}
_KEYS: Final[Responses] = {**PUBLIC, 200: json_object("A set of keys (RFC 7517)", {"keys": [_KEY]})}
_SERVER: Final = {
    "issuer": "https://translate.example.com",
    "token_endpoint": "https://translate.example.com/oauth2/token",
    "jwks_uri": "https://translate.example.com/oauth2/jwks",
    "device_authorization_endpoint": "https://translate.example.com/oauth2/device_authorization",
    "grant_types_supported": list(GRANT_TYPES),
}
_METADATA: Final[Responses] = {**PUBLIC, 200: json_object("Metadata of the server (RFC 8414)", _SERVER)}
_NO_SIGN_IN: Final = {  # RFC 6749, 4.1.2.1
    "error": "unsupported_response_type",
    "error_description": "Programs do not sign people in here. Send an application's credentials to the "
    "token endpoint.",
}

# Shorter than the hour for which a key is published before it signs.
_CACHED: Final = {"Cache-Control": "public, max-age=300"}


@router.get("/oauth2/jwks", responses=_KEYS)
async def get_signing_keys(request: Request) -> Response:
    """Show the public keys of access tokens (RFC 7517), the next one included."""
    identity = get_runtime(request.scope).identity
    return answer(200, {"keys": [key.public_jwk() for key in identity.own.keys]}, headers=_CACHED)


@router.get("/.well-known/oauth-authorization-server", responses=_METADATA)
@router.get(
    "/.well-known/openid-configuration",
    name="get_openid_configuration",
    responses=_METADATA,
)
async def get_authorization_server(request: Request) -> Response:
    """Describe the authorization server (RFC 8414)."""
    return answer(200, _describe(get_runtime(request.scope).identity), headers=_CACHED)


@router.get("/oauth2/authorize", include_in_schema=False)
async def authorize() -> Response:
    """Refuse to sign a person in for a program: applications have credentials of their own.

    Metadata has to name this address, and some programs read no metadata without it.
    """
    return answer(400, _NO_SIGN_IN)


def _describe(identity: Identity) -> dict[str, Any]:
    issuer = identity.issuer
    return {
        "issuer": issuer,
        "authorization_endpoint": f"{issuer}/oauth2/authorize",
        "token_endpoint": f"{issuer}/oauth2/token",
        "jwks_uri": f"{issuer}/oauth2/jwks",
        "device_authorization_endpoint": f"{issuer}/oauth2/device_authorization",
        "grant_types_supported": list(GRANT_TYPES),
        "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
        "scopes_supported": list(AccessScope),
        # There is no sign-in. The two formats require these fields; they are empty or have no effect.
        "response_types_supported": [],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": [ALGORITHM],
        "service_documentation": f"{issuer}/docs",
    }
