"""Announce a transfer of a memory, and carry it out: a file becomes a memory, a memory a file."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID

from dragoman.access.staff import Staff
from dragoman.accounts.model import MAX_NAME, check_name
from dragoman.database.connections import Transaction, transaction
from dragoman.errors import Conflict, LimitExceeded, NotFound, RuleBroken
from dragoman.memories.actions import MOST_MEMORIES, MemoryDraft, create_memory, delete_memory, list_memories
from dragoman.memories.imports.actions import MemoryUpload, find_import, import_upload
from dragoman.memories.imports.model import ImportOptions, MemoryImport
from dragoman.memories.refusals import ImportNotFound, MemoryNotFound
from dragoman.memories.resources import MemoryResources
from dragoman.memories.transfers import store
from dragoman.memories.transfers.model import Transfer, TransferDraft

_GOOD_FOR: Final = timedelta(hours=1)
_SHOWN_FOR: Final = timedelta(days=7)  # after its address is over


@dataclass(frozen=True, slots=True, kw_only=True)
class TransferState:
    """A transfer, and how far its import is."""

    transfer: Transfer
    found: MemoryImport | None  # None: not made yet, deleted, or an export
    is_over: bool  # its address is good no longer


async def announce(tx: Transaction, draft: TransferDraft, *, most_bytes: int) -> Transfer:
    """Store what a client is going to send or to fetch. Raises `RuleBroken` or `LimitExceeded`."""
    if draft.size is not None and draft.size > most_bytes:
        raise LimitExceeded(
            f"The file is too large: it has {draft.size} bytes, at most {most_bytes} are accepted. Split it."
        )
    await store.delete_older(tx, account_id=draft.account_id, than=tx.now - _SHOWN_FOR)
    made = Transfer(
        id=uuid.uuid4(),
        account_id=draft.account_id,
        is_import=draft.is_import,
        name=check_name(draft.name),
        file_name=draft.file_name,
        content_type=draft.content_type,
        size=draft.size,
        memory_id=draft.memory_id,
        import_id=None,
        created=tx.now,
        updated=tx.now,
        expires=tx.now + _GOOD_FOR,
    )
    await store.insert_transfer(tx, made)
    return made


async def read_state(tx: Transaction, transfer_id: UUID) -> TransferState:
    """Find a transfer and its import. Raises `NotFound`."""
    one = _found(await store.find_transfer(tx, transfer_id))
    found = None
    if one.memory_id is not None and one.import_id is not None:
        try:
            found = (await find_import(tx, one.memory_id, one.import_id, limit=1)).record
        except (MemoryNotFound, ImportNotFound):
            found = None
    return TransferState(transfer=one, found=found, is_over=tx.now >= one.expires)


async def receive_file(
    resources: MemoryResources,
    transfer_id: UUID,
    *,
    account_id: int,
    size: int,
    pieces: AsyncIterable[bytes],
    staff: Staff,
) -> None:
    """Make a memory of the file of an announced import: a job brings its units in.

    Raises `NotFound` (unknown or over), `Conflict` (the file is there already), `RuleBroken` for another
    number of bytes than was announced, and what `import_upload` raises: then no memory is left.
    """
    async with transaction(resources.database, account=account_id) as tx:
        one = _found(await store.find_transfer(tx, transfer_id, lock=True))
        _check(one, size=size, is_over=tx.now >= one.expires)
        draft = MemoryDraft(account_id=account_id, name=await _free_name(tx, one))
        memory = await create_memory(tx, draft=draft, staff=staff)
        await store.update_transfer(tx, one.id, {"memory_id": memory.id})
    upload = MemoryUpload(
        file_name=one.file_name, size=size, pieces=pieces, options=ImportOptions(), owner=staff
    )
    try:
        made = await import_upload(resources, memory.id, upload=upload, staff=staff, seen=account_id)
    except Exception:
        async with transaction(resources.database, account=account_id) as tx:
            await store.update_transfer(tx, one.id, {"memory_id": None})
            await delete_memory(tx, memory.id, staff=staff)
        raise
    async with transaction(resources.database, account=account_id) as tx:
        await store.update_transfer(tx, one.id, {"import_id": made.id})


def _check(one: Transfer, *, size: int, is_over: bool) -> None:
    if not one.is_import or is_over:
        raise _not_found()
    if one.memory_id is not None:
        raise Conflict("The file of this import is there already.")
    if one.size is not None and one.size != size:
        raise RuleBroken(f"The file has {size} bytes; {one.size} were announced.")


async def _free_name(tx: Transaction, one: Transfer) -> str:
    """The name that the memory gets: with a number where another memory has it."""
    known = await list_memories(tx, account_id=one.account_id, limit=MOST_MEMORIES)
    taken = {memory.name.lower() for memory in known}
    name, at = one.name, 1
    while name.lower() in taken:
        at += 1
        ending = f" ({at})"
        name = one.name[: MAX_NAME - len(ending)] + ending
    return name


def _found(one: Transfer | None) -> Transfer:
    if one is None:
        raise _not_found()
    return one


def _not_found() -> NotFound:
    return NotFound("There is no such transfer: it never existed, or its time is over.")
