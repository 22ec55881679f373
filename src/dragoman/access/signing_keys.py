"""The keys that sign our access tokens: made, rotated, retired, and kept at hand in every process.

A key is published an hour before it signs, so that clients which cache the published set have it in time. It
is kept until the last token it may have signed has expired. The private keys are in the database, wrapped.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, Final

from joserfc.jwk import RSAKey

from dragoman.access import key_store
from dragoman.access.keyring import Keyring
from dragoman.access.tokens import ALGORITHM
from dragoman.database.connections import NO_ACCOUNT, Database, Transaction, transaction
from dragoman.errors import Unavailable

PUBLISHED_BEFORE: Final = timedelta(hours=1)
# The longest lifetime any setting allows a token, and an hour for clocks that differ.
RETIRED_AFTER: Final = timedelta(days=1, hours=1)
_BITS: Final = 2048
_PURPOSE: Final = "token signing key"
_RELOAD_SECONDS: Final = 1.0  # unknown ids make us read the database at most this often


@dataclass(frozen=True, slots=True, kw_only=True)
class SigningKey:
    """One key, ready to use."""

    id: str
    created: datetime
    signs_from: datetime
    key: RSAKey = field(repr=False)

    def public_jwk(self) -> dict[str, Any]:
        """What is published of it (RFC 7517)."""
        public = self.key.as_dict(private=False)
        return {
            "kty": "RSA", "use": "sig", "alg": ALGORITHM, "kid": self.id, "n": public["n"], "e": public["e"]
        }  # fmt: skip


class OwnIssuers:
    """Our token keys and the addresses our processes issue under, as this process knows them.

    Another process may have made a key or taken an address since: what is unknown is looked up again.
    """

    def __init__(self, database: Database, keyring: Keyring) -> None:
        self._database = database
        self._keyring = keyring
        self._keys: dict[str, SigningKey] = {}
        self._issuers: frozenset[str] = frozenset()
        self._reading = asyncio.Lock()
        self._read_at = float("-inf")  # monotonic seconds

    @property
    def keys(self) -> tuple[SigningKey, ...]:
        """Every key whose tokens may be valid now or later, in the order in which they sign."""
        return tuple(self._keys.values())

    def signer(self, now: float) -> SigningKey:
        """The key that signs at that epoch second. Raises `Unavailable` when there is none."""
        keys = [key for key in self.keys if key.signs_from.timestamp() <= now] or list(self.keys[:1])
        if not keys:
            raise Unavailable("There is no key to sign tokens with. Try again in a few seconds.")
        return keys[-1]

    async def find_key(self, key_id: str) -> SigningKey | None:
        """The key with this id, looked up again when it is not known."""
        if key_id not in self._keys:
            await self._read_again()
        return self._keys.get(key_id)

    def has_key(self, key: SigningKey) -> bool:
        """Whether a key that was found before is still valid."""
        return self._keys.get(key.id) is key

    async def knows(self, issuer: str) -> bool:
        """Whether one of our processes issues under this address, looked up again when it is not known."""
        if issuer not in self._issuers:
            await self._read_again()
        return issuer in self._issuers

    async def read(self) -> None:
        """Read keys and addresses from the database."""
        started = time.monotonic()
        async with transaction(self._database, account=NO_ACCOUNT) as tx:
            stored = await key_store.list_signing_keys(tx)
            issuers = await key_store.list_issuers(tx)
        self._keys = {key.id: self._keys.get(key.id) or open_key(key, self._keyring) for key in stored}
        self._issuers = frozenset(issuers)
        self._read_at = started

    async def _read_again(self) -> None:
        asked_at = time.monotonic()
        async with self._reading:
            if self._read_at >= asked_at:
                return
            # Rather wait than refuse a good token of a process that has just started.
            await asyncio.sleep(max(0.0, self._read_at + _RELOAD_SECONDS - time.monotonic()))
            await self.read()


def open_key(stored: key_store.StoredKey, keyring: Keyring) -> SigningKey:
    """Unwrap a stored key. Raises `Misconfigured` when its master key is missing."""
    der = keyring.unwrap(stored.wrapped, purpose=_PURPOSE, context=stored.id)
    return SigningKey(
        id=stored.id, created=stored.created, signs_from=stored.signs_from, key=RSAKey.import_key(der)
    )


async def add_key(tx: Transaction, keyring: Keyring, *, signs_from: datetime) -> SigningKey:
    """Create and store a key that signs from `signs_from` on."""
    key = await asyncio.to_thread(RSAKey.generate_key, _BITS, None, True, False)
    key_id = secrets.token_urlsafe(12)
    wrapped = keyring.wrap(key.as_der(private=True), purpose=_PURPOSE, context=key_id)
    await key_store.insert_signing_key(tx, key_id=key_id, wrapped=wrapped, signs_from=signs_from)
    return SigningKey(id=key_id, created=tx.now, signs_from=signs_from, key=key)


async def maintain_keys(tx: Transaction, keyring: Keyring, *, lifetime: timedelta) -> None:
    """Make the first key, or the next one an hour before it is due; remove those that no live token needs."""
    await key_store.lock_signing_keys(tx)
    stored = await key_store.list_signing_keys(tx)
    if not stored:
        await add_key(tx, keyring, signs_from=tx.now)
        return
    if stored[-1].signs_from + lifetime <= tx.now + PUBLISHED_BEFORE:
        await add_key(tx, keyring, signs_from=tx.now + PUBLISHED_BEFORE)
    retired = _find_retired(stored, now=tx.now)
    if retired:
        await key_store.delete_signing_keys(tx, retired)


async def rotate_keys(tx: Transaction, keyring: Keyring, *, revoke: bool) -> SigningKey:
    """Make the next key now. With `revoke` it signs at once, and tokens of all older keys are refused."""
    await key_store.lock_signing_keys(tx)
    stored = await key_store.list_signing_keys(tx)
    if revoke:
        await key_store.delete_signing_keys(tx, [key.id for key in stored])
    signs_from = tx.now if revoke or not stored else tx.now + PUBLISHED_BEFORE
    return await add_key(tx, keyring, signs_from=signs_from)


def _find_retired(stored: Sequence[key_store.StoredKey], *, now: datetime) -> list[str]:
    """Find keys whose successor has signed for longer than any token is valid."""
    return [key.id for key, successor in pairwise(stored) if successor.signs_from + RETIRED_AFTER <= now]
