"""The expiry of document jobs: all their data is deleted (D6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from dragoman.blobs import sweep
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.documents import files, store
from dragoman.documents.actions import destroy
from dragoman.resources import Resources

_BATCH_SIZE: Final = 200


async def expire_jobs(resources: Resources) -> int:
    """Delete every expired job; returns their number."""
    total = 0
    while True:
        async with transaction(resources.database, account=ALL_ACCOUNTS) as tx:
            expired = await store.list_expired(tx, limit=_BATCH_SIZE)
            if expired:
                await destroy(tx, expired)
        total += len(expired)
        if len(expired) < _BATCH_SIZE:
            return total


async def delete_job_files(resources: Resources, *, job_ids: Sequence[UUID]) -> None:
    """Delete the files of jobs whose rows were deleted."""
    for job_id in job_ids:
        await files.delete_files(resources.blobs, job_id)


async def sweep_files(resources: Resources) -> None:
    """Delete files that belong to no job, as a crash can leave them before the row is stored."""

    async def list_owned(names: Sequence[str]) -> list[str]:
        jobs = {name: job_id for name in names if (job_id := files.job_of(name)) is not None}
        async with transaction(resources.database, account=ALL_ACCOUNTS) as tx:
            existing = await store.list_existing(tx, list(set(jobs.values())))
        return [name for name in names if name not in jobs or jobs[name] in existing]

    await sweep(resources.blobs, is_known=list_owned, prefix=files.PREFIX)
