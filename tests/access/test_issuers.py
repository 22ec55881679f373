"""Clause A5: tokens of external identity providers are an application's, or refused."""

from __future__ import annotations

from typing import Any

import jwt
import pytest
import pytest_asyncio

from dragoman.access.actions import revoke_application_tokens
from dragoman.access.model import NewApplication
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.errors import Misconfigured
from tests.access.conftest import ISSUER, WHO, OpenService, Service
from tests.access.provider import Provider, accepts, external, make_key


@pytest_asyncio.fixture
async def mapped(application: NewApplication, provider: Provider, open_beside: OpenService) -> Service:
    """A process that maps the provider's client `crm` to the application."""
    mapping = {"crm": application.application.client_id, "gone": "app_of_nobody"}
    opened: Service = await open_beside(issuers=[provider.entry(applications=mapping)])
    return opened


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
    async with transaction(mapped.database, account=ALL_ACCOUNTS) as tx:
        await revoke_application_tokens(tx, application_id=application.application.id)
        second = int(tx.now.timestamp())
    assert (await mapped.call(provider.token(iat=second - 1))).status_code == 401
    assert (await mapped.call(provider.token(iat=...))).status_code == 401
    assert (await mapped.call(provider.token(iat=second))).status_code == 200


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


async def test_an_issuer_is_configured_once_and_is_not_ourselves(provider: Provider) -> None:
    """A5."""
    for entries in ([provider.entry()] * 2, [provider.entry(issuer=ISSUER)]):
        with pytest.raises(Misconfigured, match="twice"):
            async with external(*entries):
                pass


async def test_without_a_mapping_the_claim_is_our_client_id(
    open_beside: OpenService, application: NewApplication, provider: Provider
) -> None:
    """A5."""
    service = await open_beside(issuers=[provider.entry(client_claim="client_id")])
    token = provider.token(client_id=application.application.client_id)
    assert (await service.call(token, WHO)).status_code == 200
