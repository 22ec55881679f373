"""Dates and times as the wire writes them."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime
from typing import Final

_DAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_RFC_3339: Final = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)?")


def http_date(seconds: float) -> str:
    """A time as HTTP writes it (RFC 9110 5.6.7); `time.strftime` would follow the locale."""
    at = time.gmtime(seconds)
    clock = f"{at.tm_hour:02}:{at.tm_min:02}:{at.tm_sec:02}"
    return f"{_DAYS[at.tm_wday]}, {at.tm_mday:02} {_MONTHS[at.tm_mon - 1]} {at.tm_year} {clock} GMT"


def stamp(seconds: float | None = None) -> str:
    """A time as the interface writes it: UTC, whole seconds, Z."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def today() -> str:
    """The day in UTC."""
    return time.strftime("%Y-%m-%d", time.gmtime())


def parse_time(text: str) -> float | None:
    """The seconds of an RFC 3339 time; without an offset it is UTC. None where the text is something else."""
    if _RFC_3339.fullmatch(text) is None:
        return None
    try:
        at = datetime.fromisoformat(text.upper())
    except ValueError:
        return None
    return (at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp()
