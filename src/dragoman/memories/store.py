"""The tables of memories and their units, and the statements on them.

`memory_index` is written and read only by functions of revision 0008.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import orjson
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.database.connections import Database, Transaction, fetch_rows
from dragoman.database.metadata import METADATA
from dragoman.memories.coding import read_segment
from dragoman.memories.model import Context, KeptUnit, Memory, Origin, Status, Unit
from dragoman.memories.rows import UnitRow

MEMORIES: Final = sa.Table(
    "memories",
    METADATA,
    sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("primary", sa.Boolean, nullable=False),
    sa.Column("use_for_translation", sa.Boolean, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("disabled", sa.DateTime(timezone=True)),
)
sa.Index("memories_primary_idx", MEMORIES.c.account_id, unique=True, postgresql_where=sa.text('"primary"'))

MEMORY_UNITS: Final = sa.Table(
    "memory_units",
    METADATA,
    sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("memory_id", sa.Integer, sa.ForeignKey("memories.id"), nullable=False),
    sa.Column("source_language", sa.Text, nullable=False),
    sa.Column("target_language", sa.Text, nullable=False),
    sa.Column("hash", sa.LargeBinary, nullable=False),  # of what is the same
    sa.Column("identity", sa.LargeBinary, nullable=False),  # of what is the same in the same context
    sa.Column("source", sa.Text, nullable=False),  # as `coding` writes segments
    sa.Column("target", sa.Text, nullable=False),
    sa.Column("previous", sa.Text),
    sa.Column("next", sa.Text),
    sa.Column("document", sa.Text),
    sa.Column("key", sa.Text),
    sa.Column("origin", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("created_by", sa.Text),
    sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
    sa.Column("changed_by", sa.Text),
    sa.Column("used", sa.BigInteger, nullable=False, server_default=sa.text("0")),
    sa.Column("last_used", sa.DateTime(timezone=True)),
    sa.Column("properties", postgresql.JSONB(none_as_null=True)),
    sa.CheckConstraint("origin in ('human', 'mt', 'import')", name="origin"),
    sa.CheckConstraint("status in ('confirmed', 'unconfirmed')", name="status"),
)
sa.Index("memory_units_identity_key", MEMORY_UNITS.c.memory_id, MEMORY_UNITS.c.identity, unique=True)
sa.Index("memory_units_hash_idx", MEMORY_UNITS.c.hash, MEMORY_UNITS.c.memory_id)
sa.Index("memory_units_account_idx", MEMORY_UNITS.c.account_id)

MEMORY_INDEX: Final = sa.Table(
    "memory_index",
    METADATA,
    sa.Column(
        "unit_id",
        sa.BigInteger,
        sa.ForeignKey("memory_units.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column("account_id", sa.Integer, nullable=False),
    sa.Column("length", sa.Integer, nullable=False),  # tokens
    sa.Column("signature", sa.Text, nullable=False),
    sa.Column("shingles", postgresql.ARRAY(sa.Integer), nullable=False),
)
sa.Index("memory_index_shingles_idx", MEMORY_INDEX.c.shingles, postgresql_using="gin")


class Written(NamedTuple):
    """What became of a unit that was written."""

    id: int
    identity: bytes
    added: bool  # False: it replaced an older one


class Candidate(NamedTuple):
    """A unit that may be like the text of a question."""

    question: int  # from 1
    unit_id: int
    signature: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is looked for: probes, and the bounds of a unit's length in tokens."""

    probes: Sequence[int]
    shortest: int
    longest: int


_WRITE: Final = sa.text(
    """
    insert into memory_units as u (
      account_id, memory_id, source_language, target_language, hash, identity, source, target,
      previous, next, document, key, origin, status, created, created_by, changed, changed_by, properties
    )
    select :account_id, :memory_id, n.* from unnest(
      cast(:source_language as text[]), cast(:target_language as text[]), cast(:hash as bytea[]),
      cast(:identity as bytea[]), cast(:source as text[]), cast(:target as text[]),
      cast(:previous as text[]), cast(:next as text[]), cast(:document as text[]), cast(:key as text[]),
      cast(:origin as text[]), cast(:status as text[]), cast(:created as timestamptz[]),
      cast(:created_by as text[]), cast(:changed as timestamptz[]), cast(:changed_by as text[]),
      cast(:properties as jsonb[])
    ) as n
    on conflict (memory_id, identity) do update set
      source = excluded.source, target = excluded.target, origin = excluded.origin, status = excluded.status,
      changed = excluded.changed, changed_by = excluded.changed_by, properties = excluded.properties
    where excluded.changed >= u.changed
    returning id, identity, xmax = 0 as added
    """
)

