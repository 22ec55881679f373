"""Recording what was done, in the transaction that does it, and reading it again."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from dragoman.audit import store
from dragoman.audit.model import AuditEntry, AuditEvent, AuditFilter
from dragoman.database.connections import Transaction


async def record(tx: Transaction, event: AuditEvent) -> None:
    """Add an entry; it is kept exactly if the transaction commits."""
    await store.insert_entry(tx, event)


async def list_entries(
    tx: Transaction, *, account_id: int | None = None, subject: str | None = None, limit: int, offset: int = 0
) -> Sequence[AuditEntry]:
    """Entries that this transaction sees, newest first; of an account, about a thing, or all."""
    wanted = AuditFilter(account_id=account_id, subject=subject)
    return await store.list_entries(tx, wanted, limit=limit, offset=offset)


async def find_entries(
    tx: Transaction, *, wanted: AuditFilter, limit: int, offset: int = 0
) -> Sequence[AuditEntry]:
    """Entries that this transaction sees and that meet all conditions, newest first."""
    return await store.list_entries(tx, wanted, limit=limit, offset=offset)


async def list_entries_about(
    tx: Transaction, subjects: Collection[str], *, limit: int, offset: int = 0
) -> Sequence[AuditEntry]:
    """Entries about any of the things, such as a project and its translations, oldest first."""
    return await store.list_entries_about(tx, subjects, limit=limit, offset=offset)
