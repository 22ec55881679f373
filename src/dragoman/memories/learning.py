"""Add translations made by people to a memory, without an import."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from dragoman.database.connections import Database, transaction
from dragoman.memories import store
from dragoman.memories.model import MemoryUnit
from dragoman.memories.rows import UnitRow, write_row


async def learn_units(
    database: Database, units: Sequence[MemoryUnit], *, memory_id: int, account_id: int
) -> int:
    """Add units to a memory, or replace those of the same source and context. Returns how many changed.

    Nothing is added to a memory that is disabled, deleted or another account's.
    """
    rows = await asyncio.to_thread(_write_rows, units, memory_id)
    if not rows:
        return 0
    async with transaction(database, account=account_id) as tx:
        memory = await store.find_memory(tx, memory_id, hold=store.RowLock.UNITS)
        if memory is None or memory.disabled is not None or memory.account_id != account_id:
            return 0
        return len(await store.write_units(tx, rows, account_id=account_id, memory_id=memory_id))


def _write_rows(units: Sequence[MemoryUnit], memory_id: int) -> list[UnitRow]:
    """Make rows; of units with the same source and context, the last one is kept."""
    rows = [write_row(unit, memory_id=memory_id) for unit in units]
    return list({row.identity: row for row in rows}.values())
