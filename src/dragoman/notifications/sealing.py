"""Encrypt the customer data of notifications for the database: address, body and response.

Deleted rows stay readable in a database's files and in its log; these cannot be read without the master key.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from typing import Final
from uuid import UUID

import orjson

from dragoman.access.keyring import Keyring

_PURPOSE: Final = "notification"
_RECEIVER: Final = "notification receiver"
_RECEIVER_BYTES: Final = 16


def seal_url(keyring: Keyring, notification_id: UUID, url: str) -> bytes:
    """The address a notification goes to; its query may hold secrets."""
    return keyring.wrap(url.encode("ascii"), purpose=_PURPOSE, context=f"{notification_id}/url")


def unseal_url(keyring: Keyring, notification_id: UUID, sealed: bytes) -> str:
    """Undo `seal_url`. Raises `Misconfigured` when the master key is not there; so do the others."""
    return keyring.unwrap(sealed, purpose=_PURPOSE, context=f"{notification_id}/url").decode("ascii")


def seal_body(keyring: Keyring, notification_id: UUID, body: bytes) -> bytes:
    """Encrypt the body of a notification."""
    return keyring.wrap(body, purpose=_PURPOSE, context=f"{notification_id}/body")


def unseal_body(keyring: Keyring, notification_id: UUID, sealed: bytes) -> bytes:
    """Undo `seal_body`."""
    return keyring.unwrap(sealed, purpose=_PURPOSE, context=f"{notification_id}/body")


def seal_response(keyring: Keyring, notification_id: UUID, response: str) -> bytes | None:
    """The start of an answer, which may repeat what was sent; None for an empty one."""
    if not response:
        return None
    return keyring.wrap(response.encode(), purpose=_PURPOSE, context=f"{notification_id}/response")


def unseal_response(keyring: Keyring, notification_id: UUID, sealed: bytes | None) -> str | None:
    """Undo `seal_response`."""
    if sealed is None:
        return None
    return keyring.unwrap(sealed, purpose=_PURPOSE, context=f"{notification_id}/response").decode()


def seal_headers(keyring: Keyring, notification_id: UUID, headers: Mapping[str, str]) -> bytes | None:
    """The headers of a try; None for none. Their signature would confirm guesses of a body."""
    if not headers:
        return None
    return keyring.wrap(orjson.dumps(dict(headers)), purpose=_PURPOSE, context=f"{notification_id}/headers")


def unseal_headers(keyring: Keyring, notification_id: UUID, sealed: bytes | None) -> dict[str, str] | None:
    """Undo `seal_headers`."""
    if sealed is None:
        return None
    found: dict[str, str] = orjson.loads(
        keyring.unwrap(sealed, purpose=_PURPOSE, context=f"{notification_id}/headers")
    )
    return found


def name_receiver(keyring: Keyring, origin: str) -> bytes:
    """An identifier of a receiver that does not reveal its address."""
    key = keyring.derive(keyring.current_id, _RECEIVER)
    return hmac.digest(key, origin.encode(), hashlib.sha256)[:_RECEIVER_BYTES]
