"""A service account's key file: signed assertions are exchanged for tokens, which are kept and renewed."""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.parse import parse_qs

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from dragoman.engines.http import ServiceFailed, check_service
from dragoman.engines.http.circuit import CircuitState
from tests.engines.http.opened import marked, opened, pair_of
from tests.engines.http.server import Handler, Reply, Request, TestServer, json_reply, running_server
from tests.engines.http.services import KEY, google

_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
_EMAIL = "translator@my-project.iam.gserviceaccount.com"


def key_file(token_uri: str) -> str:
    pem = _KEY.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return json.dumps(
        {
            "type": "service_account",
            "project_id": "my-project",
            "private_key_id": "k1",
            "private_key": pem.decode(),
            "client_email": _EMAIL,
            "token_uri": token_uri,
        }
    )


def issuer(seconds: int = 3600) -> Handler:
    """A token end point that checks assertions."""

    def handle(request: Request) -> Reply:
        form = parse_qs(request.body.decode())
        assert form["grant_type"] == ["urn:ietf:params:oauth:grant-type:jwt-bearer"]
        audience = f"http://{request.headers['host']}{request.path}"
        claims = jwt.decode(form["assertion"][0], _KEY.public_key(), algorithms=["RS256"], audience=audience)
        assert claims["iss"] == _EMAIL
        assert claims["scope"] == "https://www.googleapis.com/auth/cloud-translation"
        assert claims["exp"] - claims["iat"] == 3600
        assert jwt.get_unverified_header(form["assertion"][0])["kid"] == "k1"
        return json_reply({"access_token": KEY, "expires_in": seconds, "token_type": "Bearer"})

    return handle


async def translated(tokens: TestServer, times: int) -> None:
    secret = key_file(f"{tokens.url}/token")
    async with opened("google", google(), secret=secret, options={}) as (engine, _):
        for _ in range(times):
            assert await engine.translate([marked("house")], pair_of(engine, "en", "es"))


async def test_one_token_serves_many_calls_and_the_project_is_the_files() -> None:
    async with running_server(issuer()) as tokens:
        await translated(tokens, 3)
        assert len(tokens.requests) == 1


async def test_a_token_that_ends_soon_is_renewed() -> None:
    async with running_server(issuer(seconds=0)) as tokens:
        secret = key_file(f"{tokens.url}/token")
        async with opened("google", google(), secret=secret, load=False) as (engine, _):
            await engine.load_pairs()
            engine._service._credentials.forget()  # type: ignore[attr-defined]
            assert await engine.translate([marked("house")], pair_of(engine, "en", "es"))
        assert len(tokens.requests) >= 2


async def test_a_token_that_is_refused_is_fetched_again() -> None:
    good = google()
    refused = [True]

    def handle(request: Request) -> Reply:
        if request.method == "POST" and refused:
            refused.pop()
            return json_reply({"error": {"code": 401}}, 401)
        found = good(request)
        assert isinstance(found, Reply)
        return found

    async with running_server(issuer()) as tokens:
        secret = key_file(f"{tokens.url}/token")
        async with opened("google", handle, secret=secret) as (engine, _):
            assert await engine.translate([marked("house")], pair_of(engine, "en", "es"))
            assert engine.state().circuit is CircuitState.CLOSED
        assert len(tokens.requests) >= 2


@pytest.mark.parametrize(
    "answer",
    [
        lambda _: json_reply({"error": "invalid_grant"}, 400),
        lambda _: json_reply({"error": "unauthorized_client"}, 401),
    ],
)
async def test_a_key_file_that_is_refused_is_named(answer: Callable[[Request], Reply]) -> None:
    async with running_server(answer) as tokens:
        secret = key_file(f"{tokens.url}/token")
        async with opened("google", google(), secret=secret, load=False) as (engine, _):
            with pytest.raises(ServiceFailed, match="refused the key file"):
                await engine.load_pairs()
            report = await check_service(engine, secret=secret)
            assert "PRIVATE" not in f"{report!r}{engine!r}{engine.state()!r}"


async def test_quotas_are_told_from_keys() -> None:
    for reason, words in (("rateLimitExceeded", "rate limit"), ("Daily Limit Exceeded", "quota")):
        body = {"error": {"code": 403, "errors": [{"reason": reason}], "message": reason}}
        good = google()

        def handle(request: Request, body: object = body, good: Handler = good) -> Reply:
            found = good(request) if request.method == "GET" else json_reply(body, 403)
            assert isinstance(found, Reply)
            return found

        async with opened("google", handle) as (engine, _):
            with pytest.raises(ServiceFailed, match=words):
                await engine.translate([marked("house")], pair_of(engine, "en", "es"))
