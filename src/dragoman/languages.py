"""Language codes: BCP 47 in canonical spelling, and RFC 4647 look-up that never crosses scripts."""

from __future__ import annotations

import functools
import re

import langcodes

_WELL_FORMED = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*\Z")


def is_well_formed(code: str) -> bool:
    """Whether a text has the shape of a BCP 47 tag of 2 to 25 characters (T3)."""
    return 2 <= len(code) <= 25 and _WELL_FORMED.match(code) is not None
