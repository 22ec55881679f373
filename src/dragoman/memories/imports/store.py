"""The tables of imports, and every statement on them. Row-level security binds them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.database.connections import Transaction
from dragoman.database.metadata import METADATA
from dragoman.memories.imports.model import (
    ACTIVE,
    MOST_PROBLEMS,
    Counts,
    FailureCode,
    ImportDraft,
    ImportFailure,
    ImportOptions,
    MemoryImport,
    State,
    StoredProblem,
)
from dragoman.memories.model import Memory, UnitOrigin, UnitStatus

_COUNTS: Final = ("read", "added", "updated", "unchanged", "skipped", "refused", "problems")

MEMORY_IMPORTS: Final = sa.Table(
    "memory_imports",
    METADATA,
    sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("memory_id", sa.Integer, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("file_name", sa.Text, nullable=False),
    sa.Column("file", sa.Uuid, nullable=False),
    sa.Column("key", sa.LargeBinary),  # wrapped by a master key; null once the file is destroyed
    sa.Column("options", postgresql.JSONB, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("created_by", sa.Text, nullable=False),
    sa.Column("run", sa.Integer, nullable=False),
    sa.Column("idle_runs", sa.Integer, nullable=False),
    sa.Column("finished", sa.DateTime(timezone=True)),
    sa.Column("failure", sa.Text),
    sa.Column("failure_code", sa.Text),  # null in rows of before 0024
    sa.Column("undone", sa.BigInteger),
    *(sa.Column(name, sa.BigInteger, nullable=False) for name in ("size", "bytes_read", *_COUNTS)),
    sa.CheckConstraint(
        "state in ('WAITING', 'RUNNING', 'FINISHED', 'FAILED', 'CANCELLED', 'UNDOING', 'UNDONE')",
        name="state",
    ),
)
sa.Index("memory_imports_memory_idx", MEMORY_IMPORTS.c.memory_id, MEMORY_IMPORTS.c.id)
sa.Index("memory_imports_file_key", MEMORY_IMPORTS.c.file, unique=True)

MEMORY_IMPORT_PROBLEMS: Final = sa.Table(
    "memory_import_problems",
    METADATA,
    sa.Column(
        "import_id",
        sa.Integer,
        sa.ForeignKey("memory_imports.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("account_id", sa.Integer, nullable=False),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.Column("line", sa.BigInteger),
    sa.Column("code", sa.Text, nullable=False),
    sa.Column("message", sa.Text, nullable=False),
)


async def insert_import(
    tx: Transaction, memory: Memory, *, draft: ImportDraft, created_by: str
) -> MemoryImport:
    """Store a new import, whose key is wrapped already."""
    statement = sa.insert(MEMORY_IMPORTS).values(
        account_id=memory.account_id,
        memory_id=memory.id,
        state=State.WAITING,
        file_name=draft.file_name,
        file=draft.file,
        key=draft.key,
        options=_write_options(draft.options),
        created=tx.now,
        created_by=created_by,
        run=0,
        idle_runs=0,
        size=draft.size,
        bytes_read=0,
        **dict.fromkeys(_COUNTS, 0),
    )
    return _import((await tx.connection.execute(statement.returning(*MEMORY_IMPORTS.columns))).one())


async def find_import(
    tx: Transaction, import_id: int, *, memory_id: int | None = None, hold: bool = False
) -> MemoryImport | None:
    """Find an import, of this memory if one is named; `hold` locks it until the transaction ends."""
    query = sa.select(MEMORY_IMPORTS).where(MEMORY_IMPORTS.c.id == import_id)
    if memory_id is not None:
        query = query.where(MEMORY_IMPORTS.c.memory_id == memory_id)
    row = (await tx.connection.execute(query.with_for_update() if hold else query)).one_or_none()
    return None if row is None else _import(row)


async def list_imports(tx: Transaction, *, memory_id: int, limit: int, offset: int) -> Sequence[MemoryImport]:
    """List a memory's imports, newest first."""
    query = sa.select(MEMORY_IMPORTS).where(MEMORY_IMPORTS.c.memory_id == memory_id)
    rows = await tx.connection.execute(query.order_by(MEMORY_IMPORTS.c.id.desc()).limit(limit).offset(offset))
    return [_import(row) for row in rows]


async def list_active(tx: Transaction, *, memory_id: int) -> Sequence[MemoryImport]:
    """List a memory's unfinished imports, locked until the transaction ends."""
    query = sa.select(MEMORY_IMPORTS).where(
        MEMORY_IMPORTS.c.memory_id == memory_id, MEMORY_IMPORTS.c.state.in_(ACTIVE)
    )
    rows = await tx.connection.execute(query.order_by(MEMORY_IMPORTS.c.id).with_for_update())
    return [_import(row) for row in rows]


async def count_active(tx: Transaction, *, account_id: int) -> int:
    """Count an account's unfinished imports."""
    query = sa.select(sa.func.count()).where(
        MEMORY_IMPORTS.c.account_id == account_id, MEMORY_IMPORTS.c.state.in_(ACTIVE)
    )
    return int(await tx.connection.scalar(query) or 0)


