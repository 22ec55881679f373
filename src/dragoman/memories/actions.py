"""Create, change and delete memories. `units` owns what a memory contains, `imports` its files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from dragoman.access.staff import Staff
from dragoman.accounts.actions import hold_account
from dragoman.accounts.model import Account, check_name
from dragoman.audit.actions import record
from dragoman.audit.model import AuditEvent
from dragoman.database.connections import Transaction
from dragoman.jobs.queue import enqueue
from dragoman.memories import store
from dragoman.memories.imports.actions import cancel_imports
from dragoman.memories.messages import delete_message
from dragoman.memories.model import Memory
from dragoman.memories.refusals import (
    NO_SUCH_MEMORY,
    DisabledPrimary,
    MemoryNameTaken,
    MemoryNotFound,
    TooManyMemories,
)

MOST_MEMORIES: Final = 1000  # of an account
FIRST_NAME: Final = "Translation memory"


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryDraft:
    """A memory to create."""

    account_id: int
    name: str
    primary: bool = False  # replaces the account's primary one
    use_for_translation: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryChanges:
    """Changes to a memory; None changes nothing."""

    name: str | None = None
    primary: bool | None = None
    use_for_translation: bool | None = None
    disabled: bool | None = None


async def create_memory(tx: Transaction, *, draft: MemoryDraft, staff: Staff) -> Memory:
    """Create a memory.

    Raises `AccountUnknown`, `MemoryNameTaken`, `TooManyMemories`, or `RuleBroken` for an unusable name.
    """
    name = check_name(draft.name)
    await hold_account(tx, account_id=draft.account_id)
    await _require_free(tx, account_id=draft.account_id, name=name)
    if await store.count_memories(tx, account_id=draft.account_id) >= MOST_MEMORIES:
        raise TooManyMemories(
            f"An account has at most {MOST_MEMORIES} translation memories. Delete one first."
        )
    if draft.primary:
        await store.resign_primary(tx, account_id=draft.account_id)
    memory = await store.insert_memory(
        tx,
        account_id=draft.account_id,
        name=name,
        primary=draft.primary,
        use_for_translation=draft.use_for_translation,
    )
    await _record(tx, staff, "memory.created", memory)
    return memory


async def create_first_memory(tx: Transaction, *, account: Account, staff: Staff) -> Memory:
    """Create the primary memory of a new account (P1, T5)."""
    draft = MemoryDraft(account_id=account.id, name=FIRST_NAME, primary=True, use_for_translation=True)
    return await create_memory(tx, draft=draft, staff=staff)


async def find_memory(tx: Transaction, memory_id: int) -> Memory:
    """Find a memory that this transaction sees. Raises `MemoryNotFound`."""
    return _found(await store.find_memory(tx, memory_id))


async def find_primary(tx: Transaction, *, account_id: int) -> Memory | None:
    """Find the account's primary memory (T5, P3); None if it has none."""
    return await store.find_primary(tx, account_id=account_id)


async def list_memories(
    tx: Transaction, *, account_id: int | None = None, limit: int, offset: int = 0
) -> Sequence[Memory]:
    """List the memories that this transaction sees, of one account or all, oldest first."""
    return await store.list_memories(tx, account_id=account_id, limit=limit, offset=offset)


async def change_memory(tx: Transaction, memory_id: int, *, changes: MemoryChanges, staff: Staff) -> Memory:
    """Rename a memory, make it primary, enable or disable it. The change applies from the next request on.

    Raises `MemoryNotFound`, `MemoryNameTaken`, `DisabledPrimary`, or `RuleBroken` for an unusable name.
    """
    account_id = (await find_memory(tx, memory_id)).account_id
    await hold_account(tx, account_id=account_id)  # locked in the same order everywhere
    memory = _found(await store.find_memory(tx, memory_id, hold=store.RowLock.ALONE))
    values = await _decide(tx, memory, changes)
    if not values:
        return memory
    if values.get("primary"):
        await store.resign_primary(tx, account_id=account_id)
    changed = await store.update_memory(tx, memory_id, **values)
    await _record(tx, staff, "memory.changed", changed, fields=sorted(values))
    return changed


async def _decide(tx: Transaction, memory: Memory, changes: MemoryChanges) -> dict[str, Any]:
    """Find the columns that change, with their new values."""
    values: dict[str, Any] = {}
    if changes.name is not None and (name := check_name(changes.name)) != memory.name:
        await _require_free(tx, account_id=memory.account_id, name=name)
        values["name"] = name
    if changes.disabled is not None and changes.disabled != (memory.disabled is not None):
        values["disabled"] = tx.now if changes.disabled else None
    for field in ("primary", "use_for_translation"):
        wanted = getattr(changes, field)
        if wanted is not None and wanted != getattr(memory, field):
            values[field] = wanted
    primary = values.get("primary", memory.primary)
    if primary and values.get("disabled", memory.disabled) is not None:
        raise DisabledPrimary(
            "An account's primary translation memory cannot be a disabled one.",
            hints="Make another one primary first, or enable this one.",
        )
    return values


async def delete_memory(tx: Transaction, memory_id: int, *, staff: Staff) -> None:
    """Delete a memory: look-ups find none of its units any more, and a job removes them.

    Its imports are cancelled. Existing versions of sets still name it, but it gives no matches there. Raises
    `MemoryNotFound`.
    """
    memory = _found(await store.find_memory(tx, memory_id, hold=store.RowLock.ALONE))
    await store.update_memory(tx, memory_id, deleted=tx.now, disabled=tx.now, primary=False)
    await cancel_imports(tx, memory_id=memory_id)
    await enqueue(tx, delete_message(memory.account_id, memory_id))
    await _record(tx, staff, "memory.deleted", memory)


async def _require_free(tx: Transaction, *, account_id: int, name: str) -> None:
    if await store.find_named(tx, account_id=account_id, name=name) is not None:
        raise MemoryNameTaken(
            "The account has a translation memory of this name.",
            hints="Choose another name, or use that one.",
        )


async def _record(tx: Transaction, staff: Staff, action: str, memory: Memory, **details: Any) -> None:
    await record(
        tx,
        AuditEvent(
            actor=staff.actor,
            action=action,
            subject=f"memory:{memory.id}",
            account_id=memory.account_id,
            details=details,
        ),
    )


def _found(memory: Memory | None) -> Memory:
    if memory is None:
        raise MemoryNotFound(NO_SUCH_MEMORY)
    return memory
