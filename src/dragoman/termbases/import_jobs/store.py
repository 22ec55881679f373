"""The statements on imports that are jobs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from dragoman.database.connections import Transaction
from dragoman.termbases.bases import TermBase
from dragoman.termbases.import_jobs.model import (
    ACTIVE,
    ImportStatus,
    TermFile,
    TermImport,
    TermImportOptions,
)
from dragoman.termbases.model import TermMatching
from dragoman.termbases.planning import ImportMode
from dragoman.termbases.tables import TERM_IMPORTS

_C = TERM_IMPORTS.c
_SHOWN = [
    *(column for column in TERM_IMPORTS.columns if column.name != "file"),
    _C.file.is_not(None).label("has_file"),
]


async def insert_import(tx: Transaction, base: TermBase, file: TermFile, *, created_by: str) -> TermImport:
    """Store a new import with its file."""
    values = {
        "account_id": base.account_id,
        "term_base_id": base.id,
        "status": ImportStatus.WAITING.value,
        "progress": 0.0,
        "file": file.data,
        "file_name": file.file_name,
        "size": len(file.data),
        "options": asdict(file.options),
        "runs": 0,
        "created": tx.now,
        "created_by": created_by,
    }
    query = sa.insert(TERM_IMPORTS).values(values).returning(*_SHOWN)
    return _import((await tx.connection.execute(query)).one())


async def count_active(tx: Transaction, *, account_id: int) -> int:
    """Count an account's unfinished imports."""
    query = sa.select(sa.func.count()).where(_C.account_id == account_id, _C.status.in_(ACTIVE))
    return int(await tx.connection.scalar(query) or 0)


async def find_import(tx: Transaction, import_id: int, *, term_base_id: int) -> TermImport | None:
    """Find an import into a term base."""
    query = sa.select(*_SHOWN).where(_C.id == import_id, _C.term_base_id == term_base_id)
    row = (await tx.connection.execute(query)).one_or_none()
    return None if row is None else _import(row)


async def list_imports(
    tx: Transaction, *, term_base_id: int, limit: int, offset: int
) -> Sequence[TermImport]:
    """List the imports into a term base, newest first."""
    query = sa.select(*_SHOWN).where(_C.term_base_id == term_base_id).order_by(_C.id.desc())
    return [_import(row) for row in await tx.connection.execute(query.limit(limit).offset(offset))]


async def read_file(tx: Transaction, import_id: int, *, most: int | None = None) -> bytes | None:
    """Read the beginning of an import's file, or all of it; None if it is not kept any more."""
    file = _C.file if most is None else sa.func.substring(_C.file, 1, most)
    found = await tx.connection.scalar(sa.select(file).where(_C.id == import_id))
    return None if found is None else bytes(found)


async def drop_files(tx: Transaction, *, term_base_id: int, created_by: str) -> None:
    """Delete the files of ended imports that somebody made into a term base."""
    query = sa.update(TERM_IMPORTS).where(_C.term_base_id == term_base_id, _C.created_by == created_by)
    await tx.connection.execute(query.where(_C.finished.is_not(None), _C.file.is_not(None)).values(file=None))


async def drop_old_files(tx: Transaction, *, before: datetime) -> None:
    """Delete the files of imports that ended before a time."""
    query = sa.update(TERM_IMPORTS).where(_C.finished < before, _C.file.is_not(None))
    await tx.connection.execute(query.values(file=None))


async def claim_import(tx: Transaction, import_id: int) -> tuple[TermImport, bytes] | None:
    """Begin a run of an unfinished import. Returns the import and its file."""
    query = (
        sa.update(TERM_IMPORTS)
        .where(_C.id == import_id, _C.status.in_(ACTIVE))
        .values(status=ImportStatus.RUNNING.value, runs=_C.runs + 1)
        .returning(*_SHOWN, _C.file)
    )
    row = (await tx.connection.execute(query)).one_or_none()
    return None if row is None else (_import(row), bytes(row.file))


async def update_progress(tx: Transaction, claimed: TermImport, progress: float) -> None:
    """Store the progress of the latest run."""
    await tx.connection.execute(
        sa.update(TERM_IMPORTS)
        .where(_C.id == claimed.id, _C.runs == claimed.runs, _C.status == ImportStatus.RUNNING.value)
        .values(progress=progress)
    )


async def finish_import(
    tx: Transaction, claimed: TermImport, *, status: ImportStatus, **outcome: Mapping[str, Any]
) -> bool:
    """End an import, and delete a file that is not kept; False if another run began, or it has ended."""
    kept = {} if claimed.options.keep_file else {"file": None}
    query = (
        sa.update(TERM_IMPORTS)
        .where(_C.id == claimed.id, _C.runs == claimed.runs, _C.status == ImportStatus.RUNNING.value)
        .values(
            status=status.value,
            progress=1.0 if status is ImportStatus.FINISHED else _C.progress,
            finished=tx.now,
            **kept,
            **outcome,
        )
    )
    return (await tx.connection.execute(query)).rowcount == 1


def _import(row: sa.Row[Any]) -> TermImport:
    options = {**row.options, "mode": ImportMode(row.options["mode"])}
    if options["match"] is not None:
        options["match"] = TermMatching(options["match"])
    options["columns"] = tuple(options.get("columns", ()))  # older imports have none
    return TermImport(
        id=row.id,
        account_id=row.account_id,
        term_base_id=row.term_base_id,
        status=ImportStatus(row.status),
        progress=row.progress,
        file_name=row.file_name,
        size=row.size,
        options=TermImportOptions(**options),
        report=row.report,
        failure=row.failure,
        runs=row.runs,
        created=row.created,
        created_by=row.created_by,
        finished=row.finished,
        has_file=row.has_file,
    )
