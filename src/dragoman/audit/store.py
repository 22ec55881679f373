"""The table of the audit log, and the statements on it. The application role may add and read, no more."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.audit.model import AuditEntry, AuditEvent, AuditFilter
from dragoman.database.connections import Transaction
from dragoman.database.metadata import METADATA

AUDIT_ENTRIES: Final = sa.Table(
    "audit_entries",
    METADATA,
    sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
    sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    sa.Column("actor", sa.Text, nullable=False),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id")),
    sa.Column("details", postgresql.JSONB, nullable=False),
    # A column, since under row-level security no function of a column may narrow an index down.
    sa.Column("kind", sa.Text, sa.Computed("split_part(subject, ':', 1)", persisted=True)),
)
_E: Final = AUDIT_ENTRIES.c
sa.Index("audit_entries_at_idx", _E.at, _E.id)
sa.Index("audit_entries_account_idx", _E.account_id, _E.at, _E.id)
sa.Index("audit_entries_subject_idx", _E.subject, _E.at, _E.id)
sa.Index("audit_entries_kind_idx", _E.kind, _E.at, _E.id)
sa.Index("audit_entries_actor_idx", _E.actor, _E.at, _E.id)
sa.Index("audit_entries_action_idx", _E.action, _E.at, _E.id)


async def insert_entry(tx: Transaction, event: AuditEvent) -> None:
    """Add an entry."""
    await tx.connection.execute(
        sa.insert(AUDIT_ENTRIES).values(
            at=tx.now,
            actor=event.actor,
            action=event.action,
            subject=event.subject,
            account_id=event.account_id,
            details=dict(event.details),
        )
    )


async def list_entries(
    tx: Transaction, wanted: AuditFilter, *, limit: int, offset: int
) -> Sequence[AuditEntry]:
    """Entries that this transaction sees, newest first. There are none before one that it does not see."""
    query = sa.select(AUDIT_ENTRIES).order_by(_E.at.desc(), _E.id.desc()).limit(limit).offset(offset)
    for name in ("account_id", "subject", "kind", "actor", "action"):
        value = getattr(wanted, name)
        if value is not None:
            query = query.where(_E[name] == value)
    if wanted.since is not None:
        query = query.where(_E.at >= wanted.since)
    if wanted.until is not None:
        query = query.where(_E.at < wanted.until)
    if wanted.before is not None:
        # Looked up first: PostgreSQL uses no index for a row that a subquery gives.
        at = await tx.connection.scalar(sa.select(_E.at).where(_E.id == wanted.before))
        query = query.where(sa.tuple_(_E.at, _E.id) < sa.tuple_(at, wanted.before))
    return [_entry(row) for row in await tx.connection.execute(query)]


async def list_entries_about(
    tx: Transaction, subjects: Collection[str], *, limit: int, offset: int
) -> Sequence[AuditEntry]:
    """Entries about any of the things, oldest first."""
    query = sa.select(AUDIT_ENTRIES).where(AUDIT_ENTRIES.c.subject.in_(subjects))
    rows = await tx.connection.execute(query.order_by(AUDIT_ENTRIES.c.id).limit(limit).offset(offset))
    return [_entry(row) for row in rows]


def _entry(row: sa.Row[Any]) -> AuditEntry:
    event = AuditEvent(
        actor=row.actor,
        action=row.action,
        subject=row.subject,
        account_id=row.account_id,
        details=row.details,
    )
    return AuditEntry(id=row.id, at=row.at, event=event)
