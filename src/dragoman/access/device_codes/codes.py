"""How codes look, and what is stored of them."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

from dragoman.access.device_codes.model import LONGEST_DEVICE_NAME
from dragoman.access.keyring import Keyring
from dragoman.unicode_normalization import normalize

_ALPHABET: Final = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels, so that codes form no words (RFC 8628, 6.1)
_LETTERS: Final = 8
_DEVICE_CODE_BYTES: Final = 32
_PURPOSE: Final = "device login user code"
_LONGEST_TYPED: Final = 64


def new_device_code() -> str:
    """256 random bits."""
    return secrets.token_urlsafe(_DEVICE_CODE_BYTES)


def new_user_code() -> str:
    """Eight letters, 34 bits: they are good for ten minutes, and guesses are counted."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_LETTERS))


def show_user_code(code: str) -> str:
    """A code as people read it: `XXXX-XXXX`."""
    return f"{code[:4]}-{code[4:]}"


def parse_user_code(typed: str) -> str | None:
    """The code that a person typed, in any case, with or without dash and blanks; None: it cannot be one."""
    code = "".join(one for one in typed[:_LONGEST_TYPED].upper() if one.isalnum())
    return code if len(code) == _LETTERS and set(code) <= set(_ALPHABET) else None


def hash_device_code(code: str) -> bytes:
    """What is stored of a device code: of 256 random bits a quick hash is as safe as a slow one."""
    return hashlib.sha256(code.encode("utf-8", "surrogatepass")).digest()


def hash_user_code(keyring: Keyring, code: str) -> bytes:
    """What is stored of a user code: a hash with a key, because all codes could be tried without one."""
    return _keyed_hash(keyring, keyring.current_id, code)


def possible_hashes(keyring: Keyring, code: str) -> list[bytes]:
    """What may be stored of a user code, by each of the master keys."""
    return [_keyed_hash(keyring, key_id, code) for key_id in keyring.ids]


def clean_device_name(name: str) -> str:
    """A name in one line, without control characters and of a bounded length."""
    text = normalize("NFC", name[: 4 * LONGEST_DEVICE_NAME])
    words = "".join(one if one.isprintable() else " " for one in text).split()
    return " ".join(words)[:LONGEST_DEVICE_NAME].rstrip()


def _keyed_hash(keyring: Keyring, key_id: str, code: str) -> bytes:
    return hmac.new(keyring.derive(key_id, _PURPOSE), code.encode(), hashlib.sha256).digest()
