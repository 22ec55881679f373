"""The statements on term bases and their versions.

A transaction that changes concepts locks the row of their term base, so that versions follow one another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from datetime import datetime
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.database.connections import Database, Transaction, fetch_rows
from dragoman.termbases.bases import BaseVersion, TermBase, TermBaseOrder, TermBaseQuery
from dragoman.termbases.model import Pin
from dragoman.termbases.tables import TERM_BASE_VERSIONS, TERM_BASES

_Value = TypeVar("_Value", TermBase, BaseVersion)


async def insert_base(tx: Transaction, *, account_id: int, name: str, use_for_translation: bool) -> TermBase:
    """Store a new, empty term base."""
    query = (
        sa.insert(TERM_BASES)
        .values(account_id=account_id, name=name, use_for_translation=use_for_translation, created=tx.now)
        .returning(*TERM_BASES.columns)
    )
    return _value(TermBase, (await tx.connection.execute(query)).one())


async def find_base(tx: Transaction, term_base_id: int, *, lock: bool = False) -> TermBase | None:
    """Find a term base; `lock` prevents changes by others until the transaction ends."""
    query = sa.select(TERM_BASES).where(TERM_BASES.c.id == term_base_id)
    # Rows that refer to it, such as a waiting import, can be added meanwhile.
    query = query.with_for_update(key_share=True) if lock else query
    row = (await tx.connection.execute(query)).one_or_none()
    return None if row is None else _value(TermBase, row)


async def hold_base(tx: Transaction, term_base_id: int) -> TermBase | None:
    """Find a term base and prevent its deletion until the transaction ends; it may be changed."""
    query = sa.select(TERM_BASES).where(TERM_BASES.c.id == term_base_id)
    row = (await tx.connection.execute(query.with_for_update(read=True, key_share=True))).one_or_none()
    return None if row is None else _value(TermBase, row)


async def list_bases(
    tx: Transaction, *, account_id: int | None, limit: int | None = None, offset: int = 0
) -> Sequence[TermBase]:
    """List the term bases that this transaction sees, of one account or all, oldest first."""
    query = sa.select(TERM_BASES).order_by(TERM_BASES.c.id).limit(limit).offset(offset)
    if account_id is not None:
        query = query.where(TERM_BASES.c.account_id == account_id)
    return [_value(TermBase, row) for row in await tx.connection.execute(query)]


async def search_bases(
    tx: Transaction, wanted: TermBaseQuery, *, found_accounts: Sequence[int], limit: int, offset: int
) -> Sequence[TermBase]:
    """List term bases; `found_accounts` are those whose names the search finds."""
    columns = TERM_BASES.c
    query = sa.select(TERM_BASES)
    if wanted.account_id is not None:
        query = query.where(columns.account_id == wanted.account_id)
    if wanted.search:
        in_name = columns.name.icontains(wanted.search, autoescape=True)
        query = query.where(sa.or_(in_name, columns.account_id.in_(found_accounts)))
    keys: list[sa.ColumnElement[Any]] = [sa.func.lower(columns.name), columns.id]
    if wanted.order is TermBaseOrder.CONCEPTS:
        keys.insert(0, columns.concepts)
    query = query.order_by(*(key.desc() if wanted.descending else key for key in keys))
    return [_value(TermBase, row) for row in await tx.connection.execute(query.limit(limit).offset(offset))]


async def find_change_times(tx: Transaction, bases: Sequence[TermBase]) -> dict[int, datetime]:
    """When the current versions of term bases were made, by the ids of the term bases."""
    columns = TERM_BASE_VERSIONS.c
    current = sa.tuple_(columns.term_base_id, columns.version).in_([(one.id, one.version) for one in bases])
    rows = await tx.connection.execute(sa.select(columns.term_base_id, columns.at).where(current))
    return {row.term_base_id: row.at for row in rows}


async def count_bases(tx: Transaction, *, account_id: int) -> int:
    """Count an account's term bases."""
    query = sa.select(sa.func.count()).where(TERM_BASES.c.account_id == account_id)
    return int(await tx.connection.scalar(query) or 0)


