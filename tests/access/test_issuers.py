"""Clause A5: tokens of external identity providers. The one here, on a real socket, rotates, lies, dies."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import jwt
import pytest
import pytest_asyncio
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

from dragoman.access import issuers as module
from dragoman.access.actions import revoke_application_tokens
from dragoman.access.issuers import ExternalIssuers, create_issuer_client
from dragoman.access.model import NewApplication
from dragoman.access.tokens import parse_token
from dragoman.database.connections import EVERYBODY, transaction
from dragoman.errors import Misconfigured, Unauthenticated, Unavailable
from dragoman.settings import ExternalIssuer
from tests.access.conftest import WHO, OpenService, Service


def make_key(kid: str) -> dict[str, Any]:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key()))
    return {"private": key, "jwk": {**public, "kid": kid, "use": "sig", "alg": "RS256"}}


@dataclass
class Provider:
    """An identity provider: two documents over HTTP/1.1, written by hand so that it can misbehave."""

    port: int = 0
    keys: list[dict[str, Any]] = field(default_factory=lambda: [make_key("one")])
    documents: dict[str, bytes] = field(default_factory=dict)  # instead of the real ones
    status: str = "200 OK"
    headers: str = ""
    stalls: bool = False
    asked: list[str] = field(default_factory=list)
    server: asyncio.Server | None = None

    @property
    def issuer(self) -> str:
        return f"http://127.0.0.1:{self.port}/realms/acme"

    async def start(self) -> None:
        self.server = await asyncio.start_server(self._answer, "127.0.0.1", self.port)
        self.port = self.server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        assert self.server is not None
        self.server.close()
        await self.server.wait_closed()

    def body(self, path: str) -> bytes:
        if path in self.documents:
            return self.documents[path]
        if path == "/realms/acme/.well-known/openid-configuration":
            return json.dumps(
                {"issuer": self.issuer, "jwks_uri": f"http://127.0.0.1:{self.port}/keys"}
            ).encode()
        return json.dumps({"keys": [key["jwk"] for key in self.keys]}).encode()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await reader.readuntil(b"\r\n\r\n")
        path = request.split(b" ")[1].decode()
        self.asked.append(path)
        if self.stalls:
            await asyncio.sleep(30)
        body = self.body(path)
        writer.write(
            f"HTTP/1.1 {self.status}\r\n{self.headers}Content-Length: {len(body)}\r\n"
            "Connection: close\r\n\r\n".encode()
            + body
        )
        writer.close()

    def token(self, key: int = -1, header: dict[str, Any] | None = None, **claims: Any) -> str:
        """A token in the manner of Keycloak."""
        now = int(time.time())
        payload = {
            "iss": self.issuer, "aud": ["account", "dragoman-api"], "azp": "crm", "exp": now + 60, "iat": now,
            "sub": "f:1", "typ": "Bearer", "scope": "profile email", **claims,
        }  # fmt: skip
        payload = {name: value for name, value in payload.items() if value is not ...}
        headers = {"kid": self.keys[key]["jwk"]["kid"], **(header or {})}
        headers = {name: value for name, value in headers.items() if value is not ...}
        return jwt.encode(payload, self.keys[key]["private"], "RS256", headers=headers)

    def entry(self, **overrides: Any) -> ExternalIssuer:
        values = {"issuer": self.issuer, "audiences": ["dragoman-api"], **overrides}
        return ExternalIssuer(**values)


@pytest_asyncio.fixture
async def provider() -> AsyncIterator[Provider]:
    provider = Provider()
    await provider.start()
    yield provider
    await provider.stop()


@pytest_asyncio.fixture
async def mapped(application: NewApplication, provider: Provider, open_beside: OpenService) -> Service:
    """A process that maps the provider's client `crm` to the application."""
    mapping = {"crm": application.application.client_id, "gone": "app_of_nobody"}
    opened: Service = await open_beside(issuers=[provider.entry(applications=mapping)])
    return opened


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def external(*entries: ExternalIssuer, clock: Clock | None = None) -> AsyncIterator[ExternalIssuers]:
    async with create_issuer_client() as client:
        yield ExternalIssuers(entries, client, monotonic=clock or time.monotonic)


async def accepts(external: ExternalIssuers, token: str) -> bool:
    try:
        return await external.verify(parse_token(token), now=time.time()) is not None
    except Unauthenticated:
        return False


