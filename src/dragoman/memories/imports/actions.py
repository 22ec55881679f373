"""Actions of staff on imports: submit a file, read its progress, cancel it, undo it."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from dragoman.access.keyring import Keyring
from dragoman.access.model import Caller, StaffRole
from dragoman.access.staff import Staff, find_staff
from dragoman.audit.actions import record
from dragoman.audit.model import AuditEvent
from dragoman.blobs import Blobs, new_key
from dragoman.database.connections import ALL_ACCOUNTS, RowScope, Transaction, transaction
from dragoman.errors import Conflict, DragomanError, LimitExceeded, RuleBroken, TooManyRequests, Unavailable
from dragoman.idempotency.actions import answer_once
from dragoman.idempotency.model import RepeatableRequest, StoredAnswer
from dragoman.jobs.queue import CONTINUED, Message, enqueue
from dragoman.memories import store as memories
from dragoman.memories.imports import files, store
from dragoman.memories.imports.model import (
    ACTIVE,
    ImportDraft,
    ImportFailure,
    ImportOptions,
    MemoryImport,
    MemoryImportReport,
    State,
)
from dragoman.memories.messages import DELETE_FILE, IMPORT, QUEUE, UNDO_IMPORT, share_of
from dragoman.memories.model import Memory
from dragoman.memories.refusals import NO_SUCH_IMPORT, NO_SUCH_MEMORY, ImportNotFound, MemoryNotFound
from dragoman.memories.resources import MemoryResources
from dragoman.settings import Settings
from dragoman.text_io.file_names import shown_file_name

MOST_ACTIVE: Final = 100  # unfinished imports of an account
_BUSY_SECONDS: Final = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryUpload:
    """A file to import, as the client sends it."""

    file_name: str
    size: int  # bytes
    pieces: AsyncIterable[bytes] = field(repr=False)
    options: ImportOptions
    owner: Staff | None = None  # acts for the caller's own account; None: the caller is staff of the provider


# Makes the answer that is stored for repeats of the same request (E8).
Answer = Callable[[MemoryImport], StoredAnswer]


async def submit_import(
    resources: MemoryResources,
    memory_id: int,
    *,
    upload: MemoryUpload,
    caller: Caller,
    repeatable: RepeatableRequest | None,
    answer: Answer,
) -> StoredAnswer:
    """Store a file and its job durably. Staff needs the role manager.

    A repeated request gets the answer of the first. Raises `Forbidden`, `MemoryNotFound`, `LimitExceeded`,
    `TooManyRequests`, and what `hold` raises. No transaction is open while the file is stored.
    """
    seen = ALL_ACCOUNTS if upload.owner is None else caller.account_id
    async with transaction(resources.database, account=seen) as tx:
        staff = upload.owner or await find_staff(tx, caller)
        staff.require(StaffRole.MANAGER)
        await _find_memory(tx, memory_id)
    draft = await store_upload(resources.settings, resources.keyring, resources.blobs, upload=upload)
    try:
        async with transaction(resources.database, account=seen) as tx:

            async def accept() -> StoredAnswer:
                return answer(await accept_import(tx, memory_id, draft=draft, staff=staff))

            answered = await answer_once(tx, repeatable, accept, account_id=caller.account_id)
    except DragomanError as error:
        if not isinstance(error, Unavailable):  # then the commit may have succeeded: a sweep decides
            await files.delete_file(resources.blobs, draft.file)
        raise
    if answered.is_repeat:
        await files.delete_file(resources.blobs, draft.file)
    return answered.answer


async def import_upload(
    resources: MemoryResources, memory_id: int, *, upload: MemoryUpload, staff: Staff, seen: int | RowScope
) -> MemoryImport:
    """Store a file and its job, as `submit_import` does, for a person. `seen`: whose memories they see.

    Raises `Forbidden`, `MemoryNotFound`, `LimitExceeded`, `RuleBroken`, `TooManyRequests`.
    """
    staff.require(StaffRole.MANAGER)
    async with transaction(resources.database, account=seen) as tx:
        await _find_memory(tx, memory_id)
    draft = await store_upload(resources.settings, resources.keyring, resources.blobs, upload=upload)
    try:
        async with transaction(resources.database, account=seen) as tx:
            return await accept_import(tx, memory_id, draft=draft, staff=staff)
    except DragomanError as error:
        if not isinstance(error, Unavailable):  # then the commit may have succeeded: a sweep decides
            await files.delete_file(resources.blobs, draft.file)
        raise


async def store_upload(
    settings: Settings, keyring: Keyring, blobs: Blobs, *, upload: MemoryUpload
) -> ImportDraft:
    """Seal and store a file, for `accept_import`. Raises `LimitExceeded` or `RuleBroken`."""
    most = settings.max_memory_bytes
    if upload.size > most:
        raise LimitExceeded(
            f"The file is too large: it has {upload.size} bytes, at most {most} are accepted. Split it.",
            field="file",
        )
    if not upload.size:
        raise RuleBroken("The file is empty.", field="file")
    file, key = uuid.uuid4(), new_key()
    await files.write_file(blobs, file, key, upload.pieces)
    return ImportDraft(
        file_name=shown_file_name(upload.file_name, otherwise="memory.tmx"),
        file=file,
        key=keyring.wrap(key, purpose=files.KEY_PURPOSE, context=str(file)),
        size=upload.size,
        options=upload.options,
    )


async def accept_import(tx: Transaction, memory_id: int, *, draft: ImportDraft, staff: Staff) -> MemoryImport:
    """Create the import of a stored file. Raises `MemoryNotFound` or `TooManyRequests`."""
    memory = await _find_memory(tx, memory_id, held=memories.RowLock.NO_CHANGE)
    waiting = await store.count_active(tx, account_id=memory.account_id)
    if waiting >= MOST_ACTIVE:
        raise TooManyRequests(
            f"{waiting} imports of this account wait already. Send more when some are done.",
            retry_after=_BUSY_SECONDS,
        )
    made = await store.insert_import(tx, memory, draft=draft, created_by=staff.actor)
    await enqueue(tx, import_message(made))
    await _record(tx, staff, "memory.import_started", made, size=made.size)
    return made


def import_message(one: MemoryImport, *, priority: int = 0) -> Message:
    """The queue's message to work on an import."""
    return _message(one, task=IMPORT, priority=priority)


