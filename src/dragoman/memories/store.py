"""The statements on memories, and those that write units.

`lookup_statements` has the statements of look-ups, `units.store` those for staff.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from dragoman.database.connections import Transaction
from dragoman.memories.columns import UnitColumns, write_columns
from dragoman.memories.duplicate_store import remove_ended
from dragoman.memories.locks import call_lock_units, lock_units
from dragoman.memories.model import Memory
from dragoman.memories.rows import UnitRow
from dragoman.memories.tables import MEMORIES, MEMORY_COUNTS, MEMORY_DUPLICATES, MEMORY_UNITS


class WrittenUnit(NamedTuple):
    """The result of writing a unit."""

    id: int
    added: bool  # False: it replaced an older unit


class WrittenColumns(NamedTuple):
    """The result of writing many units: an element for each, null for one that did not change."""

    ids: str  # a literal of an array
    are_added: str  # likewise, of booleans
    written: int  # units that were added or replaced
    added: int


NOTHING_WRITTEN: Final = WrittenColumns("{}", "{}", 0, 0)

# Gives one row (`WrittenColumns`).
_WRITE: Final = sa.text(
    """
    with written as (
      insert into memory_units as u (
        account_id, memory_id, source_language, target_language, hash, identity, source, target,
        previous, next, document, key, origin, status, created, created_by, changed, changed_by, properties,
        used, last_used, import_id
      )
      select :account_id, :memory_id, source_language, target_language, hash, identity, source, target,
        previous, next, document, key, origin, status,
        -- A date in the future would refuse every change until then.
        least(coalesce(created, changed, :now), :now), created_by,
        least(coalesce(changed, created, :now), :now), changed_by, properties, used, last_used, :import_id
      from unnest(
        cast(:source_language as text[]), cast(:target_language as text[]), cast(:hash as bytea[]),
        cast(:identity as bytea[]), cast(:source as text[]), cast(:target as text[]),
        cast(:previous as text[]), cast(:next as text[]), cast(:document as text[]), cast(:key as text[]),
        cast(:origin as text[]), cast(:status as text[]), cast(:created as timestamptz[]),
        cast(:created_by as text[]), cast(:changed as timestamptz[]), cast(:changed_by as text[]),
        cast(:properties as jsonb[]), cast(:used as bigint[]), cast(:last_used as timestamptz[])
      ) as n (
        source_language, target_language, hash, identity, source, target, previous, next, document, key,
        origin, status, created, created_by, changed, changed_by, properties, used, last_used
      )
      on conflict (memory_id, identity) do update set
        source = excluded.source, target = excluded.target, origin = excluded.origin,
        status = excluded.status, changed = excluded.changed, changed_by = excluded.changed_by,
        properties = excluded.properties, used = greatest(u.used, excluded.used),
        last_used = greatest(u.last_used, excluded.last_used),
        version = u.version + case when u.import_id = excluded.import_id then 0 else 1 end
      where excluded.changed >= u.changed and (
        excluded.source, excluded.target, excluded.origin, excluded.status, excluded.properties
      ) is distinct from (u.source, u.target, u.origin, u.status, u.properties)
      returning id, identity, xmax = 0 as added, source_language, target_language
    ), counted as (
      insert into memory_counts (account_id, memory_id, source_language, target_language, units, changed)
      select :account_id, :memory_id, source_language, target_language, count(*) filter (where added), :now
      from written group by source_language, target_language
    )
    select cast(array_agg(w.id order by n.place) as text), cast(array_agg(w.added order by n.place) as text),
      count(w.id), count(*) filter (where w.added)
    from unnest(cast(:identity as bytea[])) with ordinality as n (identity, place)
    left join written w on w.identity = n.identity
    """
)

# Units by their ids, or those of them that an import added and that were not changed since. Also gives the
# hashes among theirs that are on the record of duplicates.
_DELETE: Final = sa.text(
    """
    with gone as (
      delete from memory_units
      where id = any(cast(:ids as bigint[]))
        and (cast(:import_id as integer) is null or (import_id = :import_id and version = 1))
      returning account_id, memory_id, source_language, target_language, hash
    ), counted as (
      insert into memory_counts (account_id, memory_id, source_language, target_language, units, changed)
      select account_id, memory_id, source_language, target_language, -count(*), :now
      from gone group by account_id, memory_id, source_language, target_language
    )
    select count(*), array(select distinct hash from gone join memory_duplicates using (memory_id, hash))
    from gone
    """
)

_INDEX: Final = sa.text(
    "select index_placed_units(:account_id, cast(:ids as bigint[]), "
    "cast(:signature as text[]), cast(:shingles as text[]), "
    "cast(:words as text[])), "
    "record_duplicates(:account_id, cast(:ids as bigint[]), cast(:are_added as boolean[])) as doubtful"
)


async def insert_memory(
    tx: Transaction, *, account_id: int, name: str, primary: bool, use_for_translation: bool
) -> Memory:
    """Store a new memory."""
    row = await tx.connection.execute(
        sa.insert(MEMORIES)
        .values(
            account_id=account_id,
            name=name,
            primary=primary,
            use_for_translation=use_for_translation,
            created=tx.now,
        )
        .returning(*MEMORIES.columns)
    )
    return _memory(row.one())


class RowLock(enum.Enum):
    """What other transactions may not do with a memory until this one ends."""

    NOTHING = enum.auto()
    NO_CHANGE = enum.auto()  # change or delete it
    UNITS = enum.auto()  # the same, and write, change or delete its units: see `locks`
    ALONE = enum.auto()  # anything


async def find_memory(tx: Transaction, memory_id: int, *, hold: RowLock = RowLock.NOTHING) -> Memory | None:
    """Find a memory that is not deleted."""
    query = sa.select(MEMORIES).where(MEMORIES.c.id == memory_id, MEMORIES.c.deleted.is_(None))
    if hold is not RowLock.NOTHING:
        query = query.with_for_update(read=hold is not RowLock.ALONE, key_share=hold is RowLock.ALONE)
    if hold is RowLock.UNITS:
        query = query.add_columns(call_lock_units(MEMORIES.c.id))
    row = (await tx.connection.execute(query)).one_or_none()
    return None if row is None else _memory(row)


async def find_primary(tx: Transaction, *, account_id: int) -> Memory | None:
    """Find the account's primary memory."""
    query = sa.select(MEMORIES).where(MEMORIES.c.account_id == account_id, MEMORIES.c.primary)
    row = (await tx.connection.execute(query.where(MEMORIES.c.deleted.is_(None)))).one_or_none()
    return None if row is None else _memory(row)


