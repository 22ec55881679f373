"""Clause A5: the keys of external identity providers, which rotate, are withdrawn, lie or are away."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

from dragoman.access import issuers as module
from dragoman.errors import Unavailable
from tests.access.provider import Clock, Provider, accepts, external, make_key


async def test_a_rotated_key_is_fetched_at_most_once_a_minute(provider: Provider) -> None:
    """A5."""
    clock = Clock()
    async with external(provider.entry(), clock=clock) as issuers:
        assert await accepts(issuers, provider.token())
        provider.keys.append(make_key("two"))
        assert not await accepts(issuers, provider.token())
        assert len(provider.asked) == 2
        clock.now += 61
        assert await accepts(issuers, provider.token())
        assert await accepts(issuers, provider.token(key=0))
        for number in range(20):
            assert not await accepts(issuers, provider.token(header={"kid": f"unknown-{number}"}))
        assert len(provider.asked) == 4


async def test_a_withdrawn_key_goes_within_the_hour(provider: Provider) -> None:
    """A5."""
    clock = Clock()
    async with external(provider.entry(), clock=clock) as issuers:
        token = provider.token()
        assert await accepts(issuers, token)
        provider.keys[:] = [make_key("two")]
        assert await accepts(issuers, token)
        clock.now += 3601
        assert not await accepts(issuers, token)


async def test_while_the_provider_is_away_its_keys_serve_for_a_day(provider: Provider) -> None:
    """A5."""
    clock = Clock()
    async with external(provider.entry(), clock=clock) as issuers:
        token = provider.token()
        assert await accepts(issuers, token)
        await provider.stop()
        for hours in (2, 12, 23.9):
            clock.now = hours * 3600
            assert await accepts(issuers, token)
        clock.now = 24.1 * 3600
        with pytest.raises(Unavailable):
            await accepts(issuers, token)
        await provider.start()
        clock.now += 6
        assert await accepts(issuers, token)


async def test_a_provider_that_was_never_reached_is_503_and_recovers(provider: Provider) -> None:
    """A5."""
    clock = Clock()
    async with external(provider.entry(), clock=clock) as issuers:
        await provider.stop()
        with pytest.raises(Unavailable):
            await accepts(issuers, provider.token())
        await provider.start()
        clock.now += 6
        assert await accepts(issuers, provider.token())


async def test_many_first_calls_share_one_fetch(provider: Provider) -> None:
    """A5."""
    async with external(provider.entry()) as issuers:
        tokens = [provider.token() for _ in range(20)]
        assert all(await asyncio.gather(*(accepts(issuers, token) for token in tokens)))
    assert len(provider.asked) == 2


@pytest.mark.parametrize(
    ("path", "document"),
    [
        ("/realms/acme/.well-known/openid-configuration", b"{}"),
        ("/realms/acme/.well-known/openid-configuration", b"[]"),
        ("/realms/acme/.well-known/openid-configuration", b"not json"),
        (
            "/realms/acme/.well-known/openid-configuration",
            b'{"issuer": "https://another.example", "jwks_uri": "http://127.0.0.1/"}',
        ),
        ("/keys", b"{}"),
        ("/keys", b'{"keys": {}}'),
        ("/keys", b'{"keys": [1, null, {}, {"kty": "oct", "k": "AAAA", "kid": "one"}]}'),
        ("/keys", b'{"keys": [' + b" " * 600_000 + b"]}"),
    ],
)
async def test_a_provider_that_publishes_nonsense_is_not_believed(
    provider: Provider, path: str, document: bytes
) -> None:
    """A5."""
    provider.documents[path] = document
    async with external(provider.entry()) as issuers:
        with suppress(Unavailable):
            assert not await accepts(issuers, provider.token())


@pytest.mark.parametrize(
    "address",
    ["http://169.254.169.254/keys", "http://example.com/keys", "file:///etc/passwd", "https://", "//x"],
)
async def test_keys_are_read_from_safe_addresses_only(provider: Provider, address: str) -> None:
    """A5."""
    provider.documents["/realms/acme/.well-known/openid-configuration"] = json.dumps(
        {"issuer": provider.issuer, "jwks_uri": address}
    ).encode()
    async with external(provider.entry()) as issuers:
        with pytest.raises(Unavailable):
            await accepts(issuers, provider.token())


async def test_redirects_are_not_followed_and_slowness_is_bounded(
    provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A5."""
    provider.status, provider.headers = (
        "302 Found",
        f"Location: http://127.0.0.1:{provider.port}/elsewhere\r\n",
    )
    clock = Clock()
    async with external(provider.entry(), clock=clock) as issuers:
        with pytest.raises(Unavailable):
            await accepts(issuers, provider.token())
        assert "/elsewhere" not in provider.asked
        provider.stalls = True
        monkeypatch.setattr(module, "_FETCH_SECONDS", 0.2)
        clock.now += 6
        began = time.monotonic()
        with pytest.raises(Unavailable):
            await accepts(issuers, provider.token())
        assert time.monotonic() - began < 30  # what the provider takes


async def test_elliptic_keys_and_a_token_without_kid(provider: Provider) -> None:
    """A5: as Entra, Okta and others sign."""
    curve, edwards = ec.generate_private_key(ec.SECP256R1()), ed25519.Ed25519PrivateKey.generate()
    entry = provider.entry(algorithms=["RS256", "ES256", "EdDSA"])
    claims = jwt.decode(provider.token(), options={"verify_signature": False})
    async with external(entry) as issuers:
        assert await accepts(issuers, provider.token(header={"kid": ...})), "there is only one key"
    for key, algorithm, published in (
        (curve, "ES256", jwt.algorithms.ECAlgorithm.to_jwk(curve.public_key())),
        (edwards, "EdDSA", jwt.algorithms.OKPAlgorithm.to_jwk(edwards.public_key())),
    ):
        jwks = {"keys": [{**json.loads(published), "kid": "x"}, provider.keys[0]["jwk"]]}
        provider.documents["/keys"] = json.dumps(jwks).encode()
        async with external(entry) as issuers:
            assert await accepts(issuers, jwt.encode(claims, key, algorithm, headers={"kid": "x"}))
            assert not await accepts(issuers, jwt.encode(claims, key, algorithm)), "which key is not said"


async def test_keys_that_are_weak_or_for_encryption_do_not_verify(provider: Provider) -> None:
    """A5."""
    for change in ({"use": "enc"}, {"kty": "oct", "k": "AAAA"}):
        provider.documents["/keys"] = json.dumps({"keys": [{**provider.keys[0]["jwk"], **change}]}).encode()
        async with external(provider.entry()) as issuers:
            assert not await accepts(issuers, provider.token())
    weak = rsa.generate_private_key(public_exponent=65537, key_size=1024).public_key()
    published = {"keys": [{**json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(weak)), "kid": "one"}]}
    provider.documents["/keys"] = json.dumps(published).encode()
    async with external(provider.entry()) as issuers:
        assert not await accepts(issuers, provider.token())
