"""The table of document jobs, and the SQL statements on it. Row-level security applies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.database.connections import Transaction
from dragoman.database.metadata import METADATA
from dragoman.documents.model import DocumentFilter, JobStatus

DOCUMENTS: Final = sa.Table(
    "documents",
    METADATA,
    sa.Column("id", sa.Uuid, primary_key=True),
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("application_id", sa.Integer, sa.ForeignKey("applications.id"), nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("source", sa.Text, nullable=False),
    sa.Column("target", sa.Text, nullable=False),
    sa.Column("format", sa.Text, nullable=False),
    sa.Column("size", sa.BigInteger, nullable=False),
    sa.Column("sandbox", sa.Boolean, nullable=False),
    sa.Column("key", sa.LargeBinary, nullable=False),  # wrapped by a master key
    sa.Column("details", sa.LargeBinary, nullable=False),  # sealed by the key: names and addresses
    sa.Column("run", sa.Integer, nullable=False),
    sa.Column("pauses", sa.Integer, nullable=False, server_default="0"),
    sa.Column("progress", sa.Double, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("finished", sa.DateTime(timezone=True)),
    sa.Column("expires", sa.DateTime(timezone=True)),
    sa.Column("failure", postgresql.JSONB(none_as_null=True)),  # code, reason, data
    sa.Column("result", sa.Text),
    sa.Column("result_size", sa.BigInteger),
    sa.Column("report", postgresql.JSONB(none_as_null=True)),
    sa.CheckConstraint("status in ('CREATED', 'IN_PROGRESS', 'SUCCESS', 'FAILED')", name="status"),
    sa.CheckConstraint("(finished is null) = (status in ('CREATED', 'IN_PROGRESS'))", name="finished"),
)
sa.Index("documents_application_idx", DOCUMENTS.c.application_id, DOCUMENTS.c.created.desc(), DOCUMENTS.c.id)
sa.Index("documents_account_idx", DOCUMENTS.c.account_id, DOCUMENTS.c.created.desc(), DOCUMENTS.c.id)
sa.Index("documents_expires_idx", DOCUMENTS.c.expires)


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRow:
    """The row of a job, its key wrapped and its details encrypted."""

    id: UUID
    account_id: int
    application_id: int
    status: str
    source: str
    target: str
    format: str
    size: int
    sandbox: bool
    key: bytes = field(repr=False)
    details: bytes = field(repr=False)
    run: int
    pauses: int
    progress: float
    created: datetime
    finished: datetime | None
    expires: datetime | None
    failure: Mapping[str, Any] | None
    result: str | None
    result_size: int | None
    report: Mapping[str, Any] | None


# Frequent statements are built once: building a statement takes as long as executing it.
_UNFINISHED: Final = sa.and_(DOCUMENTS.c.id == sa.bindparam("job"), DOCUMENTS.c.finished.is_(None))
_INSERT: Final = sa.insert(DOCUMENTS)
_COUNT_UNFINISHED: Final = (
    sa.select(sa.func.count())
    .select_from(DOCUMENTS)
    .where(DOCUMENTS.c.application_id == sa.bindparam("application"), DOCUMENTS.c.finished.is_(None))
)
_CLAIM: Final = (
    sa.update(DOCUMENTS)
    .where(_UNFINISHED)
    .values(status=JobStatus.IN_PROGRESS, run=DOCUMENTS.c.run + 1)
    .returning(*DOCUMENTS.columns)
)
_FINISH: Final = sa.update(DOCUMENTS).where(_UNFINISHED, DOCUMENTS.c.run == sa.bindparam("last_run"))


async def insert_document(tx: Transaction, row: JobRow) -> None:
    """Insert a new job."""
    values = {column.name: getattr(row, column.name) for column in DOCUMENTS.columns}
    await tx.connection.execute(_INSERT, values)


async def find_document(tx: Transaction, job_id: UUID, *, application_id: int | None = None) -> JobRow | None:
    """Find a job that has not expired; with `application_id` only one of that application."""
    query = sa.select(DOCUMENTS).where(DOCUMENTS.c.id == job_id, _is_alive(tx.now))
    if application_id is not None:
        query = query.where(DOCUMENTS.c.application_id == application_id)
    row = (await tx.connection.execute(query)).one_or_none()
    return None if row is None else _row(row)


async def list_documents(
    tx: Transaction, wanted: DocumentFilter, *, limit: int, offset: int
) -> Sequence[JobRow]:
    """List jobs that have not expired, newest first."""
    query = (
        sa.select(DOCUMENTS)
        .where(_is_alive(tx.now))
        .order_by(DOCUMENTS.c.created.desc(), DOCUMENTS.c.id)
        .limit(limit)
        .offset(offset)
    )
    if wanted.account_id is not None:
        query = query.where(DOCUMENTS.c.account_id == wanted.account_id)
    if wanted.application_id is not None:
        query = query.where(DOCUMENTS.c.application_id == wanted.application_id)
    if wanted.status is not None:
        query = query.where(DOCUMENTS.c.status == wanted.status.value)
    return [_row(row) for row in await tx.connection.execute(query)]


async def count_unfinished(tx: Transaction, *, application_id: int) -> int:
    """Count an application's unfinished jobs."""
    count = await tx.connection.scalar(_COUNT_UNFINISHED, {"application": application_id})
    return int(count or 0)


