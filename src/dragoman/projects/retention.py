"""Deleting the blobs of deleted files: by a job after the deletion, and by a sweep after a crash."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from dragoman.blobs import sweep
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.projects import file_store, files
from dragoman.resources import Resources


async def delete_blobs(resources: Resources, *, file_id: UUID) -> None:
    """Delete the blobs of a file whose row was deleted."""
    await files.delete_files(resources.blobs, file_id)


async def sweep_files(resources: Resources) -> None:
    """Delete blobs that belong to no file, and translated files that no translation refers to."""

    async def list_owned(names: Sequence[str]) -> list[str]:
        owners = {name: file_id for name in names if (file_id := files.file_of(name)) is not None}
        results = {name: result for name in owners if (result := files.result_of(name)) is not None}
        async with transaction(resources.database, account=ALL_ACCOUNTS) as tx:
            existing = await file_store.list_existing_files(tx, set(owners.values()))
            delivered = await file_store.list_existing_results(tx, set(results.values()))
        return [
            name
            for name in names
            if name not in owners
            or (owners[name] in existing and (name not in results or results[name] in delivered))
        ]

    await sweep(resources.blobs, is_known=list_owned, prefix=files.PREFIX)
