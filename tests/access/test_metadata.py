"""Clause A4: a stranger finds the token endpoint and verifies tokens with another library."""

from __future__ import annotations

import re

import jwt
import pytest

from dragoman.access.model import NewApplication
from tests.access.conftest import ISSUER, Service


async def test_tokens_follow_rfc_9068_by_another_librarys_verdict(
    service: Service, application: NewApplication
) -> None:
    """A4."""
    token = await service.fetch_token(application, scope="translate")
    keys = jwt.PyJWKSet.from_dict((await service.client.get("/oauth2/jwks")).json())
    header = jwt.get_unverified_header(token)
    claims = jwt.decode(
        token,
        keys[header["kid"]].key,
        algorithms=["RS256"],
        audience="dragoman",
        issuer=ISSUER,
        options={"require": ["iss", "aud", "sub", "client_id", "exp", "iat", "jti"]},
    )
    assert header == {"alg": "RS256", "typ": "at+jwt", "kid": header["kid"]}
    assert claims == {
        "iss": ISSUER,
        "aud": "dragoman",
        "sub": application.application.client_id,
        "client_id": application.application.client_id,
        "iat": claims["iat"],
        "exp": claims["iat"] + 300,
        "jti": claims["jti"],
        "scope": "translate",
        "gen": 0,
    }
    again = jwt.decode(await service.fetch_token(application), options={"verify_signature": False})
    assert again["jti"] != claims["jti"]


@pytest.mark.parametrize(
    "path", ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"]
)
async def test_metadata_names_what_a_client_needs(service: Service, path: str) -> None:
    """A4 (RFC 8414)."""
    answer = await service.client.get(path)
    assert answer.headers["Cache-Control"] == "public, max-age=300"
    assert answer.json() == {
        "issuer": ISSUER,
        "authorization_endpoint": f"{ISSUER}/oauth2/authorize",
        "token_endpoint": f"{ISSUER}/oauth2/token",
        "jwks_uri": f"{ISSUER}/oauth2/jwks",
        "device_authorization_endpoint": f"{ISSUER}/oauth2/device_authorization",
        "grant_types_supported": ["client_credentials", "urn:ietf:params:oauth:grant-type:device_code"],
        "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
        "scopes_supported": ["translate", "projects", "reference", "provider"],
        "response_types_supported": [],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256"],
        "service_documentation": f"{ISSUER}/docs",
    }


async def test_published_keys_hold_nothing_private(service: Service) -> None:
    """A4."""
    answer = await service.client.get("/oauth2/jwks")
    keys = answer.json()["keys"]
    assert keys
    assert [set(key) for key in keys] == [{"kty", "use", "alg", "kid", "n", "e"}] * len(keys)
    assert re.fullmatch(r"public, max-age=\d+", answer.headers["Cache-Control"])