async def claim_document(tx: Transaction, job_id: UUID) -> JobRow | None:
    """Claim an unfinished job for one more run; None when it is finished or deleted."""
    row = (await tx.connection.execute(_CLAIM, {"job": job_id})).one_or_none()
    return None if row is None else _row(row)


async def count_pause(tx: Transaction, job_id: UUID) -> None:
    """Count a pause, so that the run does not count as a crash of the worker."""
    await tx.connection.execute(
        sa.update(DOCUMENTS).where(DOCUMENTS.c.id == job_id).values(pauses=DOCUMENTS.c.pauses + 1)
    )


async def update_progress(tx: Transaction, job_id: UUID, *, run: int, progress: float) -> bool:
    """Update a run's progress; False when the job is finished, deleted, or claimed by a later run."""
    moved = await tx.connection.execute(
        sa.update(DOCUMENTS)
        .where(DOCUMENTS.c.id == job_id, DOCUMENTS.c.run == run, DOCUMENTS.c.finished.is_(None))
        .values(progress=sa.func.greatest(DOCUMENTS.c.progress, progress))
    )
    return bool(moved.rowcount)


async def update_source(tx: Transaction, job_id: UUID, *, run: int, source: str) -> bool:
    """Record the detected source language; False when the job is finished, deleted, or claimed again."""
    changed = await tx.connection.execute(
        sa.update(DOCUMENTS)
        .where(DOCUMENTS.c.id == job_id, DOCUMENTS.c.run == run, DOCUMENTS.c.finished.is_(None))
        .values(source=source)
    )
    return bool(changed.rowcount)


async def finish_document(tx: Transaction, job_id: UUID, *, run: int, values: Mapping[str, Any]) -> bool:
    """Record the outcome; False when the job is finished, deleted, or claimed by a later run."""
    finished = await tx.connection.execute(_FINISH, {"job": job_id, "last_run": run, **values})
    return bool(finished.rowcount)


async def delete_documents(tx: Transaction, job_ids: Sequence[UUID]) -> None:
    """Delete the rows and with them the keys."""
    await tx.connection.execute(sa.delete(DOCUMENTS).where(DOCUMENTS.c.id.in_(job_ids)))


async def list_expired(tx: Transaction, *, limit: int) -> Sequence[UUID]:
    """List expired jobs, oldest first."""
    found = await tx.connection.scalars(
        sa.select(DOCUMENTS.c.id)
        .where(DOCUMENTS.c.expires <= tx.now)
        .order_by(DOCUMENTS.c.expires)
        .limit(limit)
    )
    return list(found)


async def list_existing(tx: Transaction, job_ids: Sequence[UUID]) -> set[UUID]:
    """Find those of the jobs that exist."""
    rows = await tx.connection.execute(sa.select(DOCUMENTS.c.id).where(DOCUMENTS.c.id.in_(job_ids)))
    return {row.id for row in rows}


def _is_alive(now: datetime) -> sa.ColumnElement[bool]:
    return sa.or_(DOCUMENTS.c.expires.is_(None), DOCUMENTS.c.expires > now)


def _row(row: sa.Row[Any]) -> JobRow:
    return JobRow(**{column.name: getattr(row, column.name) for column in DOCUMENTS.columns})
