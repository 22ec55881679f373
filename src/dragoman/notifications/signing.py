"""Signatures of deliveries, by Standard Webhooks 1.0 (N2). Pure.

Signed is `id.timestamp.body`: with the application's secret (`v1`, HMAC-SHA256) and with the service's own
key (`v1a`, ed25519). While a secret or key is being replaced, old and new sign side by side.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Iterable
from datetime import datetime

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def sign_delivery(
    webhook_id: str,
    body: bytes,
    *,
    signed_at: datetime,
    secrets: Iterable[str],
    keys: Iterable[Ed25519PrivateKey],
) -> dict[str, str]:
    """The three headers of a delivery. `secrets` are spelt `whsec_…`."""
    timestamp = int(signed_at.timestamp())
    signed = f"{webhook_id}.{timestamp}.".encode() + body
    signatures = [f"v1,{_text(hmac.digest(_secret_bytes(s), signed, hashlib.sha256))}" for s in secrets]
    signatures += [f"v1a,{_text(key.sign(signed))}" for key in keys]
    return {
        "webhook-id": webhook_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(signatures),
    }


def _secret_bytes(secret: str) -> bytes:
    return base64.b64decode(secret.removeprefix("whsec_"))


def _text(signature: bytes) -> str:
    return base64.b64encode(signature).decode("ascii")