async def update_base(tx: Transaction, term_base_id: int, values: Mapping[str, Any]) -> TermBase | None:
    """Change columns of a term base."""
    query = sa.update(TERM_BASES).where(TERM_BASES.c.id == term_base_id).values(dict(values))
    row = (await tx.connection.execute(query.returning(*TERM_BASES.columns))).one_or_none()
    return None if row is None else _value(TermBase, row)


async def delete_base(tx: Transaction, term_base_id: int) -> None:
    """Delete a term base with all its versions."""
    await tx.connection.execute(sa.delete(TERM_BASES).where(TERM_BASES.c.id == term_base_id))


async def take_numbers(tx: Transaction, base: TermBase, count: int) -> int:
    """Reserve numbers for new concepts, which were never given before. Returns the first."""
    query = (
        sa.update(TERM_BASES)
        .where(TERM_BASES.c.id == base.id)
        .values(last_number=TERM_BASES.c.last_number + count)
        .returning(TERM_BASES.c.last_number)
    )
    last: int = (await tx.connection.execute(query)).scalar_one()
    return last - count + 1


async def insert_version(tx: Transaction, base: TermBase, made: BaseVersion) -> TermBase:
    """Store the next version of a locked term base."""
    owner = {"term_base_id": base.id, "account_id": base.account_id}
    await tx.connection.execute(sa.insert(TERM_BASE_VERSIONS).values(**owner, **asdict(made)))
    values = {"version": made.version, "concepts": base.concepts + made.added - made.removed}
    changed = await update_base(tx, base.id, values)
    assert changed is not None
    return changed


async def list_versions(
    tx: Transaction, term_base_id: int, *, limit: int, offset: int
) -> Sequence[BaseVersion]:
    """List the versions of a term base, newest first."""
    versions = TERM_BASE_VERSIONS.c
    query = (
        sa.select(TERM_BASE_VERSIONS)
        .where(versions.term_base_id == term_base_id)
        .order_by(versions.version.desc())
        .limit(limit)
        .offset(offset)
    )
    return [_value(BaseVersion, row) for row in await tx.connection.execute(query)]


async def find_enforced(database: Database, *, account_id: int) -> tuple[Pin, ...]:
    """Find the current versions of the term bases that an account enforces in translation."""
    query = "select * from current_term_bases(%(account_id)s)"
    return tuple(Pin(*row) for row in await fetch_rows(database, query, {"account_id": account_id}))


async def list_among(tx: Transaction, term_base_ids: Sequence[int]) -> dict[int, TermBase]:
    """Find those of the term bases that this transaction sees, by their ids."""
    query = sa.select(TERM_BASES).where(TERM_BASES.c.id == sa.any_(integers(term_base_ids)))
    return {row.id: _value(TermBase, row) for row in await tx.connection.execute(query)}


async def find_current(tx: Transaction, term_base_ids: Sequence[int]) -> tuple[Pin, ...]:
    """Find the current versions of term bases, in this order, without those disabled, empty or missing."""
    found = await list_among(tx, term_base_ids)
    bases = (found[one] for one in dict.fromkeys(term_base_ids) if one in found)
    return tuple(Pin(base.id, base.version) for base in bases if base.disabled is None and base.concepts)


def integers(numbers: Sequence[int]) -> sa.ColumnElement[Any]:
    """Make an array of integers for a statement."""
    array = postgresql.ARRAY(sa.Integer)
    return sa.cast(sa.literal(list(numbers), array), array)


def _value(kind: type[_Value], row: sa.Row[Any]) -> _Value:
    """Make a value of a row, whose columns have the names of its fields."""
    return kind(**{field.name: getattr(row, field.name) for field in fields(kind)})
