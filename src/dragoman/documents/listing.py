"""Document jobs of an account, for its people: list, show, delete. `actions` has those of an application.

The transaction is the account's. An `application_id` narrows it down to what one application, or the
person who acts through it, handed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from dragoman.access.keyring import Keyring
from dragoman.database.connections import Transaction
from dragoman.documents import store
from dragoman.documents.actions import destroy, not_found, subject
from dragoman.documents.model import DocumentFilter, Job
from dragoman.documents.secrets import read_row
from dragoman.notifications.actions import find_statuses
from dragoman.notifications.model import NotificationStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedDocument:
    """A job, and how far its callback is; None: it has none, or not yet."""

    job: Job
    callback: NotificationStatus | None


async def list_documents(
    tx: Transaction, keyring: Keyring, *, wanted: DocumentFilter, limit: int, offset: int = 0
) -> Sequence[ListedDocument]:
    """The jobs this transaction sees that have not expired, newest first."""
    rows = await store.list_documents(tx, wanted, limit=limit, offset=offset)
    return await _with_callbacks(tx, [read_row(keyring, row) for row in rows])


async def get_document(
    tx: Transaction, keyring: Keyring, *, job_id: UUID, application_id: int | None = None
) -> ListedDocument:
    """One job. Raises `NotFound`, also for expired jobs and those of others."""
    row = await store.find_document(tx, job_id, application_id=application_id)
    if row is None:
        raise not_found()
    (listed,) = await _with_callbacks(tx, [read_row(keyring, row)])
    return listed


async def delete_document(tx: Transaction, *, job_id: UUID, application_id: int | None = None) -> None:
    """Cancel a job, or delete it with its files and notifications before it expires. Raises `NotFound`."""
    if await store.find_document(tx, job_id, application_id=application_id) is None:
        raise not_found()
    await destroy(tx, [job_id])


async def _with_callbacks(tx: Transaction, jobs: Sequence[Job]) -> Sequence[ListedDocument]:
    statuses = await find_statuses(tx, subjects=[subject(job.id) for job in jobs])
    return [ListedDocument(job=job, callback=statuses.get(subject(job.id))) for job in jobs]
