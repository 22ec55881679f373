"""The lock on a memory's units. Locks on the row of a memory are in `store`.

Whatever writes, changes or deletes units takes it before it locks a unit. So nothing misses what another
transaction writes (`duplicate_store` relies on it), and no two of them deadlock. Counts of usage are an
exception: they change neither source nor target, and give up after half a second.

Actions of staff and learning take it with the row of the memory (`RowLock.UNITS`), imports after the rows of
the memory and of the import, undoing one after the row of the import. What holds it waits for no row of an
import, and for that of a memory only while it takes both; what changes or deletes a memory does not take it.
So the removal of a memory takes it only where units are left: where none are, it waits for imports. No
transaction writes into several memories; one that did would have to lock them in the order of their ids.
"""

from __future__ import annotations

from typing import Any, Final

import sqlalchemy as sa

from dragoman.database.connections import Transaction

_MEMORY_LOCKS: Final = 1_835_363_693  # the class of advisory locks of memories
_LOCK_MEMORY: Final = sa.text("select pg_advisory_xact_lock(:class, :memory_id)")


async def lock_units(tx: Transaction, memory_id: int) -> None:
    """Wait for others that write, change or delete units of the memory; keep them waiting until the end."""
    await tx.connection.execute(_LOCK_MEMORY, {"class": _MEMORY_LOCKS, "memory_id": memory_id})


def call_lock_units(memory_id: sa.ColumnElement[int]) -> sa.ColumnElement[Any]:
    """Do the same as a column of a query that finds the memory."""
    return sa.func.pg_advisory_xact_lock(_MEMORY_LOCKS, memory_id).label("locked")
