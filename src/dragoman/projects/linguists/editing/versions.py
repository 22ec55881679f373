"""The history of a segment, restoring an earlier version, and undoing a change of many segments (V8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.database.connections import Transaction
from dragoman.projects import segment_versions
from dragoman.projects.linguists.editing.opening import (
    Editor,
    SegmentAddress,
    TranslationAddress,
    find_segment,
    open_for_changes,
    open_translation,
)
from dragoman.projects.linguists.editing.refusals import SegmentChanged, SegmentLocked, VersionMissing
from dragoman.projects.linguists.editing.saving import store_changes
from dragoman.projects.segment_model import ProjectSegment, SegmentChangeKind, SegmentState, SegmentVersion
from dragoman.projects.segment_store import SegmentChange, find_segments, read_revision

_MOVES_NO_TEXT = (SegmentChangeKind.LOCKED, SegmentChangeKind.UNLOCKED)


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoneChange:
    """What undoing a revision did."""

    segments: Sequence[ProjectSegment]  # that are again as they were before it
    kept: Sequence[int]  # numbers of segments that were changed again since, and stay
    revision: int  # of the translation


async def list_history(
    tx: Transaction, address: SegmentAddress, *, editor: Editor
) -> Sequence[SegmentVersion]:
    """List all versions of a segment, the current one first. Raises `NotFound`, `Forbidden`."""
    await open_translation(tx, address, editor)
    row = await find_segment(tx, address)
    return [_current(row), *await segment_versions.list_versions(tx, address.translation_id, row.number)]


def _current(row: ProjectSegment) -> SegmentVersion:
    return SegmentVersion(
        number=row.number,
        revision=row.revision,
        target=row.target,
        state=row.state,
        origin=row.origin,
        score=row.score,
        change=row.change,
        changed=row.changed,
        changed_by=row.changed_by,
    )


async def restore_version(
    tx: Transaction, address: SegmentAddress, revision: int, *, expected: int, editor: Editor
) -> ProjectSegment:
    """Restore the translation that a segment had in a version; a confirmed one is to be confirmed again.

    `expected` is the segment's current version. Raises `NotFound`, `Forbidden`, `NotOpen`, `HandedBack`,
    `ProjectHeld`, `SegmentLocked`, `SegmentChanged`, `VersionMissing`.
    """
    context = await open_for_changes(tx, address, editor)
    row = await find_segment(tx, address)
    if row.locked:
        raise SegmentLocked(row.number)
    if row.revision != expected:
        raise SegmentChanged(row)
    earlier = await segment_versions.list_versions(tx, address.translation_id, row.number)
    version = next((one for one in earlier if one.revision == revision), None)
    if version is None:
        raise VersionMissing(
            f"Segment {row.number} has no earlier version {revision}.", hints="List its versions."
        )
    change = _write_back(version)
    if change.state is SegmentState.CONFIRMED:
        change = _write_back(version, state=SegmentState.TRANSLATED)
    await store_changes(tx, context, [change], kind=SegmentChangeKind.RESTORED, editor=editor)
    return await find_segment(tx, address)


async def undo_revision(
    tx: Transaction,
    address: TranslationAddress,
    revision: int,
    *,
    numbers: Sequence[int] | None = None,
    editor: Editor,
) -> UndoneChange:
    """Undo what a revision changed, in all of its segments or in those of `numbers`; what came later stays.

    Undoing is a revision too, which can be undone. Raises `NotFound`, `Forbidden`, `NotOpen`, `HandedBack`,
    `ProjectHeld`, `VersionMissing` when the revision changed no text that could be undone.
    """
    context = await open_for_changes(tx, address, editor)
    rows = await segment_versions.list_of_revision(tx, address.translation_id, revision)
    changed = [
        row
        for row in rows
        if (numbers is None or row.number in numbers)
        and not row.locked
        and row.change is not None
        and row.change not in _MOVES_NO_TEXT
    ]
    if revision < 1 or not changed:
        raise VersionMissing(
            f"There is nothing to undo of change {revision}: it is unknown, or its segments were changed or "
            "locked since."
        )
    before = await segment_versions.find_versions_before(
        tx, address.translation_id, [row.number for row in changed], revision=revision
    )
    changes = [
        _write_back(before[row.number]) if row.number in before else _empty(row.number) for row in changed
    ]
    await store_changes(tx, context, changes, kind=SegmentChangeKind.UNDONE, editor=editor)
    undone = [one.number for one in changes]
    return UndoneChange(
        segments=await find_segments(tx, address.translation_id, undone),
        kept=[one for one in numbers or () if one not in undone],
        revision=await read_revision(tx, address.translation_id),
    )


def _write_back(version: SegmentVersion, *, state: SegmentState | None = None) -> SegmentChange:
    return SegmentChange(
        number=version.number,
        target=version.target,
        state=state or version.state,
        origin=version.origin,
        score=version.score,
    )


def _empty(number: int) -> SegmentChange:
    """Make the change of a segment that had no translation before."""
    return SegmentChange(number=number, target=None, state=SegmentState.NEW, origin=None)
