"""Cursors: a place in an account's events as clients keep it, opaque to them. Pure.

Bound to the account, because in another one the same place is between other events; with a checksum, so that
one that was cut or mistyped is refused and does not skip anything.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import struct
from typing import Final

_FORM: Final = struct.Struct(">BIQ")  # version, account, position
_VERSION: Final = 1
_CHECK_BYTES: Final = 5
_SHAPE: Final = re.compile(r"[A-Za-z0-9_-]{24}", re.ASCII)


def write_cursor(*, account_id: int, position: int) -> str:
    """The cursor behind a position: 24 characters of base64url."""
    place = _FORM.pack(_VERSION, account_id, position)
    return base64.urlsafe_b64encode(place + _check(place)).decode("ascii")


def parse_cursor(text: str, *, account_id: int) -> int | None:
    """The position of a cursor; None for what is no cursor of this account."""
    if not _SHAPE.fullmatch(text):
        return None
    try:
        raw = base64.urlsafe_b64decode(text)
    except binascii.Error:
        return None
    place, check = raw[: _FORM.size], raw[_FORM.size :]
    version, account, position = _FORM.unpack(place)
    if check != _check(place) or version != _VERSION or account != account_id:
        return None
    return int(position)


def _check(place: bytes) -> bytes:
    return hashlib.blake2s(place, digest_size=_CHECK_BYTES, person=b"events").digest()
