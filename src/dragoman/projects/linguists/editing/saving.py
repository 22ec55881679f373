"""Saving the translation of a segment, with its version, its findings and its repetitions (V8).

A save names the version that it began from. Where the segment was changed since, nothing is stored and both
texts are in the error; a save that is sent again changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dragoman.database.connections import ALL_ACCOUNTS, Transaction, transaction
from dragoman.memories.segment_json import encode_segment
from dragoman.projects import file_store, segment_store
from dragoman.projects.linguists.editing.opening import (
    Editor,
    SegmentAddress,
    find_segment,
    open_for_changes,
    open_translation,
)
from dragoman.projects.linguists.editing.presence import require_free
from dragoman.projects.linguists.editing.propagating import Propagation, repeat_change
from dragoman.projects.linguists.editing.refusals import SegmentChanged, SegmentLocked
from dragoman.projects.linguists.editing.targets import read_target
from dragoman.projects.linguists.exchange.deciding import HUMAN
from dragoman.projects.linguists.reviewing import check_segment
from dragoman.projects.linguists.tools import LinguistTools
from dragoman.projects.linguists.translation_context import TranslationContext
from dragoman.projects.segment_model import ProjectSegment, SegmentChangeKind, SegmentState
from dragoman.projects.segment_store import SegmentChange
from dragoman.quality import Finding
from dragoman.segments import Segment


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentDraft:
    """What is to be saved."""

    target: str  # tagged text
    confirmed: bool  # whether the linguist vouches for it
    version: int  # of the segment, that it began from
    propagation: Propagation = Propagation.NONE
    window: str | None = None  # of the editor that saves
    takes_over: bool = False  # also where another window has the segment open


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedSegment:
    """A segment after a save."""

    segment: ProjectSegment
    findings: Sequence[Finding]
    revision: int  # of the translation
    propagated: Sequence[ProjectSegment] = ()  # their revision can be undone by itself


async def save_segment(
    tools: LinguistTools, address: SegmentAddress, draft: SegmentDraft, *, editor: Editor
) -> SavedSegment:
    """Save a segment, and write its translation into repetitions, which are a revision of their own.

    An empty target that is not confirmed takes the translation away. Raises `NotFound`, `Forbidden`,
    `NotOpen`, `HandedBack`, `ProjectHeld`, `SegmentLocked`, `SegmentInUse`, `SegmentChanged`,
    `TargetInvalid`.
    """
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        context = await open_translation(tx, address, editor)
        row = await find_segment(tx, address)
    target = read_target(row, draft.target)
    wanted = _write_change(row, target, draft)
    findings = await check_segment(tools, context, apply_change(row, wanted))
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        context = await open_for_changes(tx, address, editor)
        row = await find_segment(tx, address)
        change = replace(_write_change(row, target, draft), issues=[one.code for one in findings])
        is_new = (row.target, row.state) != (change.target, change.state)
        if not is_new and draft.version != row.revision:  # it was sent before, and its answer was lost
            return SavedSegment(segment=row, findings=findings, revision=context.translation.revision)
        await _require_allowed(tx, address, row, draft)
        if is_new:
            await store_changes(tx, context, [change], kind=SegmentChangeKind.EDITED, editor=editor)
        repeated = await repeat_change(tx, address, row, change, draft.propagation)
        if repeated:
            await store_changes(tx, context, repeated, kind=SegmentChangeKind.PROPAGATED, editor=editor)
        return SavedSegment(
            segment=await find_segment(tx, address),
            findings=findings,
            revision=await segment_store.read_revision(tx, address.translation_id),
            propagated=await segment_store.find_segments(
                tx, address.translation_id, [one.number for one in repeated]
            ),
        )


def _write_change(row: ProjectSegment, target: Segment, draft: SegmentDraft) -> SegmentChange:
    """Make the change of a segment. A suggestion that is taken as it is keeps its origin."""
    if not target and not draft.confirmed:
        return SegmentChange(number=row.number, target=None, state=SegmentState.NEW, origin=None)
    encoded = encode_segment(target)
    is_same = encoded == row.target
    return SegmentChange(
        number=row.number,
        target=encoded,
        state=SegmentState.CONFIRMED if draft.confirmed else SegmentState.TRANSLATED,
        origin=row.origin if is_same and row.origin else HUMAN,
        score=row.score if is_same else None,
    )


def apply_change(row: ProjectSegment, change: SegmentChange) -> ProjectSegment:
    """Make the segment that a change results in, for checking it before it is stored."""
    return replace(row, target=change.target, state=change.state, origin=change.origin, score=change.score)


async def _require_allowed(
    tx: Transaction, address: SegmentAddress, row: ProjectSegment, draft: SegmentDraft
) -> None:
    if row.locked:
        raise SegmentLocked(row.number)
    if draft.version != row.revision:
        raise SegmentChanged(row)
    if not draft.takes_over:
        await require_free(tx, address, window=draft.window)


async def store_changes(
    tx: Transaction,
    context: TranslationContext,
    changes: Sequence[SegmentChange],
    *,
    kind: SegmentChangeKind,
    editor: Editor,
) -> int:
    """Store changes as one revision, and return its number. The transaction has locked the translation."""
    translation_id = context.translation.id
    revision = await segment_store.update_targets(
        tx, translation_id, changes, kind=kind, by=editor.staff.actor
    )
    if context.translation.quality is not None:  # the counts are those of other texts now
        await file_store.update_translation(tx, translation_id, {"quality": None})
    return revision
