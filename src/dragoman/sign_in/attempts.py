"""Limit guesses at passwords and codes, without a way to lock out the owner.

Each attempt is counted before it is verified, in the database, for the pair of person and address, for the
address, and, of codes, for the person. From a browser where the person signed in before, which a signed
cookie shows, attempts are counted for that browser alone: nobody else can use them up. After the free
attempts each wrong one doubles the wait, from 10 seconds to 15 minutes; a day without wrong ones ends it.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.access.keyring import Keyring
from dragoman.database.connections import Transaction
from dragoman.errors import Misconfigured
from dragoman.settings import Settings
from dragoman.sign_in import store
from dragoman.sign_in.model import Device, TooManyAttempts

_KEY_BYTES: Final = 16
_DEVICE: Final = "sign-in device"
_PERSON_FACTOR: Final = (
    4  # wrong codes for one person from everywhere, as a multiple of those from one address
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedAttempt:
    """An attempt that may be verified."""

    own_keys: Sequence[bytes]  # that begin anew when it was right
    shared_keys: Sequence[bytes]


def new_device_token(keyring: Keyring, *, user_id: int) -> str:
    """A cookie for a browser in which the person has signed in."""
    key_id, nonce = keyring.current_id, secrets.token_urlsafe(16)
    return f"{key_id}.{nonce}.{_sign(keyring, key_id, nonce, user_id)}"


def read_device(keyring: Keyring, device: Device, *, user_id: int | None) -> str | None:
    """The name of the browser, if the person has signed in there before."""
    parts = (device.token or "").split(".")
    if user_id is None or len(parts) != 3 or parts[0] not in keyring.ids:
        return None
    key_id, nonce, signature = parts
    try:
        expected = _sign(keyring, key_id, nonce, user_id)
    except Misconfigured:
        return None
    return nonce if hmac.compare_digest(expected.encode(), signature.encode("utf-8", "replace")) else None


async def count_attempt(
    tx: Transaction, settings: Settings, *, kind: str, person: str, device: Device, browser: str | None
) -> CountedAttempt:
    """Count an attempt of a kind. Its transaction must be committed before the attempt is verified.

    `browser` is what `read_device` gives. Raises `TooManyAttempts`: then nothing is counted.
    """
    few = settings.sign_in_failures
    if browser is not None:
        limits = {_digest(kind, "browser", browser): few}
    else:
        limits = {
            _digest(kind, "pair", person, device.address): few,
            _digest(kind, "address", device.address): settings.sign_in_address_failures,
        }
        if kind != "password":  # whose password is known: an owner elsewhere loses less by waiting
            limits[_digest(kind, "person", person)] = _PERSON_FACTOR * few
    keys = list(limits)
    wait = await store.count_attempt(tx, keys, list(limits.values()))
    if wait:
        raise TooManyAttempts(wait)
    return CountedAttempt(own_keys=keys[:1], shared_keys=keys[1:])


async def forget_attempt(tx: Transaction, attempt: CountedAttempt) -> None:
    """The attempt was right."""
    await store.forget_attempt(tx, cleared=attempt.own_keys, others=attempt.shared_keys)


def _sign(keyring: Keyring, key_id: str, nonce: str, user_id: int) -> str:
    message = f"{user_id}\0{nonce}".encode("utf-8", "surrogatepass")
    return hmac.new(keyring.derive(key_id, _DEVICE), message, hashlib.sha256).hexdigest()


def _digest(*words: str) -> bytes:
    text = "\0".join(words).encode("utf-8", "surrogatepass")
    return hashlib.sha256(text).digest()[:_KEY_BYTES]
