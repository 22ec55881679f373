"""Who of the staff may change what of a service: prices are for admins."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from dragoman.access.model import StaffRole

PRICE_FIELDS: Final = frozenset({"currency", "price_per_word", "weights"})


def role_to_change(fields: Set[str]) -> StaffRole:
    """The role that changing these fields of a service needs."""
    return StaffRole.ADMIN if fields & PRICE_FIELDS else StaffRole.MANAGER