def undo_message(one: MemoryImport) -> Message:
    """The queue's message to remove the units that an import added."""
    return _message(one, task=UNDO_IMPORT, priority=CONTINUED)


def _message(one: MemoryImport, *, task: str, priority: int) -> Message:
    arguments = {"number": one.id, "account": one.account_id}
    return Message(
        task=task,
        arguments=arguments,
        queue=QUEUE,
        share=share_of(one.account_id, one.memory_id),
        priority=priority,
    )


async def list_imports(
    tx: Transaction, memory_id: int, *, limit: int, offset: int = 0
) -> Sequence[MemoryImport]:
    """List a memory's imports, newest first. Raises `MemoryNotFound`."""
    memory = await _find_memory(tx, memory_id)
    return await store.list_imports(tx, memory_id=memory.id, limit=limit, offset=offset)


async def find_import(
    tx: Transaction, memory_id: int, import_id: int, *, limit: int, offset: int = 0
) -> MemoryImportReport:
    """Find an import, with a page of its problems. Raises `MemoryNotFound` or `ImportNotFound`."""
    await _find_memory(tx, memory_id)
    found = _found(await store.find_import(tx, import_id, memory_id=memory_id))
    problems = await store.list_problems(tx, found.id, limit=limit, offset=offset)
    return MemoryImportReport(record=found, problems=problems)


async def end_import(
    tx: Transaction, memory_id: int, import_id: int, *, undo: bool, staff: Staff
) -> MemoryImport:
    """Cancel an unfinished import; with `undo`, remove the units that an import has added, finished or not.

    Units that it replaced are not restored, and units that were changed since the import are kept. Raises
    `MemoryNotFound`, `ImportNotFound`, or `Conflict` when there is nothing to cancel or to undo.
    """
    await _find_memory(tx, memory_id)
    found = _found(await store.find_import(tx, import_id, memory_id=memory_id, hold=True))
    if found.state in (State.UNDOING, State.UNDONE):
        raise Conflict("The import is undone already.")
    if not undo and found.state not in ACTIVE:
        raise Conflict(
            "The import has ended, so that there is nothing to stop. To remove the units that it added, "
            "undo it."
        )
    if found.state in ACTIVE:
        await finish(tx, found, state=State.CANCELLED)
    if undo:
        await store.update_import(tx, found.id, state=State.UNDOING, undone=0)
        await enqueue(tx, undo_message(found))
    await _record(tx, staff, "memory.import_undone" if undo else "memory.import_cancelled", found)
    return _found(await store.find_import(tx, found.id))


async def cancel_imports(tx: Transaction, *, memory_id: int) -> None:
    """Cancel all unfinished imports of a memory that the transaction holds."""
    for found in await store.list_active(tx, memory_id=memory_id):
        await finish(tx, found, state=State.CANCELLED)


async def finish(
    tx: Transaction, found: MemoryImport, *, state: State, failure: ImportFailure | None = None
) -> None:
    """End an import that the transaction holds, and destroy its file."""
    why = {} if failure is None else {"failure": failure.message, "failure_code": failure.code}
    await store.update_import(tx, found.id, state=state, finished=tx.now, key=None, **why)
    await enqueue(tx, Message(task=DELETE_FILE, arguments={"file": str(found.file)}, queue=QUEUE, priority=1))


async def _record(tx: Transaction, staff: Staff, action: str, one: MemoryImport, **details: Any) -> None:
    event = AuditEvent(
        actor=staff.actor,
        action=action,
        subject=f"memory:{one.memory_id}",
        account_id=one.account_id,
        details={"import": one.id, **details},
    )
    await record(tx, event)


async def _find_memory(
    tx: Transaction, memory_id: int, *, held: memories.RowLock = memories.RowLock.NOTHING
) -> Memory:
    memory = await memories.find_memory(tx, memory_id, hold=held)
    if memory is None:
        raise MemoryNotFound(NO_SUCH_MEMORY)
    return memory


def _found(found: MemoryImport | None) -> MemoryImport:
    if found is None:
        raise ImportNotFound(NO_SUCH_IMPORT)
    return found
