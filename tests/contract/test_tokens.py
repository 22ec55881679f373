"""Clauses A1 to A9 over HTTP."""

from __future__ import annotations

import base64
import time
from typing import Any

import httpx2
import jwt
import pytest

from tests.contract.conftest import Customer
from tests.live import Application, LiveService
from tests.waiting import CEILING

PAIRS = "/v2/languages/text-translation"


def form(application: Application, **changes: str) -> dict[str, str]:
    return {
        "grant_type": "client_credentials",
        "client_id": application.client_id,
        "client_secret": application.client_secret,
        **changes,
    }


def status_with(live: LiveService, token: str, path: str = PAIRS) -> int:
    return httpx2.get(
        live.url + path, headers={"Authorization": f"Bearer {token}"}, timeout=CEILING
    ).status_code


@pytest.mark.parametrize("path", ["/oauth2/token", "/protocol/openid-connect/token"])
def test_a1_a2_form_credentials_give_a_token(live: LiveService, production: Customer, path: str) -> None:
    answer = httpx2.post(live.url + path, data=form(production.application), timeout=CEILING)
    reply: dict[str, Any] = answer.json()
    token = reply.pop("access_token")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    assert reply == {
        "expires_in": 300,
        "refresh_expires_in": 0,
        "token_type": "Bearer",
        "not-before-policy": 0,
        "scope": reply["scope"],
    }
    assert status_with(live, token) == 200


def test_a1_basic_credentials_work_too(live: LiveService, production: Customer) -> None:
    pair = f"{production.application.client_id}:{production.application.client_secret}"
    answer = httpx2.post(
        f"{live.url}/oauth2/token",
        data={"grant_type": "client_credentials"},
        headers={"Authorization": f"Basic {base64.b64encode(pair.encode()).decode()}"},
        timeout=CEILING,
    )
    assert answer.status_code == 200


def test_a1_json_is_refused_with_the_reason(live: LiveService, production: Customer) -> None:
    answer = httpx2.post(f"{live.url}/oauth2/token", json=form(production.application), timeout=CEILING)
    assert answer.status_code == 400
    assert answer.json()["error"] == "invalid_request"
    assert "form" in answer.json()["error_description"]


def test_a3_an_unknown_id_and_a_wrong_secret_answer_alike(live: LiveService, production: Customer) -> None:
    unknown = httpx2.post(
        f"{live.url}/oauth2/token", data=form(production.application, client_id="nobody"), timeout=CEILING
    )
    wrong = httpx2.post(
        f"{live.url}/oauth2/token", data=form(production.application, client_secret="wrong"), timeout=CEILING
    )
    assert unknown.status_code == wrong.status_code == 401
    assert unknown.json() == wrong.json()
    assert unknown.json()["error"] == "invalid_client"
    assert unknown.headers["WWW-Authenticate"].startswith("Basic")


def test_a4_a_stranger_verifies_tokens_by_the_published_metadata(
    live: LiveService, production: Customer
) -> None:
    for path in ("/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"):
        metadata = httpx2.get(live.url + path, timeout=CEILING).json()
        assert metadata["issuer"] == live.url
        assert metadata["token_endpoint"] == f"{live.url}/oauth2/token"
    token = live.fetch_token(production.application)["access_token"]
    key = jwt.PyJWKClient(metadata["jwks_uri"]).get_signing_key_from_jwt(token)
    claims = jwt.decode(token, key.key, algorithms=["RS256"], issuer=live.url, options={"verify_aud": False})
    assert jwt.get_unverified_header(token)["typ"] == "at+jwt"
    assert {"iss", "aud", "sub", "client_id", "exp", "iat", "jti", "scope"} <= set(claims)
    assert claims["client_id"] == production.application.client_id


