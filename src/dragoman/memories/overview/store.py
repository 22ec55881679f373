"""The statements on counts of units, and on memories with their accounts. Row-level security applies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa

from dragoman.database.connections import Transaction
from dragoman.memories.model import Memory
from dragoman.memories.overview.model import DirectionCount, MemoryContents, MemoryOrder, MemoryQuery
from dragoman.memories.tables import MEMORIES, MEMORY_COUNTS

# Rows of the members of current versions of the accounts' sets.
_SETS: Final = sa.text(
    """
    select cast(m ->> 'memory' as integer) as memory_id, count(*) as sets
    from memory_sets s
    join memory_set_versions v on v.set_id = s.id and v.version = s.version
    cross join jsonb_array_elements(v.members) m
    where s.account_id = any(cast(:accounts as integer[]))
      and cast(m ->> 'memory' as integer) = any(cast(:memories as integer[]))
    group by 1
    """
)

# Rows that are added meanwhile are neither read nor deleted.
_COMPACT: Final = sa.text(
    """
    with gone as (
      delete from memory_counts
      where memory_id in (
        select memory_id from memory_counts
        where cast(:memory_id as integer) is null or memory_id = :memory_id
        group by memory_id having count(*) > count(distinct (source_language, target_language))
      )
      returning account_id, memory_id, source_language, target_language, units, changed
    )
    insert into memory_counts (account_id, memory_id, source_language, target_language, units, changed)
    select account_id, memory_id, source_language, target_language, sum(units), max(changed)
    from gone group by account_id, memory_id, source_language, target_language
    """
)


async def list_memories(
    tx: Transaction, wanted: MemoryQuery, *, found_accounts: Sequence[int], limit: int, offset: int
) -> Sequence[Memory]:
    """List memories; `found_accounts` are those whose names the search finds."""
    columns = MEMORIES.c
    query = sa.select(MEMORIES).where(columns.deleted.is_(None))
    if wanted.account_id is not None:
        query = query.where(columns.account_id == wanted.account_id)
    if wanted.search:
        query = query.where(
            sa.or_(
                columns.name.icontains(wanted.search, autoescape=True),
                columns.account_id.in_(found_accounts),
            )
        )
    query = query.order_by(*_order(wanted)).limit(limit).offset(offset)
    return [_memory(row) for row in await tx.connection.execute(query)]


def _order(wanted: MemoryQuery) -> Sequence[sa.ColumnElement[Any]]:
    name, id_ = sa.func.lower(MEMORIES.c.name), MEMORIES.c.id
    if wanted.order is MemoryOrder.UNITS:
        units = sa.select(sa.func.sum(MEMORY_COUNTS.c.units)).where(MEMORY_COUNTS.c.memory_id == id_)
        keys: list[sa.ColumnElement[Any]] = [sa.func.coalesce(units.scalar_subquery(), 0), name, id_]
    elif wanted.order is MemoryOrder.CREATED:
        keys = [MEMORIES.c.created, id_]
    else:
        keys = [name, id_]
    return [key.desc() if wanted.descending else key for key in keys]


async def read_contents(tx: Transaction, memory_ids: Sequence[int]) -> dict[int, MemoryContents]:
    """Read what memories contain; those that never had a unit are left out."""
    columns = MEMORY_COUNTS.c
    query = (
        sa.select(
            columns.memory_id,
            columns.source_language,
            columns.target_language,
            sa.func.sum(columns.units).label("units"),
            sa.func.max(columns.changed).label("changed"),
        )
        .where(columns.memory_id.in_(memory_ids))
        .group_by(columns.memory_id, columns.source_language, columns.target_language)
    )
    directions: dict[int, list[DirectionCount]] = defaultdict(list)
    changed: dict[int, datetime] = {}
    for row in await tx.connection.execute(query):
        changed[row.memory_id] = max(changed.get(row.memory_id, row.changed), row.changed)
        if row.units > 0:
            directions[row.memory_id].append(
                DirectionCount(
                    source_language=row.source_language,
                    target_language=row.target_language,
                    units=int(row.units),
                )
            )
    return {
        memory_id: MemoryContents(
            directions=sorted(
                directions[memory_id], key=lambda one: (-one.units, one.source_language, one.target_language)
            ),
            changed=changed_at,
        )
        for memory_id, changed_at in changed.items()
    }


async def count_sets(tx: Transaction, memories: Sequence[Memory]) -> dict[int, int]:
    """Count the sets whose current version has a memory; those in none are left out."""
    values = {
        "accounts": sorted({one.account_id for one in memories}),
        "memories": [one.id for one in memories],
    }
    return {row.memory_id: row.sets for row in await tx.connection.execute(_SETS, values)}


async def compact_counts(tx: Transaction, *, memory_id: int | None = None) -> None:
    """Merge the rows that writers have added, of one memory or all that the transaction sees."""
    await tx.connection.execute(_COMPACT, {"memory_id": memory_id})


def _memory(row: sa.Row[Any]) -> Memory:
    return Memory(
        id=row.id,
        account_id=row.account_id,
        name=row.name,
        primary=row.primary,
        use_for_translation=row.use_for_translation,
        created=row.created,
        disabled=row.disabled,
    )