_INDEX: Final = sa.text(
    "select index_memory_units(:account_id, cast(:ids as bigint[]), cast(:signatures as text[]), "
    "cast(:shingles as text[]))"
)

_EXACT: Final = "select * from find_exact_units(%(account_id)s, %(memory_ids)s, %(hashes)s)"

_SIMILAR: Final = (
    "select * from find_similar_units(%(account_id)s, %(probes)s::integer[], %(counts)s::integer[], "
    "%(shortest)s::integer[], %(longest)s::integer[], %(most)s)"
)

_READ: Final = "select * from read_memory_units(%(account_id)s, %(ids)s::bigint[])"


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


async def write_units(
    tx: Transaction, rows: Sequence[UnitRow], *, account_id: int, memory_id: int
) -> list[Written]:
    """Add units, or replace those of the same source and context that are not newer; what was written.

    No two of `rows` may have the same identity.
    """
    units = [row.unit for row in rows]
    contexts = [unit.context for unit in units]
    values: dict[str, Any] = {
        "account_id": account_id,
        "memory_id": memory_id,
        **{name: [getattr(row, name) for row in rows] for name in ("hash", "identity", "source", "target")},
        **{
            name: [getattr(unit, name) for unit in units]
            for name in ("source_language", "target_language", "created_by", "changed_by")
        },
        **{
            name: [getattr(context, name) for context in contexts]
            for name in ("previous", "next", "document", "key")
        },
        "origin": [unit.origin.value for unit in units],
        "status": [unit.status.value for unit in units],
        "created": [unit.created or unit.changed or tx.now for unit in units],
        "changed": [unit.changed or unit.created or tx.now for unit in units],
        "properties": [
            orjson.dumps(dict(unit.properties)).decode() if unit.properties else None for unit in units
        ],
    }
    written = [Written(*row) for row in await tx.connection.execute(_WRITE, values)]
    by_identity = {row.identity: row for row in rows}
    chosen = [by_identity[bytes(one.identity)] for one in written]
    await tx.connection.execute(
        _INDEX,
        {
            "account_id": account_id,
            "ids": [one.id for one in written],
            "signatures": [row.signature for row in chosen],
            "shingles": [row.shingles for row in chosen],
        },
    )
    return written


async def find_exact(
    database: Database, *, account_id: int, memory_ids: Sequence[int], hashes: Sequence[bytes]
) -> list[tuple[bytes, KeptUnit]]:
    """Units of the account's memories with one of the hashes, each with its hash."""
    values = {"account_id": account_id, "memory_ids": list(memory_ids), "hashes": list(hashes)}
    return [(bytes(row.hash), _unit(row)) for row in await fetch_rows(database, _EXACT, values)]


async def find_similar(
    database: Database, questions: Sequence[Question], *, account_id: int, most: int
) -> list[Candidate]:
    """Units that may be like what is asked for, at most `most` for each question."""
    values = {
        "account_id": account_id,
        "probes": [probe for question in questions for probe in question.probes],
        "counts": [len(question.probes) for question in questions],
        "shortest": [question.shortest for question in questions],
        "longest": [question.longest for question in questions],
        "most": most,
    }
    return [Candidate(*row) for row in await fetch_rows(database, _SIMILAR, values)]


async def read_units(database: Database, ids: Sequence[int], *, account_id: int) -> dict[int, KeptUnit]:
    """The account's units of these ids."""
    rows = await fetch_rows(database, _READ, {"account_id": account_id, "ids": list(ids)})
    return {row.id: _unit(row) for row in rows}


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


def _unit(row: Any) -> KeptUnit:
    context = Context(previous=row.previous, next=row.next, document=row.document, key=row.key)
    unit = Unit(
        source_language=row.source_language,
        target_language=row.target_language,
        source=read_segment(row.source),
        target=read_segment(row.target),
        context=context,
        origin=Origin(row.origin),
        status=Status(row.status),
        created=row.created,
        created_by=row.created_by,
        changed=row.changed,
        changed_by=row.changed_by,
        properties=row.properties or {},
    )
    return KeptUnit(id=row.id, memory_id=row.memory_id, unit=unit, used=row.used, last_used=row.last_used)
