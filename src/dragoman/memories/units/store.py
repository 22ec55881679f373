"""The statements on units of one memory, for staff. Row-level security applies; searches call a function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import orjson
import sqlalchemy as sa

from dragoman.database.connections import Transaction
from dragoman.memories.model import Memory, StoredUnit
from dragoman.memories.rows import UnitRow, read_unit
from dragoman.memories.tables import MEMORY_UNITS
from dragoman.memories.units.model import EVERY_UNIT, UnitFilter

_SEARCH: Final = sa.text(
    "select * from search_memory_units(:account_id, :memory_id, :query, cast(:sources as text[]), "
    "cast(:targets as text[]), :after, :most)"
)

_INDEX_WORDS: Final = sa.text(
    "select index_memory_words(:account_id, cast(:ids as bigint[]), cast(:words as text[]))"
)

_DUPLICATES: Final = sa.text(
    """
    select u.* from memory_units u join (
      select hash from memory_units
      where memory_id = :memory_id and hash > :after
      group by hash having count(distinct target) > 1
      order by hash limit :most
    ) d on d.hash = u.hash
    where u.memory_id = :memory_id
    order by u.hash, u.id
    """
)


async def list_units(
    tx: Transaction, memory_id: int, *, after: int, most: int, wanted: UnitFilter = EVERY_UNIT
) -> list[StoredUnit]:
    """List units with ids greater than `after`, in the order of ids."""
    columns = MEMORY_UNITS.c
    query = sa.select(MEMORY_UNITS).where(columns.memory_id == memory_id, columns.id > after)
    for column, language in (
        (columns.source_language, wanted.source_language),
        (columns.target_language, wanted.target_language),
    ):
        if language is not None:
            query = query.where(sa.or_(*(column.ilike(pattern) for pattern in _patterns(language) or ())))
    rows = await tx.connection.execute(query.order_by(columns.id).limit(most))
    return [read_unit(row) for row in rows]


async def search_units(
    tx: Transaction, memory: Memory, *, query: str, after: int, most: int, wanted: UnitFilter = EVERY_UNIT
) -> list[StoredUnit]:
    """List units with ids greater than `after` that a `tsquery` literal finds, in the order of ids."""
    values = {
        "account_id": memory.account_id,
        "memory_id": memory.id,
        "query": query,
        "sources": _patterns(wanted.source_language),
        "targets": _patterns(wanted.target_language),
        "after": after,
        "most": most,
    }
    return [read_unit(row) for row in await tx.connection.execute(_SEARCH, values)]


async def find_unit(
    tx: Transaction, memory_id: int, unit_id: int, *, hold: bool = False
) -> StoredUnit | None:
    """Find a unit of the memory; `hold` locks it until the transaction ends."""
    query = sa.select(MEMORY_UNITS).where(MEMORY_UNITS.c.memory_id == memory_id, MEMORY_UNITS.c.id == unit_id)
    row = (await tx.connection.execute(query.with_for_update() if hold else query)).one_or_none()
    return None if row is None else read_unit(row)


async def find_identical(tx: Transaction, memory_id: int, *, identity: bytes) -> StoredUnit | None:
    """Find the unit with this identity: its languages, source and context."""
    query = sa.select(MEMORY_UNITS).where(
        MEMORY_UNITS.c.memory_id == memory_id, MEMORY_UNITS.c.identity == identity
    )
    row = (await tx.connection.execute(query)).one_or_none()
    return None if row is None else read_unit(row)


async def update_unit(tx: Transaction, unit_id: int, *, row: UnitRow, account_id: int) -> StoredUnit:
    """Write a changed unit that the transaction holds; its source cannot change."""
    unit = row.unit
    values: dict[str, Any] = {
        "target": row.target,
        "origin": unit.origin,
        "status": unit.status,
        "properties": orjson.loads(orjson.dumps(dict(unit.properties))) if unit.properties else None,
        "changed": unit.changed,
        "changed_by": unit.changed_by,
        "version": MEMORY_UNITS.c.version + 1,
    }
    statement = sa.update(MEMORY_UNITS).where(MEMORY_UNITS.c.id == unit_id).values(values)
    changed = (await tx.connection.execute(statement.returning(*MEMORY_UNITS.columns))).one()
    await tx.connection.execute(
        _INDEX_WORDS, {"account_id": account_id, "ids": [unit_id], "words": [row.words]}
    )
    return read_unit(changed)


async def delete_unit(tx: Transaction, unit_id: int) -> None:
    """Delete a unit with its index entries."""
    await tx.connection.execute(sa.delete(MEMORY_UNITS).where(MEMORY_UNITS.c.id == unit_id))


async def list_duplicates(
    tx: Transaction, memory_id: int, *, after: bytes, most: int
) -> list[tuple[bytes, StoredUnit]]:
    """List units of the next `most` sources with several targets, each with the hash of its source."""
    values = {"memory_id": memory_id, "after": after, "most": most}
    return [(bytes(row.hash), read_unit(row)) for row in await tx.connection.execute(_DUPLICATES, values)]


def _patterns(language: str | None) -> Sequence[str] | None:
    return None if language is None else [language, f"{language}-%"]
