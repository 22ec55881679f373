"""Signatures: the vectors of others, rotation without a gap, and the published keys."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from fastapi import FastAPI
from httpx2 import ASGITransport, AsyncClient
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from dragoman.access.actions import read_webhook_secrets, regenerate_webhook_secret
from dragoman.api import webhook_keys as endpoint
from dragoman.database.connections import ALL_ACCOUNTS, NO_ACCOUNT, transaction
from dragoman.errors import NotFound
from dragoman.notifications.signing import sign_delivery
from dragoman.notifications.webhook_keys import list_webhook_keys, rotate_webhook_key
from tests.notifications.conftest import World
from tests.notifications.receiver import Received, answer, run_receiver

BODY = b'{"test": 2432232314}'


def verify_ed25519(public: str, headers: Mapping[str, str], body: bytes) -> bool:
    """Verify as a receiver does that has only the published key."""
    key = Ed25519PublicKey.from_public_bytes(base64.b64decode(public.removeprefix("whpk_")))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    for signature in headers["webhook-signature"].split():
        version, _, encoded = signature.partition(",")
        if version == "v1a":
            try:
                key.verify(base64.b64decode(encoded), signed)
            except InvalidSignature:
                continue
            return True
    return False


def test_the_vector_of_the_specification() -> None:
    headers = sign_delivery(
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        BODY,
        signed_at=datetime.fromtimestamp(1614265330, UTC),
        secrets=["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
        keys=[],
    )
    assert headers == {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }


def test_every_secret_and_key_signs() -> None:
    old, new, key = "whsec_b2xkIHNlY3JldA==", "whsec_bmV3IHNlY3JldA==", Ed25519PrivateKey.generate()
    headers = sign_delivery("msg_1", BODY, signed_at=datetime.now(UTC), secrets=[new, old], keys=[key])
    for secret in (old, new):
        assert Webhook(secret).verify(BODY, headers) == json.loads(BODY)
    public = "whpk_" + base64.b64encode(key.public_key().public_bytes_raw()).decode()
    assert verify_ed25519(public, headers, BODY)
    for wrong in ({"webhook-id": "msg_2"}, {"webhook-timestamp": str(int(headers["webhook-timestamp"]) + 1)}):
        with pytest.raises(WebhookVerificationError):
            Webhook(old).verify(BODY, {**headers, **wrong})
        assert not verify_ed25519(public, {**headers, **wrong}, BODY)


async def _receive(world: World) -> Received:
    async with run_receiver(answer(200)) as receiver:
        await world.deliver(await world.announce(receiver.url, BODY))
    return receiver.received[0]


async def test_a_secret_is_replaced_without_a_gap(fresh: World) -> None:
    old, application = fresh.new.webhook_secret, fresh.new.application.id
    async with transaction(fresh.database, account=ALL_ACCOUNTS) as tx:
        _, new = await regenerate_webhook_secret(
            tx, fresh.keyring, application_id=application, keep_old=timedelta(hours=1)
        )
    assert new != old
    received = await _receive(fresh)
    for secret in (old, new):
        Webhook(secret).verify(BODY, received.headers)
    async with transaction(fresh.later(3601).database, account=ALL_ACCOUNTS) as tx:
        assert await read_webhook_secrets(tx, fresh.keyring, application_id=application) == [new]
        _, newest = await regenerate_webhook_secret(tx, fresh.keyring, application_id=application)
    received = await _receive(fresh)
    Webhook(newest).verify(BODY, received.headers)
    for secret in (old, new):
        with pytest.raises(WebhookVerificationError):
            Webhook(secret).verify(BODY, received.headers)


async def test_secrets_of_others_are_not_found(fresh: World) -> None:
    for account in (NO_ACCOUNT, fresh.new.application.account_id + 1):
        async with transaction(fresh.database, account=account) as tx:
            with pytest.raises(NotFound):
                await read_webhook_secrets(tx, fresh.keyring, application_id=fresh.new.application.id)
            with pytest.raises(NotFound):
                await regenerate_webhook_secret(tx, fresh.keyring, application_id=fresh.new.application.id)


async def _published(world: World) -> dict[str, list[object]]:
    identity = SimpleNamespace(keyring=world.keyring)
    app = FastAPI()
    app.state.runtime = SimpleNamespace(database=world.database, identity=identity)
    app.include_router(endpoint.router)
    async with AsyncClient(transport=ASGITransport(app), base_url="http://test") as client:
        reply = await client.get("/.well-known/webhook-keys")
    assert reply.status_code == 200
    assert reply.headers["cache-control"] == "public, max-age=300"
    found: dict[str, list[object]] = reply.json()
    return found


async def test_the_published_key_verifies_and_is_replaced_without_a_gap(fresh: World) -> None:
    before = await _published(fresh)
    [first] = before["publicKeys"]
    [jwk] = before["keys"]
    assert isinstance(jwk, dict)
    assert {name: jwk[name] for name in ("kty", "crv", "use", "alg")} == {
        "kty": "OKP", "crv": "Ed25519", "use": "sig", "alg": "EdDSA",
    }  # fmt: skip
    assert "whpk_" + base64.b64encode(base64.urlsafe_b64decode(jwk["x"] + "=")).decode() == first
    received = await _receive(fresh)
    assert verify_ed25519(str(first), received.headers, BODY)
    assert not verify_ed25519(str(first), received.headers, BODY + b" ")

    async with transaction(fresh.database, account=ALL_ACCOUNTS) as tx:
        second = (await rotate_webhook_key(tx, fresh.keyring)).public_text()
    assert (await _published(fresh))["publicKeys"] == [second, first]
    received = await _receive(fresh)
    assert all(verify_ed25519(str(public), received.headers, BODY) for public in (first, second))

    async with transaction(fresh.later(8 * 86400).database, account=ALL_ACCOUNTS) as tx:
        assert [key.public_text() for key in await list_webhook_keys(tx, fresh.keyring)] == [second]

    async with transaction(fresh.database, account=ALL_ACCOUNTS) as tx:
        third = (await rotate_webhook_key(tx, fresh.keyring, keep_old=timedelta(0))).public_text()
    received = await _receive(fresh)
    assert verify_ed25519(third, received.headers, BODY)
    assert not verify_ed25519(second, received.headers, BODY)
