"""The statements on units of one memory, for staff. Row-level security applies; searches call a function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import orjson
import sqlalchemy as sa

from dragoman.database.connections import Transaction
from dragoman.memories.duplicate_store import remove_ended
from dragoman.memories.model import Memory, StoredUnit
from dragoman.memories.rows import UnitRow, read_unit
from dragoman.memories.tables import MEMORY_UNITS
from dragoman.memories.units.model import EVERY_UNIT, UnitFilter

_SEARCH: Final = sa.text(
    "select * from search_memory_units(:account_id, :memory_id, :query, cast(:sources as text[]), "
    "cast(:targets as text[]), :after, :most)"
)

_SEARCH_IDS: Final = sa.text(
    "select id from search_memory_units(:account_id, :memory_id, :query, cast(:sources as text[]), "
    "cast(:targets as text[]), :after, :most)"
)

# What follows from the change of one unit.
_INDEX: Final = sa.text(
    """
    with counted as (
      insert into memory_counts (account_id, memory_id, source_language, target_language, units, changed)
      values (:account_id, :memory_id, :source_language, :target_language, 0, :changed)
    )
    select index_memory_words(:account_id, cast(:ids as bigint[]), cast(:words as text[])),
      record_duplicates(:account_id, cast(:ids as bigint[]), array[false]) as doubtful
    """
)

_DUPLICATES: Final = sa.text(
    """
    select u.* from memory_units u join (
      select hash from memory_duplicates
      where memory_id = :memory_id and hash > :after
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
    rows = await tx.connection.execute(_restrict(query, wanted).order_by(columns.id).limit(most))
    return [read_unit(row) for row in rows]


async def search_units(
    tx: Transaction, memory: Memory, *, query: str, after: int, most: int, wanted: UnitFilter = EVERY_UNIT
) -> list[StoredUnit]:
    """List units with ids greater than `after` that a `tsquery` literal finds, in the order of ids."""
    values = _search_values(memory, query=query, after=after, most=most, wanted=wanted)
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
    fields: dict[str, Any] = {
        "target": row.target,
        "origin": unit.origin,
        "status": unit.status,
        "properties": orjson.loads(orjson.dumps(dict(unit.properties))) if unit.properties else None,
        "changed": unit.changed,
        "changed_by": unit.changed_by,
        "version": MEMORY_UNITS.c.version + 1,
    }
    statement = sa.update(MEMORY_UNITS).where(MEMORY_UNITS.c.id == unit_id).values(fields)
    changed = (await tx.connection.execute(statement.returning(*MEMORY_UNITS.columns))).one()
    values = {
        "account_id": account_id,
        "memory_id": changed.memory_id,
        "source_language": changed.source_language,
        "target_language": changed.target_language,
        "changed": unit.changed,
        "ids": [unit_id],
        "words": [row.words],
    }
    indexed = (await tx.connection.execute(_INDEX, values)).one()
    await remove_ended(tx, changed.memory_id, indexed.doubtful)
    return read_unit(changed)


async def list_some_ids(
    tx: Transaction, memory: Memory, *, query: str | None, wanted: UnitFilter, most: int
) -> list[int]:
    """List the ids of units that a `tsquery` literal finds, or of all; at most so many."""
    if query is not None:
        values = _search_values(memory, query=query, after=0, most=most, wanted=wanted)
        return list((await tx.connection.scalars(_SEARCH_IDS, values)).all())
    columns = MEMORY_UNITS.c
    everything = sa.select(columns.id).where(columns.memory_id == memory.id)
    statement = _restrict(everything, wanted).order_by(columns.id).limit(most)
    return list((await tx.connection.scalars(statement)).all())


async def list_duplicates(
    tx: Transaction, memory_id: int, *, after: bytes, most: int
) -> list[tuple[bytes, StoredUnit]]:
    """List units of the next `most` sources with several targets, each with the hash of its source."""
    values = {"memory_id": memory_id, "after": after, "most": most}
    return [(bytes(row.hash), read_unit(row)) for row in await tx.connection.execute(_DUPLICATES, values)]


def _restrict(query: sa.Select[Any], wanted: UnitFilter) -> sa.Select[Any]:
    columns = MEMORY_UNITS.c
    if wanted.is_exact:
        return query.where(
            columns.source_language == wanted.source_language,
            columns.target_language == wanted.target_language,
        )
    for column, language in (
        (columns.source_language, wanted.source_language),
        (columns.target_language, wanted.target_language),
    ):
        if language is not None:
            query = query.where(sa.or_(*(column.ilike(pattern) for pattern in _patterns(language, wanted))))
    return query


def _search_values(
    memory: Memory, *, query: str, after: int, most: int, wanted: UnitFilter
) -> dict[str, Any]:
    source, target = wanted.source_language, wanted.target_language
    return {
        "account_id": memory.account_id,
        "memory_id": memory.id,
        "query": query,
        "sources": None if source is None else _patterns(source, wanted),
        "targets": None if target is None else _patterns(target, wanted),
        "after": after,
        "most": most,
    }


def _patterns(language: str, wanted: UnitFilter) -> Sequence[str]:
    return [language] if wanted.is_exact else [language, f"{language}-%"]
