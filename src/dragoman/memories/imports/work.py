"""A worker's runs of imports: read a batch, write it with the progress, until the file ends.

A batch and the number of translation units read are written in one transaction. So after a run that died, the
next one continues exactly there: no unit is lost, and none is written twice.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final
from uuid import UUID

from dragoman.blobs import BlobMissing, SealBroken, sweep
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.errors import Unavailable
from dragoman.jobs.fair_queue import Slice
from dragoman.jobs.queue import CONTINUED, enqueue
from dragoman.jobs.retry import is_outage_of_service
from dragoman.memories import store as memories
from dragoman.memories.imports import files, store
from dragoman.memories.imports.actions import finish, import_message, undo_message
from dragoman.memories.imports.batches import ImportBatch
from dragoman.memories.imports.model import FailureCode, ImportFailure, MemoryImport, State
from dragoman.memories.imports.wire import ReadRequest
from dragoman.memories.locks import lock_units
from dragoman.memories.overview.store import compact_counts
from dragoman.memories.resources import MemoryResources
from dragoman.runs.run import Paused, Superseded, perform
from dragoman.telemetry import log

MOST_IDLE_RUNS: Final = 8  # without a batch; after them the file is taken for the cause
_UNDO_AT_ONCE: Final = 5000
_LOST: Final = ImportFailure(
    code=FailureCode.FILE_LOST,
    message="The stored file is missing or damaged. Units read before are kept.",
)
_STUCK: Final = ImportFailure(
    code=FailureCode.IMPORT_FAILED,
    message=f"The import failed {MOST_IDLE_RUNS} times at the same unit of the file. Units read before are "
    "kept.",
)


async def run_import(resources: MemoryResources, *, import_id: int, account_id: int) -> None:
    """Do one run of an import. Safe to call for an import that has ended or is running elsewhere.

    Raises errors after which the job is retried: outages, and unexpected errors up to `MOST_IDLE_RUNS` times.
    """
    async with transaction(resources.database, account=account_id) as tx:
        claimed = await store.claim_import(tx, import_id)
    if claimed is None:
        return
    failure = _STUCK if claimed.idle_runs > MOST_IDLE_RUNS else None
    if failure is None:
        try:
            failure = await perform(
                lambda: _work(resources, claimed),
                explain=lambda error: _LOST if isinstance(error, BlobMissing | SealBroken) else None,
                pause=lambda: _pause(resources, claimed),
                subject=f"memory import {import_id}",
            )
        except Exception as error:
            if is_outage_of_service(error):
                await _reset_idle_runs(resources, claimed)
            raise
    if failure is not None:
        await _fail(resources, claimed, failure)


async def _work(resources: MemoryResources, claimed: MemoryImport) -> None:
    """Read the file to its end. Raises `Superseded` and `Paused`."""
    assert claimed.key is not None
    time_slice = Slice(resources.database)
    key = resources.keyring.unwrap(claimed.key, purpose=files.KEY_PURPOSE, context=str(claimed.file))
    with tempfile.TemporaryFile() as opened:
        await files.read_file(resources.blobs, claimed.file, key, into=opened)
        opened.seek(0)
        request = ReadRequest(memory_id=claimed.memory_id, skip=claimed.counts.read, options=claimed.options)
        async with resources.readers.open_file(opened, request) as reader:
            while True:
                batch = await reader.read()  # the process reads the next one while this one is written
                time_slice.start_work()  # not earlier: first the units of earlier runs are skipped
                claimed = await _write(resources, claimed, batch)
                if batch.last:
                    return
                if await time_slice.is_over():
                    raise Paused


async def _write(resources: MemoryResources, claimed: MemoryImport, batch: ImportBatch) -> MemoryImport:
    """Write a batch with the progress, and end the import after the last one. Raises `Superseded`."""
    async with transaction(resources.database, account=claimed.account_id) as tx:
        memory = await memories.find_memory(tx, claimed.memory_id, hold=memories.RowLock.NO_CHANGE)
        if memory is None or not await store.hold_run(tx, claimed.id, run=claimed.run):
            raise Superseded
        written = memories.NOTHING_WRITTEN
        if batch.units.count:
            await lock_units(tx, claimed.memory_id)
            written = await memories.write_unit_columns(
                tx,
                batch.units,
                account_id=claimed.account_id,
                memory_id=claimed.memory_id,
                import_id=claimed.id,
            )
        counts = claimed.counts.plus(batch.counts)
        counts = replace(
            counts,
            added=counts.added + written.added,
            updated=counts.updated + written.written - written.added,
            unchanged=counts.unchanged + batch.units.count - written.written,
        )
        await store.insert_problems(tx, claimed, batch.problems)
        bytes_read = max(claimed.bytes_read, batch.bytes_read)
        await store.update_progress(tx, claimed.id, counts=counts, bytes_read=bytes_read)
        if batch.last:
            failure = None
            if batch.refusal is not None:
                failure = ImportFailure(code=FailureCode.TMX_UNREADABLE, message=batch.refusal)
            state = State.FINISHED if failure is None else State.FAILED
            await finish(tx, claimed, state=state, failure=failure)
            await compact_counts(tx, memory_id=claimed.memory_id)
    if batch.last:
        log().info("memory.import_finished", number=claimed.id, state=state.value, run=claimed.run)
    return replace(claimed, counts=counts, bytes_read=bytes_read)


async def _pause(resources: MemoryResources, claimed: MemoryImport) -> None:
    async with transaction(resources.database, account=claimed.account_id) as tx:
        await enqueue(tx, import_message(claimed, priority=CONTINUED))


async def _reset_idle_runs(resources: MemoryResources, claimed: MemoryImport) -> None:
    """Reset the number of idle runs after an outage, of which the file is not the cause."""
    with suppress(Unavailable):
        async with transaction(resources.database, account=claimed.account_id) as tx:
            if await store.hold_run(tx, claimed.id, run=claimed.run):
                await store.update_import(tx, claimed.id, idle_runs=0)


async def _fail(resources: MemoryResources, claimed: MemoryImport, failure: ImportFailure) -> None:
    async with transaction(resources.database, account=claimed.account_id) as tx:
        if await store.hold_run(tx, claimed.id, run=claimed.run):
            await finish(tx, claimed, state=State.FAILED, failure=failure)
    log().warning("memory.import_failed", number=claimed.id, run=claimed.run)


async def undo_import(resources: MemoryResources, *, import_id: int, account_id: int) -> None:
    """Remove the units that an import added and that were not changed since, in parts. Safe to repeat."""
    after, time_slice = 0, Slice(resources.database)
    while True:
        async with transaction(resources.database, account=account_id) as tx:
            found = await store.find_import(tx, import_id, hold=True)
            if found is None or found.state is not State.UNDOING:
                return
            removed, last = await memories.delete_some_units(
                tx, found.memory_id, after=after, most=_UNDO_AT_ONCE, import_id=import_id
            )
            await store.add_undone(tx, import_id, units=removed)
            if last is None:
                await store.update_import(tx, import_id, state=State.UNDONE)
                return
            after = last
        if await time_slice.is_over():
            async with transaction(resources.database, account=account_id) as tx:
                await enqueue(tx, undo_message(found))
            return


async def delete_file(resources: MemoryResources, *, file: UUID) -> None:
    """Delete the file of an import that has ended."""
    await files.delete_file(resources.blobs, file)


async def sweep_files(resources: MemoryResources) -> None:
    """Delete files that no import needs: a crash between storing a file and its row leaves one."""

    async def known(names: Sequence[str]) -> list[str]:
        held = files.files_of(names)
        async with transaction(resources.database, account=ALL_ACCOUNTS) as tx:
            existing = await store.list_known_files(tx, list(held.values()))
        return [name for name in names if name not in held or held[name] in existing]

    await sweep(resources.blobs, is_known=known, prefix=files.PREFIX)
