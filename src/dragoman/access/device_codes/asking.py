"""A command line asks for a pair of codes (RFC 8628, 3.1), and codes that are over are removed."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from dragoman.access.brute_force import count_request
from dragoman.access.device_codes import codes, store
from dragoman.access.device_codes.model import (
    CLIENT_ID,
    INTERVAL,
    LIFETIME,
    DeviceRequestDraft,
    NewDeviceCode,
)
from dragoman.access.identity import Identity
from dragoman.database.connections import ALL_ACCOUNTS, Transaction, transaction
from dragoman.errors import Unavailable
from dragoman.telemetry import log

REMOVE_OLD_DEVICE_CODES: Final = "access.remove_old_device_codes"
MOST_ALIVE: Final = 10_000  # requests of the whole installation that wait or were decided about
_TRIES: Final = 3  # at a user code that no other request has
_KEPT: Final = timedelta(hours=1)  # after its end, so that a late poll learns that it expired


class TooManyDeviceCodes(Unavailable):
    """So many requests wait already that no further one is stored."""

    code = "TOO_MANY_DEVICE_CODES"


async def ask_for_codes(identity: Identity, draft: DeviceRequestDraft) -> NewDeviceCode:
    """Store a request, and give the codes of it, which are in the answer and nowhere else.

    Raises `TooManyAsked` (from this network address) and `TooManyDeviceCodes`.
    """
    await count_request(identity, kind=CLIENT_ID, address=draft.address)
    async with transaction(identity.database, account=ALL_ACCOUNTS) as tx:
        if await store.count_alive(tx) >= MOST_ALIVE:
            raise TooManyDeviceCodes("Too many people log in at this moment.", retry_after=60)
        made = await _insert(tx, identity, draft)
    log().info("device_code.asked")
    return made


async def remove_old_device_codes(tx: Transaction) -> None:
    """Delete the requests that have been over for an hour."""
    await store.delete_expired(tx, before=tx.now - _KEPT)


async def _insert(tx: Transaction, identity: Identity, draft: DeviceRequestDraft) -> NewDeviceCode:
    for _ in range(_TRIES):
        made = NewDeviceCode(device_code=codes.new_device_code(), user_code=codes.new_user_code())
        stored = await store.insert_request(
            tx,
            device_code_hash=codes.hash_device_code(made.device_code),
            user_code_hash=codes.hash_user_code(identity.keyring, made.user_code),
            scopes=sorted(draft.scopes),
            device_name=codes.clean_device_name(draft.device_name),
            address=draft.address,
            expires=tx.now + LIFETIME,
            interval=INTERVAL,
        )
        if stored is not None:
            return made
    raise TooManyDeviceCodes("No code is free at this moment.", retry_after=1)