@pytest.mark.parametrize("header", ["Authorization", "authorization", "AUTHORIZATION"])
@pytest.mark.parametrize("scheme", ["Bearer", "bearer"])
def test_a6_header_and_scheme_match_in_any_case(
    live: LiveService, production: Customer, header: str, scheme: str
) -> None:
    token = live.fetch_token(production.application)["access_token"]
    answer = httpx2.get(live.url + PAIRS, headers={header: f"{scheme} {token}"}, timeout=CEILING)
    assert answer.status_code == 200


@pytest.mark.parametrize("token", ["x", "a.b.c", "é", "e30.e30.e30", "x" * 100_000])
def test_a6_what_is_not_a_token_is_401(live: LiveService, token: str) -> None:
    answer = httpx2.get(
        live.url + PAIRS, headers={"Authorization": f"Bearer {token}".encode()}, timeout=CEILING
    )
    assert answer.status_code in {401, 431} if len(token) > 60_000 else answer.status_code == 401


def test_a6_disabling_takes_effect_within_a_second(live: LiveService) -> None:
    account = live.create_account("Disabled Ltd")
    application = live.create_application(account, "--rate-limit", "off")
    token = live.fetch_token(application)["access_token"]
    assert status_with(live, token) == 200
    live.admin("application", "disable", str(application.id))
    time.sleep(1)
    assert status_with(live, token) == 401
    answer = httpx2.post(f"{live.url}/oauth2/token", data=form(application), timeout=CEILING)
    assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")


def test_a7_a_token_without_the_scope_is_403(live: LiveService) -> None:
    application = live.create_application(live.create_account("Narrow Ltd"), "--scopes", "projects")
    token = live.fetch_token(application)["access_token"]
    answer = httpx2.get(live.url + PAIRS, headers={"Authorization": f"Bearer {token}"}, timeout=CEILING)
    assert answer.status_code == 403
    assert 'error="insufficient_scope"' in answer.headers["WWW-Authenticate"]


def test_a8_a_regenerated_secret_replaces_the_old_one_at_once(live: LiveService) -> None:
    application = live.create_application(live.create_account("Leaky Ltd"), "--rate-limit", "off")
    token = live.fetch_token(application)["access_token"]
    fresh = live.admin("application", "regenerate-secret", str(application.id))["clientSecret"]
    url = f"{live.url}/oauth2/token"
    assert httpx2.post(url, data=form(application), timeout=CEILING).status_code == 401
    assert httpx2.post(url, data=form(application, client_secret=fresh), timeout=CEILING).status_code == 200
    assert status_with(live, token) == 200, "tokens already issued live out their minutes"


def test_a8_revoking_tokens_refuses_the_older_ones(live: LiveService) -> None:
    application = live.create_application(live.create_account("Stolen Ltd"), "--rate-limit", "off")
    token = live.fetch_token(application)["access_token"]
    time.sleep(1.1)  # tokens count whole seconds
    fresh = live.admin("application", "regenerate-secret", str(application.id), "--revoke-tokens")[
        "clientSecret"
    ]
    assert status_with(live, token) == 401
    time.sleep(1.1)
    reply = httpx2.post(
        f"{live.url}/oauth2/token", data=form(application, client_secret=fresh), timeout=CEILING
    ).json()
    assert reply["not-before-policy"] > 0
    assert status_with(live, reply["access_token"]) == 200


def test_a8_a9_temporary_tokens_for_an_application_and_for_a_sandbox(
    live: LiveService, sandbox: Customer
) -> None:
    application = live.create_application(live.create_account("Tester Ltd"))
    made = live.admin("token", "create", "--application", str(application.id))
    assert status_with(live, made["accessToken"]) == 200
    assert made["expiresIn"] == 1200
    direct = live.admin("token", "create", "--account", str(sandbox.account))
    assert status_with(live, direct["accessToken"]) == 200
    refused = live.run("admin", "token", "create", "--account", str(live.create_account("Other Ltd")))
    assert refused.returncode == 1
    assert "application" in refused.stderr