async def claim_import(tx: Transaction, import_id: int) -> MemoryImport | None:
    """Begin another run of an unfinished import; None if it has ended or does not exist."""
    statement = (
        sa.update(MEMORY_IMPORTS)
        .where(MEMORY_IMPORTS.c.id == import_id, MEMORY_IMPORTS.c.state.in_(ACTIVE))
        .values(state=State.RUNNING, run=MEMORY_IMPORTS.c.run + 1, idle_runs=MEMORY_IMPORTS.c.idle_runs + 1)
        .returning(*MEMORY_IMPORTS.columns)
    )
    row = (await tx.connection.execute(statement)).one_or_none()
    return None if row is None else _import(row)


async def hold_run(tx: Transaction, import_id: int, *, run: int) -> bool:
    """Lock an import until the transaction ends; False if it has ended, or another run has begun."""
    query = (
        sa.select(MEMORY_IMPORTS.c.id)
        .where(
            MEMORY_IMPORTS.c.id == import_id,
            MEMORY_IMPORTS.c.run == run,
            MEMORY_IMPORTS.c.state == State.RUNNING,
        )
        .with_for_update()
    )
    return (await tx.connection.execute(query)).one_or_none() is not None


async def update_progress(tx: Transaction, import_id: int, *, counts: Counts, bytes_read: int) -> None:
    """Store the progress of an import that the transaction holds."""
    await update_import(tx, import_id, bytes_read=bytes_read, idle_runs=0, **asdict(counts))


async def update_import(tx: Transaction, import_id: int, **values: Any) -> None:
    """Change an import that the transaction holds."""
    await tx.connection.execute(
        sa.update(MEMORY_IMPORTS).where(MEMORY_IMPORTS.c.id == import_id).values(**values)
    )


async def add_undone(tx: Transaction, import_id: int, *, units: int) -> bool:
    """Count units that undoing has removed; False when the import is not being undone."""
    statement = (
        sa.update(MEMORY_IMPORTS)
        .where(MEMORY_IMPORTS.c.id == import_id, MEMORY_IMPORTS.c.state == State.UNDOING)
        .values(undone=sa.func.coalesce(MEMORY_IMPORTS.c.undone, 0) + units)
    )
    return bool((await tx.connection.execute(statement)).rowcount)


async def insert_problems(tx: Transaction, record: MemoryImport, problems: Sequence[StoredProblem]) -> None:
    """Store the next problems of an import, up to `MOST_PROBLEMS` in all."""
    first = record.counts.problems + 1
    rows = [
        {"import_id": record.id, "account_id": record.account_id, "position": position, **asdict(problem)}
        for position, problem in enumerate(problems, start=first)
        if position <= MOST_PROBLEMS
    ]
    if rows:
        await tx.connection.execute(sa.insert(MEMORY_IMPORT_PROBLEMS), rows)


async def list_problems(
    tx: Transaction, import_id: int, *, limit: int, offset: int
) -> Sequence[StoredProblem]:
    """List the stored problems of an import, in their order."""
    columns = MEMORY_IMPORT_PROBLEMS.c
    rows = await tx.connection.execute(
        sa.select(columns.number, columns.line, columns.code, columns.message)
        .where(columns.import_id == import_id)
        .order_by(columns.position)
        .limit(limit)
        .offset(offset)
    )
    return [
        StoredProblem(number=row.number, line=row.line, code=row.code, message=row.message) for row in rows
    ]


async def delete_imports(tx: Transaction, *, memory_id: int) -> None:
    """Delete the imports of a deleted memory."""
    await tx.connection.execute(sa.delete(MEMORY_IMPORTS).where(MEMORY_IMPORTS.c.memory_id == memory_id))


async def list_known_files(tx: Transaction, files: Sequence[UUID]) -> set[UUID]:
    """List those of the files that an import still needs."""
    columns = MEMORY_IMPORTS.c
    rows = await tx.connection.execute(
        sa.select(columns.file).where(columns.file.in_(files), columns.key.is_not(None))
    )
    return {row.file for row in rows}


def _write_options(options: ImportOptions) -> dict[str, Any]:
    return {**asdict(options), "target_languages": list(options.target_languages)}


def _read_options(written: dict[str, Any]) -> ImportOptions:
    return ImportOptions(
        source_language=written["source_language"],
        target_languages=tuple(written["target_languages"]),
        origin=UnitOrigin(written["origin"]) if written["origin"] else None,
        status=UnitStatus(written["status"]) if written["status"] else None,
    )


def _failure(row: sa.Row[Any]) -> ImportFailure | None:
    if row.failure is None:
        return None
    return ImportFailure(code=FailureCode(row.failure_code or FailureCode.IMPORT_FAILED), message=row.failure)


def _import(row: sa.Row[Any]) -> MemoryImport:
    plain = {name: getattr(row, name) for name in MemoryImport.__slots__ if hasattr(row, name)}
    return MemoryImport(
        **{
            **plain,
            "state": State(row.state),
            "options": _read_options(row.options),
            "failure": _failure(row),
            "counts": Counts(**{name: getattr(row, name) for name in _COUNTS}),
        }
    )
