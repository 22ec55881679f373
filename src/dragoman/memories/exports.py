"""Export a memory as TMX while it is sent: a page of units at a time, in constant memory.

Each page has its own transaction, so that a long download holds no locks. Changes made during the download
may be in the file or not.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from dragoman.database.connections import Database, Transaction, transaction
from dragoman.database.streaming import ReadPage, write_rows
from dragoman.memories.model import Memory, StoredUnit
from dragoman.memories.tmx import write_tmx
from dragoman.memories.units.model import EVERY_UNIT, UnitFilter
from dragoman.memories.units.store import list_units

_UNITS_AT_ONCE: Final = 500


def export_memory(
    database: Database, memory: Memory, *, wanted: UnitFilter = EVERY_UNIT
) -> AsyncIterator[bytes]:
    """Write the file in pieces. Units are in the order of their ids."""

    async def read(last: StoredUnit | None) -> list[StoredUnit]:
        async with transaction(database, account=memory.account_id) as tx:
            return await _read_page(tx, memory, last, wanted)

    return _write(memory, read)


def export_within(
    tx: Transaction, memory: Memory, *, wanted: UnitFilter = EVERY_UNIT
) -> AsyncIterator[bytes]:
    """As `export_memory`, all in the caller's transaction."""

    async def read(last: StoredUnit | None) -> list[StoredUnit]:
        return await _read_page(tx, memory, last, wanted)

    return _write(memory, read)


async def _read_page(
    tx: Transaction, memory: Memory, last: StoredUnit | None, wanted: UnitFilter
) -> list[StoredUnit]:
    after = last.id if last is not None else 0
    return await list_units(tx, memory.id, after=after, most=_UNITS_AT_ONCE, wanted=wanted)


def _write(memory: Memory, read: ReadPage[StoredUnit]) -> AsyncIterator[bytes]:
    return write_rows(read, lambda units: write_tmx(units(), name=memory.name, created=memory.created))