async def find_named(tx: Transaction, *, account_id: int, name: str) -> Memory | None:
    """Find the account's memory of this name."""
    query = sa.select(MEMORIES).where(
        MEMORIES.c.account_id == account_id, MEMORIES.c.name == name, MEMORIES.c.deleted.is_(None)
    )
    row = (await tx.connection.execute(query)).one_or_none()
    return None if row is None else _memory(row)


async def list_memories(
    tx: Transaction, *, account_id: int | None, limit: int, offset: int
) -> Sequence[Memory]:
    """List the memories that this transaction sees, of one account or all, oldest first."""
    query = sa.select(MEMORIES).where(MEMORIES.c.deleted.is_(None)).order_by(MEMORIES.c.id)
    if account_id is not None:
        query = query.where(MEMORIES.c.account_id == account_id)
    return [_memory(row) for row in await tx.connection.execute(query.limit(limit).offset(offset))]


async def list_among(tx: Transaction, memory_ids: Sequence[int], *, account_id: int) -> dict[int, Memory]:
    """Find those of the memories that belong to the account, by their ids."""
    query = sa.select(MEMORIES).where(
        MEMORIES.c.id.in_(memory_ids), MEMORIES.c.account_id == account_id, MEMORIES.c.deleted.is_(None)
    )
    return {row.id: _memory(row) for row in await tx.connection.execute(query)}


async def count_memories(tx: Transaction, *, account_id: int) -> int:
    """Count an account's memories."""
    query = sa.select(sa.func.count()).where(
        MEMORIES.c.account_id == account_id, MEMORIES.c.deleted.is_(None)
    )
    return int(await tx.connection.scalar(query) or 0)


