"""Locks of a transaction by name, for what has no row that could be locked."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from dragoman.database.connections import Transaction

_LOCK: Final = sa.text("select pg_advisory_xact_lock(hashtext(:name))")


async def lock_name(tx: Transaction, name: str) -> None:
    """Keep other transactions from locking the same name until this one ends; wait for those that hold it."""
    await tx.connection.execute(_LOCK, {"name": name})
