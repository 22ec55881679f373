"""Moments as the interface writes them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import overload


@overload
def write_time(moment: datetime) -> str: ...
@overload
def write_time(moment: None) -> None: ...
@overload
def write_time(moment: datetime | None) -> str | None: ...


def write_time(moment: datetime | None) -> str | None:
    """ISO 8601, UTC with `Z`, whole seconds; None for none."""
    return None if moment is None else moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
