"""Write and parse date-times of the interface."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Final, overload

# RFC 3339, section 5.6. Of ISO 8601 also what clients of earlier versions send: no offset, no seconds, a
# decimal comma, an offset without colon or minutes.
_DATE_TIME: Final = re.compile(
    r"(?P<day>\d{4}-\d{2}-\d{2})[Tt ](?P<minute>([01]\d|2[0-3]):[0-5]\d)(:(?P<second>\d{2})([.,]\d+)?)?"
    r"(?P<offset>[Zz]|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)?",
    re.ASCII,
)
_LONGEST: Final = 64  # characters; fractions have any number of digits
_LEAP_SECOND: Final = "60"


@overload
def write_time(time: datetime) -> str: ...
@overload
def write_time(time: None) -> None: ...
@overload
def write_time(time: datetime | None) -> str | None: ...


def write_time(time: datetime | None) -> str | None:
    """Write a datetime as of RFC 3339, in UTC with `Z` and whole seconds; None stays None."""
    return None if time is None else _in_utc(time, "seconds")


def write_milliseconds(time: datetime) -> str:
    """Write a datetime as `write_time` does, with three digits of a second."""
    return _in_utc(time, "milliseconds")


def _in_utc(time: datetime, precision: str) -> str:
    # isoformat writes the year 26 as 0026; strftime leaves the zeros out
    return time.astimezone(UTC).isoformat(timespec=precision).replace("+00:00", "Z")


def parse_time(value: object) -> datetime | None:
    """Parse a date-time of RFC 3339 into UTC, without its fraction; None for anything else.

    Without an offset it is UTC (P5). A leap second is the second after it.
    """
    if not isinstance(value, str) or len(value) > _LONGEST:
        return None
    found = _DATE_TIME.fullmatch(value)
    if found is None:
        return None
    is_leap = found["second"] == _LEAP_SECOND and found["minute"].endswith(":59")
    second = "59" if is_leap else found["second"] or "00"
    offset = (found["offset"] or "Z").upper()
    try:
        time = datetime.fromisoformat(f"{found['day']}T{found['minute']}:{second}{offset}").astimezone(UTC)
        return time + timedelta(seconds=1) if is_leap else time
    except (ValueError, OverflowError):
        return None
