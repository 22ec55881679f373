"""The secrets of applications: how they look, how they are kept, how they are compared.

A client secret is 256 random bits, so one keyed hash is as safe as a slow one and 10,000 times
cheaper to check.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
import string
import zlib
from typing import Final

from dragoman.access.keyring import Keyring
from dragoman.accounts.model import AccountKind

_ALPHABET: Final = string.digits + string.ascii_uppercase + string.ascii_lowercase
_CLIENT_ID: Final = re.compile(r"[A-Za-z0-9._~-]{1,128}\Z", re.ASCII)
_RANDOM_CHARACTERS: Final = 43  # of 62: 256 bits
_CHECKSUM_CHARACTERS: Final = 6  # of 62: holds any CRC-32
_HASH_VERSION: Final = "hmac1"
_PEPPER: Final = "client secret pepper"
_WEBHOOK: Final = "webhook secret"
_WEBHOOK_PREFIX: Final = "whsec_"
_SHOWN_OF_WEBHOOK: Final = 4


def new_client_id() -> str:
    """A public name for an application, of characters that no encoding changes."""
    return "app_" + "".join(secrets.choice(string.ascii_lowercase + string.digits) for _ in range(20))


def may_be_client_id(text: str) -> bool:
    """Whether a text has the form of a client id."""
    return _CLIENT_ID.match(text) is not None


def new_client_secret(kind: AccountKind) -> str:
    """`dgm_live_…` or, for sandbox accounts, `dgm_test_…`, with a checksum that scanners can verify.

    Only letters, digits and underscores: HTTP Basic reads it alike whether or not a client percent-encodes.
    """
    mode = "test" if kind is AccountKind.SANDBOX else "live"
    body = "".join(secrets.choice(_ALPHABET) for _ in range(_RANDOM_CHARACTERS))
    return f"dgm_{mode}_{body}_{checksum(f'dgm_{mode}_{body}')}"


def hint_client_secret(secret: str) -> str:
    """What is shown of a secret later: its prefix and its last six characters, `dgm_live_…9c41e2`.

    Those six are the checksum: 32 bits that depend on all of the secret, so that 224 unknown ones are left.
    """
    return f"{secret[: -_RANDOM_CHARACTERS - _CHECKSUM_CHARACTERS - 1]}…{secret[-_CHECKSUM_CHARACTERS:]}"


def checksum(text: str) -> str:
    """CRC-32 in base 62, six characters: tells our secrets from other strings, but proves nothing."""
    number = zlib.crc32(text.encode())
    digits = ""
    for _ in range(_CHECKSUM_CHARACTERS):
        number, digit = divmod(number, len(_ALPHABET))
        digits = _ALPHABET[digit] + digits
    return digits


def hash_client_secret(keyring: Keyring, *, client_id: str, secret: str) -> str:
    """What is stored of a secret: `hmac1$KEY$HEX`. It verifies for this client id only."""
    key_id = keyring.current_id
    return f"{_HASH_VERSION}${key_id}${_digest(keyring, key_id, client_id, secret)}"


def verify_client_secret(keyring: Keyring, *, client_id: str, secret: str, stored: str | None) -> bool:
    """Whether the secret is the stored one. None (an unknown client) takes the same steps and is False."""
    version, key_id, expected = (stored or f"{_HASH_VERSION}${keyring.current_id}${'0' * 64}").split("$")
    digest = _digest(keyring, key_id, client_id, secret)
    same = hmac.compare_digest(digest, expected)
    return same and version == _HASH_VERSION and stored is not None


def new_webhook_secret() -> str:
    """A signing secret in the spelling of Standard Webhooks."""
    return _WEBHOOK_PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def hint_webhook_secret(secret: str) -> str:
    """What is shown of a webhook secret later: `whsec_…` and its last four characters, 16 bits of 256."""
    return f"{_WEBHOOK_PREFIX}…{secret[-_SHOWN_OF_WEBHOOK:]}"


def wrap_webhook_secret(keyring: Keyring, *, client_id: str, secret: str) -> bytes:
    """Encrypt a webhook secret for the database: unlike a client secret it is needed again, to sign."""
    return keyring.wrap(secret.encode(), purpose=_WEBHOOK, context=client_id)


def unwrap_webhook_secret(keyring: Keyring, *, client_id: str, wrapped: bytes) -> str:
    """Undo `wrap_webhook_secret`. Raises `Misconfigured` when the master key is not there."""
    return keyring.unwrap(wrapped, purpose=_WEBHOOK, context=client_id).decode()


def _digest(keyring: Keyring, key_id: str, client_id: str, secret: str) -> str:
    message = f"{client_id}\0{secret}".encode("utf-8", errors="surrogatepass")
    return hmac.new(keyring.derive(key_id, _PEPPER), message, hashlib.sha256).hexdigest()
