"""Keys that a dialect hands out beside an id, which prove that the client got both from here.

They are not stored: a keyed hash of what they are for, under a key that is derived from the master key.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from dragoman.access.keyring import Keyring
from dragoman.errors import Misconfigured

_MOST: Final = 200  # characters


def sign(keyring: Keyring, text: str, *, purpose: str) -> str:
    """The key for a text: `KEYID` of the master key, then a hash, in hexadecimal digits."""
    return keyring.current_id + _digest(keyring, keyring.current_id, text, purpose)


def is_signed(keyring: Keyring, text: str, key: str, *, purpose: str) -> bool:
    """Whether a key was made for this text, with any master key that is there."""
    key_id = key[:8]
    if len(key) > _MOST or not key.isascii() or key_id not in keyring.ids:
        return False
    try:
        return hmac.compare_digest(key[8:], _digest(keyring, key_id, text, purpose))
    except Misconfigured:
        return False


def _digest(keyring: Keyring, key_id: str, text: str, purpose: str) -> str:
    key = keyring.derive(key_id, purpose)
    return hmac.new(key, text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()
