"""The tables of sets and their versions, and the statements on them. The role may not change versions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.database.connections import Transaction
from dragoman.database.metadata import METADATA
from dragoman.memories.model import Member
from dragoman.memories.sets.model import MemorySet, SetVersion

MEMORY_SETS: Final = sa.Table(
    "memory_sets",
    METADATA,
    sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
)
sa.Index("memory_sets_name_key", MEMORY_SETS.c.account_id, MEMORY_SETS.c.name, unique=True)

MEMORY_SET_VERSIONS: Final = sa.Table(
    "memory_set_versions",
    METADATA,
    sa.Column("set_id", sa.Integer, sa.ForeignKey("memory_sets.id"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("account_id", sa.Integer, nullable=False),
    sa.Column("members", postgresql.JSONB, nullable=False),  # in the order of their rank
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("created_by", sa.Text, nullable=False),
)


async def insert_set(tx: Transaction, *, account_id: int, name: str) -> MemorySet:
    """Store a set, before its first version."""
    statement = sa.insert(MEMORY_SETS).values(account_id=account_id, name=name, version=0, created=tx.now)
    return _set((await tx.connection.execute(statement.returning(*MEMORY_SETS.columns))).one())


async def insert_version(
    tx: Transaction, one: MemorySet, *, members: Sequence[Member], created_by: str
) -> tuple[MemorySet, SetVersion]:
    """Add the next version of a set that the transaction holds. Returns the set and the version."""
    moved = sa.update(MEMORY_SETS).where(MEMORY_SETS.c.id == one.id).values(version=one.version + 1)
    now = _set((await tx.connection.execute(moved.returning(*MEMORY_SETS.columns))).one())
    added = sa.insert(MEMORY_SET_VERSIONS).values(
        set_id=one.id,
        version=now.version,
        account_id=one.account_id,
        members=[
            {"memory": member.memory_id, "penalty": member.penalty, "writable": member.writable}
            for member in members
        ],
        created=tx.now,
        created_by=created_by,
    )
    row = (await tx.connection.execute(added.returning(*MEMORY_SET_VERSIONS.columns))).one()
    return now, _version(row)


async def find_set(tx: Transaction, set_id: int, *, hold: bool = False) -> MemorySet | None:
    """Find a set; `hold` locks it until the transaction ends."""
    query = sa.select(MEMORY_SETS).where(MEMORY_SETS.c.id == set_id)
    row = (await tx.connection.execute(query.with_for_update() if hold else query)).one_or_none()
    return None if row is None else _set(row)


async def find_named(tx: Transaction, *, account_id: int, name: str) -> MemorySet | None:
    """Find the account's set of this name."""
    query = sa.select(MEMORY_SETS).where(MEMORY_SETS.c.account_id == account_id, MEMORY_SETS.c.name == name)
    row = (await tx.connection.execute(query)).one_or_none()
    return None if row is None else _set(row)


async def list_sets(
    tx: Transaction, *, account_id: int | None, limit: int, offset: int
) -> Sequence[MemorySet]:
    """List the sets that this transaction sees, of one account or all, oldest first."""
    query = sa.select(MEMORY_SETS).order_by(MEMORY_SETS.c.id).limit(limit).offset(offset)
    if account_id is not None:
        query = query.where(MEMORY_SETS.c.account_id == account_id)
    return [_set(row) for row in await tx.connection.execute(query)]


async def list_sets_with(tx: Transaction, memory_id: int, *, account_id: int) -> Sequence[MemorySet]:
    """List the account's sets whose current version has a memory, by name."""
    versions = MEMORY_SET_VERSIONS.c
    query = (
        sa.select(MEMORY_SETS)
        .join(
            MEMORY_SET_VERSIONS,
            sa.and_(versions.set_id == MEMORY_SETS.c.id, versions.version == MEMORY_SETS.c.version),
        )
        .where(MEMORY_SETS.c.account_id == account_id, versions.members.contains([{"memory": memory_id}]))
        .order_by(sa.func.lower(MEMORY_SETS.c.name), MEMORY_SETS.c.id)
    )
    return [_set(row) for row in await tx.connection.execute(query)]


async def list_versions(
    tx: Transaction, set_ids: Sequence[int], *, version: int | None = None, limit: int = 1, offset: int = 0
) -> Sequence[SetVersion]:
    """List versions of sets that this transaction sees, newest first; with `version`, of this number only."""
    columns = MEMORY_SET_VERSIONS.c
    query = sa.select(MEMORY_SET_VERSIONS).where(columns.set_id.in_(set_ids))
    if version is not None:
        query = query.where(columns.version == version)
    query = query.order_by(columns.version.desc(), columns.set_id).limit(limit).offset(offset)
    return [_version(row) for row in await tx.connection.execute(query)]


async def list_current(tx: Transaction, set_ids: Sequence[int]) -> dict[int, SetVersion]:
    """Find the newest version of each of the sets."""
    columns = MEMORY_SET_VERSIONS.c
    query = (
        sa.select(MEMORY_SET_VERSIONS)
        .join(
            MEMORY_SETS,
            sa.and_(MEMORY_SETS.c.id == columns.set_id, MEMORY_SETS.c.version == columns.version),
        )
        .where(columns.set_id.in_(set_ids))
    )
    return {row.set_id: _version(row) for row in await tx.connection.execute(query)}


def _set(row: sa.Row[Any]) -> MemorySet:
    return MemorySet(
        id=row.id, account_id=row.account_id, name=row.name, version=row.version, created=row.created
    )


def _version(row: sa.Row[Any]) -> SetVersion:
    members = [
        Member(memory_id=one["memory"], penalty=one["penalty"], writable=one["writable"])
        for one in row.members
    ]
    return SetVersion(
        version=row.version,
        members=members,
        created=row.created,
        created_by=row.created_by,
    )
