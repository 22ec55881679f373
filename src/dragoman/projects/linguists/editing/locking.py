"""Locking segments, so that nobody changes their translations until a manager unlocks them (V8)."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.access.model import StaffRole
from dragoman.database.connections import Transaction
from dragoman.projects.linguists.editing.opening import Editor, TranslationAddress, open_for_changes
from dragoman.projects.linguists.editing.saving import store_changes
from dragoman.projects.linguists.translation_context import record_event
from dragoman.projects.segment_model import ProjectSegment, SegmentChangeKind
from dragoman.projects.segment_store import SegmentChange, find_segments


async def lock_segments(
    tx: Transaction, address: TranslationAddress, numbers: Sequence[int], *, locked: bool, editor: Editor
) -> Sequence[ProjectSegment]:
    """Lock segments, or unlock them; returns those that were not so before. Managers only.

    Raises `NotFound`, `Forbidden`, `NotOpen`.
    """
    editor.staff.require(StaffRole.MANAGER)
    context = await open_for_changes(tx, address, editor)
    rows = await find_segments(tx, address.translation_id, numbers)
    changes = [
        SegmentChange(
            number=row.number,
            target=row.target,
            state=row.state,
            origin=row.origin,
            score=row.score,
            issues=row.issues,
            locked=locked,
        )
        for row in rows
        if row.locked is not locked
    ]
    if changes:
        kind = SegmentChangeKind.LOCKED if locked else SegmentChangeKind.UNLOCKED
        await store_changes(tx, context, changes, kind=kind, editor=editor)
        action = "translation.segments_locked" if locked else "translation.segments_unlocked"
        await record_event(tx, editor.staff, context, action, segments=len(changes))
    return await find_segments(tx, address.translation_id, [one.number for one in changes])
