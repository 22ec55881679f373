"""The service's own keys: every delivery carries their ed25519 signature, so that receivers need no secret.

A key that is replaced goes on signing beside its successor until it retires: receivers that hold only one of
the two can verify all the while.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from dragoman.access.keyring import Keyring
from dragoman.database.connections import Transaction
from dragoman.notifications import webhook_key_store as store

KEEP_OLD: Final = timedelta(days=7)
_PURPOSE: Final = "webhook key"


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookKey:
    """One key, ready to sign."""

    id: str
    created: datetime
    retires: datetime | None  # None: not replaced yet
    key: Ed25519PrivateKey = field(repr=False)

    def public_jwk(self) -> dict[str, Any]:
        """What is published of it (RFC 8037)."""
        x = base64.urlsafe_b64encode(self.key.public_key().public_bytes_raw()).rstrip(b"=").decode("ascii")
        return {"kty": "OKP", "crv": "Ed25519", "use": "sig", "alg": "EdDSA", "kid": self.id, "x": x}

    def public_text(self) -> str:
        """The same in the spelling of Standard Webhooks."""
        return "whpk_" + base64.b64encode(self.key.public_key().public_bytes_raw()).decode("ascii")


async def list_webhook_keys(tx: Transaction, keyring: Keyring) -> Sequence[WebhookKey]:
    """Every key that signs now, the newest first; the first one is made where there is none."""
    stored = await store.list_webhook_keys(tx)
    if not stored:
        await store.lock_webhook_keys(tx)
        stored = await store.list_webhook_keys(tx)
        if not stored:
            return [await _add_key(tx, keyring)]
    return [_open_key(row, keyring) for row in stored]


async def rotate_webhook_key(
    tx: Transaction, keyring: Keyring, *, keep_old: timedelta = KEEP_OLD
) -> WebhookKey:
    """Make a new key that signs at once. Those before it sign beside it for `keep_old`, or not at all."""
    await store.lock_webhook_keys(tx)
    await store.retire_webhook_keys(tx, at=tx.now + keep_old)
    return await _add_key(tx, keyring)


async def _add_key(tx: Transaction, keyring: Keyring) -> WebhookKey:
    key, key_id = Ed25519PrivateKey.generate(), secrets.token_urlsafe(12)
    wrapped = keyring.wrap(key.private_bytes_raw(), purpose=_PURPOSE, context=key_id)
    await store.insert_webhook_key(tx, key_id=key_id, wrapped=wrapped)
    return WebhookKey(id=key_id, created=tx.now, retires=None, key=key)


def _open_key(row: store.StoredWebhookKey, keyring: Keyring) -> WebhookKey:
    raw = keyring.unwrap(row.wrapped, purpose=_PURPOSE, context=row.id)
    return WebhookKey(
        id=row.id, created=row.created, retires=row.retires, key=Ed25519PrivateKey.from_private_bytes(raw)
    )