async def test_a_providers_token_is_the_mapped_applications(
    mapped: Service, application: NewApplication, provider: Provider
) -> None:
    """A5: its scopes are the application's; the keys are fetched once."""
    for _ in range(3):
        answer = await mapped.call(provider.token())
        assert answer.status_code == 200
        assert answer.json()["application"] == application.application.id
        assert answer.json()["scopes"] == ["projects", "reference", "translate"]
    assert provider.asked == ["/realms/acme/.well-known/openid-configuration", "/keys"]


@pytest.mark.parametrize(
    "claims",
    [
        {"aud": "account"}, {"aud": ...}, {"aud": []}, {"azp": "unknown"}, {"azp": ...}, {"azp": ["crm"]},
        {"azp": "gone"}, {"azp": ""}, {"exp": 1}, {"exp": ...}, {"exp": "soon"}, {"nbf": 9_999_999_999},
        {"iat": 9_999_999_999}, {"iss": "http://127.0.0.1:1/realms/acme"}, {"iss": "https://another.example"},
    ],
)  # fmt: skip
async def test_a_providers_token_for_others_is_refused(
    mapped: Service, provider: Provider, claims: dict[str, Any]
) -> None:
    """A5: wrong audience, unknown client, expired, another issuer."""
    answer = await mapped.call(provider.token(**claims))
    assert answer.status_code == 401


async def test_other_keys_and_algorithms_are_refused(mapped: Service, provider: Provider) -> None:
    """A5: neither a stranger's key under a known id, nor a shared secret, nor a key that the token names."""
    stranger = Provider(port=provider.port, keys=[make_key("one")])
    stranger_jwk = stranger.keys[0]["jwk"]
    forged = [
        stranger.token(),
        stranger.token(header={"jwk": stranger_jwk}),
        stranger.token(header={"jku": f"http://127.0.0.1:{provider.port}/elsewhere"}),
        provider.token(header={"crit": ["exp"]}),
        provider.token(header={"kid": "unknown"}),
        provider.token(header={"kid": ""}),
        jwt.encode({"iss": provider.issuer}, "x" * 64, "HS256", headers={"kid": "one"}),
        jwt.encode({"iss": provider.issuer}, provider.keys[0]["private"], "RS512", headers={"kid": "one"}),
    ]
    for token in forged:
        assert (await mapped.call(token)).status_code == 401
    assert (await mapped.call(provider.token())).status_code == 200
    assert "/elsewhere" not in provider.asked


async def test_revocation_holds_for_a_providers_tokens_by_their_age(
    mapped: Service, application: NewApplication, provider: Provider
) -> None:
    """A5, A8."""
    async with transaction(mapped.database, account=EVERYBODY) as tx:
        await revoke_application_tokens(tx, application_id=application.application.id)
        second = int(tx.now.timestamp())
    assert (await mapped.call(provider.token(iat=second - 1))).status_code == 401
    assert (await mapped.call(provider.token(iat=...))).status_code == 401
    assert (await mapped.call(provider.token(iat=second))).status_code == 200


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
        assert time.monotonic() - began < 2


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


async def test_types_and_required_claims_can_be_demanded(provider: Provider) -> None:
    """A5."""
    async with external(provider.entry(token_types=["at+jwt"], required_claims={"tid": "acme"})) as issuers:
        typed = {"typ": "application/at+jwt"}
        assert await accepts(issuers, provider.token(header=typed, tid="acme"))
        assert await accepts(issuers, provider.token(header=typed, tid=["other", "acme"]))
        assert not await accepts(issuers, provider.token(header=typed, tid="other"))
        assert not await accepts(issuers, provider.token(header=typed))
        assert not await accepts(issuers, provider.token(tid="acme"))


@pytest.mark.parametrize(
    "overrides",
    [
        {"issuer": "http://idp.example.com"},
        {"issuer": "ftp://idp.example.com"},
        {"issuer": "idp.example.com"},
        {"algorithms": ["HS256"]},
        {"algorithms": ["RS256", "none"]},
    ],
)
async def test_settings_that_would_be_unsafe_are_refused(
    provider: Provider, overrides: dict[str, Any]
) -> None:
    """A5."""
    with pytest.raises(Misconfigured, match="issuers"):
        async with external(provider.entry(**overrides)):
            pass
    with pytest.raises(Misconfigured, match="twice"):
        async with external(provider.entry(), provider.entry()):
            pass


async def test_without_a_mapping_the_claim_is_our_client_id(
    open_beside: OpenService, application: NewApplication, provider: Provider
) -> None:
    """A5."""
    service = await open_beside(issuers=[provider.entry(client_claim="client_id")])
    token = provider.token(client_id=application.application.client_id)
    assert (await service.call(token, WHO)).status_code == 200
