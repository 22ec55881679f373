"""Ids of dialects: our numbers in the form of UUIDs, as other services have them, and back.

A client may also send the number itself, as the dashboard and our own interface show it.
"""

from __future__ import annotations

import enum
import re
from typing import Final
from uuid import UUID

from dragoman.http.fields import LARGEST_ID

# Version 8, whose bits have no meaning of their own (RFC 9562).
_FORM: Final = re.compile(r"d7a60000-000([0-9])-8000-8000-0000([0-9a-f]{8})", re.ASCII | re.IGNORECASE)
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,9}", re.ASCII)


class IdKind(enum.IntEnum):
    """The things that a dialect names by an id. The numbers are part of ids that clients keep."""

    TERM_BASE = 1
    MEMORY = 2
    STYLE_GUIDE = 3


def write_id(kind: IdKind, number: int) -> str:
    """The id of a thing."""
    return str(UUID(f"d7a60000-000{kind.value}-8000-8000-0000{number:08x}"))


def parse_id(kind: IdKind, text: str) -> int | None:
    """The number of an id of this kind; None for what cannot be one."""
    if _NUMBER.fullmatch(text):
        number = int(text)
    else:
        found = _FORM.fullmatch(text)
        if found is None or int(found[1]) != kind:
            return None
        number = int(found[2], 16)
    return number if 1 <= number <= LARGEST_ID else None
