"""The end of document jobs: when their time is over, everything of them is destroyed (D6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from dragoman.blobs import sweep
from dragoman.database.connections import EVERYBODY, transaction
from dragoman.documents import files, store
from dragoman.documents.actions import destroy
from dragoman.resources import Resources

_AT_ONCE: Final = 200


async def expire_job(resources: Resources, *, job_id: UUID, account_id: int) -> None:
    """Destroy one job whose time is over; one that is not yet stays for `expire_jobs`."""
    async with transaction(resources.database, account=account_id) as tx:
        if await store.find_document(tx, job_id) is None:
            await destroy(tx, job_id)


async def expire_jobs(resources: Resources) -> int:
    """Destroy every job whose time is over; how many. What `expire_job` missed, if anything."""
    total = 0
    while True:
        async with transaction(resources.database, account=EVERYBODY) as tx:
            expired = await store.list_expired(tx, limit=_AT_ONCE)
            for job_id, _ in expired:
                await destroy(tx, job_id)
        total += len(expired)
        if len(expired) < _AT_ONCE:
            return total


async def delete_job_files(resources: Resources, *, job_id: UUID) -> None:
    """Delete the files of a job whose row is gone."""
    await files.delete_files(resources.blobs, job_id)


async def sweep_files(resources: Resources) -> None:
    """Delete files that belong to no job: left by a crash between a file and its row."""

    async def known(names: Sequence[str]) -> list[str]:
        jobs = {name: job_id for name in names if (job_id := files.job_of(name)) is not None}
        async with transaction(resources.database, account=EVERYBODY) as tx:
            existing = await store.list_known(tx, list(set(jobs.values())))
        return [name for name in names if name not in jobs or jobs[name] in existing]

    await sweep(resources.blobs, is_known=known, prefix=files.PREFIX)