async def update_memory(tx: Transaction, memory_id: int, **values: Any) -> Memory:
    """Change a memory that the transaction holds."""
    statement = sa.update(MEMORIES).where(MEMORIES.c.id == memory_id).values(**values)
    return _memory((await tx.connection.execute(statement.returning(*MEMORIES.columns))).one())


async def resign_primary(tx: Transaction, *, account_id: int) -> None:
    """Make the account's primary memory an ordinary one, so that another one can become primary."""
    await tx.connection.execute(
        sa.update(MEMORIES)
        .where(MEMORIES.c.account_id == account_id, MEMORIES.c.primary)
        .values(primary=False)
    )


async def delete_some_units(
    tx: Transaction, memory_id: int, *, after: int, most: int, import_id: int | None = None
) -> tuple[int, int | None]:
    """Delete a part of a memory's units by ascending ids. Returns how many, and the last id examined.

    With `import_id`, deletes only units that this import added and that were not changed since. The last id
    is None when there are no more units.
    """
    part = (
        sa.select(MEMORY_UNITS.c.id)
        .where(MEMORY_UNITS.c.memory_id == memory_id, MEMORY_UNITS.c.id > after)
        .order_by(MEMORY_UNITS.c.id)
        .limit(most)
    )
    ids = list((await tx.connection.scalars(part)).all())
    if not ids:
        return 0, None
    await lock_units(tx, memory_id)  # not if there are none: see there
    return await delete_units(tx, memory_id, ids, import_id=import_id), ids[-1]


async def delete_units(
    tx: Transaction, memory_id: int, ids: Sequence[int], *, import_id: int | None = None
) -> int:
    """Delete units of a memory whose units the transaction has locked (`locks`), with their index entries.

    With `import_id`, as `delete_some_units` does. Returns how many.
    """
    values = {"ids": list(ids), "import_id": import_id, "now": tx.now}
    deleted, doubtful = (await tx.connection.execute(_DELETE, values)).one()
    await remove_ended(tx, memory_id, doubtful)
    return int(deleted)


async def remove_memory(tx: Transaction, memory_id: int) -> None:
    """Remove the row of a deleted memory that has no units any more."""
    for table in (MEMORY_COUNTS, MEMORY_DUPLICATES):
        await tx.connection.execute(sa.delete(table).where(table.c.memory_id == memory_id))
    await tx.connection.execute(
        sa.delete(MEMORIES).where(MEMORIES.c.id == memory_id, MEMORIES.c.deleted.is_not(None))
    )


async def write_units(
    tx: Transaction,
    rows: Sequence[UnitRow],
    *,
    account_id: int,
    memory_id: int,
) -> list[WrittenUnit]:
    """Write units as `write_unit_columns` does. Returns those that were written."""
    if not rows:
        return []
    many = await write_unit_columns(tx, write_columns(rows), account_id=account_id, memory_id=memory_id)
    made = zip(many.ids[1:-1].split(","), many.are_added[1:-1].split(","), strict=True)
    return [WrittenUnit(int(one), added == "t") for one, added in made if one != "NULL"]


async def write_unit_columns(
    tx: Transaction,
    columns: UnitColumns,
    *,
    account_id: int,
    memory_id: int,
    import_id: int | None = None,
) -> WrittenColumns:
    """Add units, or replace those with the same source and context that are not newer and differ.

    No two units may have the same identity. Added units are stored with `import_id`. The ids returned are in
    the order of the columns. The transaction has locked the memory's units (`locks`).
    """
    of_all = {"account_id": account_id, "memory_id": memory_id, "now": tx.now, "import_id": import_id}
    written = WrittenColumns(*(await tx.connection.execute(_WRITE, {**columns.literals, **of_all})).one())
    if written.written:
        found_by = {name: columns.literals[name] for name in ("signature", "shingles", "words")}
        values = {"account_id": account_id, "ids": written.ids, "are_added": written.are_added, **found_by}
        indexed = (await tx.connection.execute(_INDEX, values)).one()
        await remove_ended(tx, memory_id, indexed.doubtful)
    return written


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
