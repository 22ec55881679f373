"""Create a set of memories, change it by a new version, find and list sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.access.staff import Staff
from dragoman.accounts.actions import hold_account
from dragoman.accounts.model import check_name
from dragoman.audit.actions import record
from dragoman.audit.model import AuditEvent
from dragoman.database.connections import Transaction
from dragoman.errors import RulesBroken
from dragoman.memories import store as memories
from dragoman.memories.model import Member
from dragoman.memories.refusals import NO_SUCH_SET, MemoryNameTaken, NamedMemoryUnknown, SetNotFound
from dragoman.memories.sets import store
from dragoman.memories.sets.model import MemorySet, SetVersion, check_members


@dataclass(frozen=True, slots=True, kw_only=True)
class SetDraft:
    """A set to create."""

    account_id: int
    name: str
    members: Sequence[Member]  # best first


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrentSet:
    """A set and its current version."""

    memory_set: MemorySet
    current: SetVersion


async def create_set(tx: Transaction, *, draft: SetDraft, staff: Staff) -> CurrentSet:
    """Create a set and its first version.

    Raises `AccountUnknown`, `MemoryNameTaken`, `MembersRefused`, `NamedMemoryUnknown`, or `RuleBroken` for an
    unusable name.
    """
    name = check_name(draft.name)
    await hold_account(tx, account_id=draft.account_id)
    if await store.find_named(tx, account_id=draft.account_id, name=name) is not None:
        raise MemoryNameTaken(
            "The account has a set of this name.", hints="Choose another name, or change that set."
        )
    made = await store.insert_set(tx, account_id=draft.account_id, name=name)
    return await _add_version(tx, made, draft.members, staff, action="memory_set.created")


async def add_version(tx: Transaction, set_id: int, *, members: Sequence[Member], staff: Staff) -> CurrentSet:
    """Change a set by a new version with these members. Earlier versions do not change.

    Raises `SetNotFound`, `MembersRefused`, `NamedMemoryUnknown`.
    """
    found = _found(await store.find_set(tx, set_id, hold=True))
    return await _add_version(tx, found, members, staff, action="memory_set.changed")


async def list_sets(
    tx: Transaction, *, account_id: int | None = None, limit: int, offset: int = 0
) -> Sequence[CurrentSet]:
    """List the sets that this transaction sees, of one account or all, oldest first."""
    found = await store.list_sets(tx, account_id=account_id, limit=limit, offset=offset)
    current = await store.list_current(tx, [one.id for one in found])
    return [CurrentSet(memory_set=one, current=current[one.id]) for one in found]


async def list_sets_with(tx: Transaction, memory_id: int, *, account_id: int) -> Sequence[MemorySet]:
    """List the account's sets whose current version has a memory, by name."""
    return await store.list_sets_with(tx, memory_id, account_id=account_id)


async def find_set(tx: Transaction, set_id: int) -> CurrentSet:
    """Find a set and its current version. Raises `SetNotFound`."""
    found = _found(await store.find_set(tx, set_id))
    return CurrentSet(memory_set=found, current=await find_version(tx, set_id, version=found.version))


async def find_own_set(tx: Transaction, set_id: int, *, account_id: int) -> MemorySet | None:
    """Find a set of the account, with the number of its current version."""
    found = await store.find_set(tx, set_id)
    return found if found is not None and found.account_id == account_id else None


async def list_versions(tx: Transaction, set_id: int, *, limit: int, offset: int = 0) -> Sequence[SetVersion]:
    """List the versions of a set, newest first. Raises `SetNotFound`."""
    _found(await store.find_set(tx, set_id))
    return await store.list_versions(tx, [set_id], limit=limit, offset=offset)


async def find_version(tx: Transaction, set_id: int, *, version: int) -> SetVersion:
    """Find a version of a set. Raises `SetNotFound`."""
    found = await store.list_versions(tx, [set_id], version=version)
    if not found:
        raise SetNotFound(NO_SUCH_SET)
    return found[0]


async def find_members(tx: Transaction, set_id: int, version: int) -> Sequence[Member]:
    """Find the memories of a version that can be looked into now, best first. Raises `SetNotFound`.

    Memories that were deleted or disabled since are left out, but remain members of the version.
    """
    found = await find_version(tx, set_id, version=version)
    one = _found(await store.find_set(tx, set_id))
    ids = [member.memory_id for member in found.members]
    kept = await memories.list_among(tx, ids, account_id=one.account_id)
    return [
        member
        for member in found.members
        if member.memory_id in kept and kept[member.memory_id].disabled is None
    ]


_UNKNOWN: Final = "The account does not have a translation memory that the set names."


async def _add_version(
    tx: Transaction, one: MemorySet, members: Sequence[Member], staff: Staff, *, action: str
) -> CurrentSet:
    check_members(members)
    ids = [member.memory_id for member in members]
    kept = await memories.list_among(tx, ids, account_id=one.account_id)
    if unknown := [number for number, identity in enumerate(ids, start=1) if identity not in kept]:
        # The same message for another account's memory and for one that does not exist.
        hints = "List the account's translation memories. Member number {} is not among them."
        raise RulesBroken([NamedMemoryUnknown(_UNKNOWN, hints=hints.format(number)) for number in unknown])
    now, version = await store.insert_version(tx, one, members=members, created_by=staff.actor)
    event = AuditEvent(
        actor=staff.actor,
        action=action,
        subject=f"memory_set:{one.id}",
        account_id=one.account_id,
        details={"version": version.version, "memories": ids},
    )
    await record(tx, event)
    return CurrentSet(memory_set=now, current=version)


def _found(found: MemorySet | None) -> MemorySet:
    if found is None:
        raise SetNotFound(NO_SUCH_SET)
    return found
