"""The header `Retry-After` (RFC 9110 10.2.3)."""

from __future__ import annotations

import math
import time


def parse_retry_after(value: str | None) -> float | None:
    """Seconds from now; the header has seconds or a date. None where it is missing or cannot be read."""
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            from email.utils import parsedate_to_datetime  # noqa: PLC0415 - seldom needed

            seconds = parsedate_to_datetime(value).timestamp() - time.time()
        except ValueError:
            return None
    return max(0.0, seconds) if math.isfinite(seconds) else None
