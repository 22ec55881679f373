"""Actions of staff on the units of a memory. Changes are recorded in the audit log, without any text."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import Final

from dragoman.access.staff import Staff
from dragoman.audit.actions import record
from dragoman.audit.model import AuditEvent
from dragoman.database.connections import Transaction
from dragoman.memories.model import Memory, MemoryUnit, StoredUnit, UnitOrigin
from dragoman.memories.refusals import (
    NO_SUCH_MEMORY,
    NO_SUCH_UNIT,
    MemoryNotFound,
    TooManyUnits,
    UnitChanged,
    UnitNotFound,
    UnitRefused,
    UnitsChanged,
)
from dragoman.memories.rows import write_row
from dragoman.memories.store import RowLock, write_units
from dragoman.memories.store import delete_units as delete_stored_units
from dragoman.memories.store import find_memory as find_stored_memory
from dragoman.memories.units import store
from dragoman.memories.units.model import (
    EVERY_UNIT,
    UnitChanges,
    UnitDraft,
    UnitFilter,
    UnitPage,
    check_properties,
)
from dragoman.memories.units.selection import UnitSelection
from dragoman.memories.units.tagging import map_tags, read_tagged
from dragoman.memories.words import Side, write_query
from dragoman.segments import Segment, plain_text

MOST_DELETED: Final = 100_000  # units at once: about five seconds


async def find_units(
    tx: Transaction,
    memory_id: int,
    *,
    search: str | None = None,
    side: Side = Side.BOTH,
    wanted: UnitFilter = EVERY_UNIT,
    page: tuple[int, int],
) -> UnitPage:
    """List a memory's units, or those with all words of a search. `page`: after which id, and how many.

    Raises `MemoryNotFound`, and what `write_query` raises.
    """
    after, limit = page
    memory = await _find_memory(tx, memory_id)
    if search is None:
        units = await store.list_units(tx, memory.id, after=after, most=limit + 1, wanted=wanted)
    else:
        query = write_query(search, memory_id=memory.id, side=side)
        units = await store.search_units(tx, memory, query=query, after=after, most=limit + 1, wanted=wanted)
    return _cut(units, limit)


async def find_unit(tx: Transaction, memory_id: int, unit_id: int) -> StoredUnit:
    """Find a unit. Raises `MemoryNotFound` or `UnitNotFound`."""
    memory = await _find_memory(tx, memory_id)
    return _found(await store.find_unit(tx, memory.id, unit_id))


async def list_duplicates(
    tx: Transaction, memory_id: int, *, after: bytes = b"", limit: int
) -> tuple[list[list[StoredUnit]], bytes | None]:
    """List units whose source has several targets, grouped by source, and the hash to continue after."""
    memory = await _find_memory(tx, memory_id)
    found = await store.list_duplicates(tx, memory.id, after=after, most=limit + 1)
    groups = [(key, [unit for _, unit in many]) for key, many in groupby(found, key=lambda one: one[0])]
    more = len(groups) > limit
    shown = groups[:limit]
    return [units for _, units in shown], shown[-1][0] if more else None


async def add_unit(
    tx: Transaction, memory_id: int, *, draft: UnitDraft, staff: Staff
) -> tuple[StoredUnit, bool]:
    """Add a unit without context, or replace that of the same source. Also returns whether it was added.

    Raises `MemoryNotFound` or `UnitRefused`.
    """
    memory = await _find_memory(tx, memory_id, hold=RowLock.UNITS)
    source = read_tagged(draft.source, field="source")
    target = read_tagged(draft.target, field="target")
    unit = MemoryUnit(
        source_language=draft.source_language,
        target_language=draft.target_language,
        source=_require_text(source, field="source"),
        target=_require_text(target, field="target"),
        origin=UnitOrigin.HUMAN,
        status=draft.status,
        created=tx.now,
        created_by=staff.actor,
        changed=tx.now,
        changed_by=staff.actor,
        properties=check_properties(draft.properties or {}),
    )
    row = write_row(unit, memory_id=memory.id)
    written = await write_units(tx, [row], account_id=memory.account_id, memory_id=memory.id)
    kept = _found(await store.find_identical(tx, memory.id, identity=row.identity))
    added = bool(written) and written[0].added
    await _record(tx, staff, "memory.unit_added" if added else "memory.unit_changed", memory, unit=kept.id)
    return kept, added


async def change_unit(
    tx: Transaction, memory_id: int, unit_id: int, *, changes: UnitChanges, staff: Staff
) -> StoredUnit:
    """Change a unit's target, status or properties. The change applies to the next look-up.

    Raises `MemoryNotFound`, `UnitNotFound`, `UnitChanged`, `UnitRefused`.
    """
    memory = await _find_memory(tx, memory_id, hold=RowLock.UNITS)
    kept = _found(await store.find_unit(tx, memory.id, unit_id, hold=True))
    _require_version(kept, changes.version)
    unit = _apply(kept.unit, changes)
    if unit == kept.unit:
        return kept
    fields = sorted(
        name for name in ("target", "status", "properties") if getattr(unit, name) != getattr(kept.unit, name)
    )
    unit = replace(unit, changed=tx.now, changed_by=staff.actor)
    row = write_row(unit, memory_id=memory.id)
    changed = await store.update_unit(tx, unit_id, row=row, account_id=memory.account_id)
    await _record(tx, staff, "memory.unit_changed", memory, unit=unit_id, fields=fields)
    return changed


async def delete_unit(
    tx: Transaction, memory_id: int, unit_id: int, *, version: int | None = None, staff: Staff
) -> None:
    """Delete a unit; with `version`, only if it has this one. Raises as `change_unit` does."""
    memory = await _find_memory(tx, memory_id, hold=RowLock.UNITS)
    kept = _found(await store.find_unit(tx, memory.id, unit_id, hold=True))
    if version is not None:
        _require_version(kept, version)
    await delete_stored_units(tx, memory.id, [unit_id])
    await _record(tx, staff, "memory.unit_deleted", memory, unit=unit_id)


async def count_units(tx: Transaction, memory_id: int, *, selection: UnitSelection) -> int | None:
    """Count the units that `delete_units` would delete; None: more than `MOST_DELETED`.

    Raises `MemoryNotFound`, and what `write_query` raises.
    """
    ids = await _select(tx, await _find_memory(tx, memory_id), selection)
    return len(ids) if len(ids) <= MOST_DELETED else None


async def delete_units(
    tx: Transaction, memory_id: int, *, selection: UnitSelection, expected: int, staff: Staff
) -> int:
    """Delete all units of a selection, if they are as many as the caller expects. Returns how many.

    Raises `MemoryNotFound`, `UnitsChanged` for another number, `TooManyUnits`, and what `write_query` raises.
    """
    memory = await _find_memory(tx, memory_id, hold=RowLock.UNITS)
    ids = await _select(tx, memory, selection)
    if len(ids) > MOST_DELETED:
        raise TooManyUnits(
            f"At most {MOST_DELETED} units can be deleted at once. Select fewer, by words or languages."
        )
    if len(ids) != expected:
        raise UnitsChanged(f"The number of units is {len(ids)} now, not {expected}. Look at them again.")
    deleted = await delete_stored_units(tx, memory.id, ids)
    await _record(tx, staff, "memory.units_deleted", memory, units=deleted)
    return deleted


async def _select(tx: Transaction, memory: Memory, selection: UnitSelection) -> list[int]:
    """The ids of the units of a selection, at most one more than can be deleted."""
    query = None
    if selection.search is not None:
        query = write_query(selection.search, memory_id=memory.id, side=selection.side)
    return await store.list_some_ids(tx, memory, query=query, wanted=selection.wanted, most=MOST_DELETED + 1)


def _apply(unit: MemoryUnit, changes: UnitChanges) -> MemoryUnit:
    if changes.target is not None:
        known = map_tags([unit.source, unit.target])
        target = _require_text(read_tagged(changes.target, known=known, field="target"), field="target")
        if target != unit.target:
            unit = replace(unit, target=target, origin=UnitOrigin.HUMAN)
    if changes.status is not None:
        unit = replace(unit, status=changes.status)
    if changes.properties is not None:
        unit = replace(unit, properties=dict(check_properties(changes.properties)))
    return unit


def _require_text(segment: Segment, *, field: str) -> Segment:
    if not plain_text(segment).strip():
        raise UnitRefused("A unit needs text in its source and in its target.", field=field)
    return segment


def _require_version(kept: StoredUnit, version: int) -> None:
    if kept.version != version:
        raise UnitChanged(
            f"The unit was changed meanwhile: its version is {kept.version}. Read it again, then change it."
        )


def _cut(units: list[StoredUnit], limit: int) -> UnitPage:
    shown = units[:limit]
    return UnitPage(units=shown, next_after=shown[-1].id if len(units) > limit else None)


async def _find_memory(tx: Transaction, memory_id: int, *, hold: RowLock = RowLock.NOTHING) -> Memory:
    memory = await find_stored_memory(tx, memory_id, hold=hold)
    if memory is None:
        raise MemoryNotFound(NO_SUCH_MEMORY)
    return memory


def _found(unit: StoredUnit | None) -> StoredUnit:
    if unit is None:
        raise UnitNotFound(NO_SUCH_UNIT)
    return unit


async def _record(tx: Transaction, staff: Staff, action: str, memory: Memory, **details: object) -> None:
    event = AuditEvent(
        actor=staff.actor,
        action=action,
        subject=f"memory:{memory.id}",
        account_id=memory.account_id,
        details=details,
    )
    await record(tx, event)
