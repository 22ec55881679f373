"""The second pass: a reviewer accepts segments, or returns them to their translator with a comment (V8).

A reviewer may change a segment as well: its difference to the first pass shows it. What became of a segment
holds until its translation or its state is changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.database.connections import Transaction
from dragoman.projects import file_store, review_store, store
from dragoman.projects.linguists.editing.comments import CommentDraft, read_comment, store_comment
from dragoman.projects.linguists.editing.opening import (
    Editor,
    SegmentAddress,
    TranslationAddress,
    find_segment,
    open_for_review,
    open_translation,
    require_reviewer,
)
from dragoman.projects.linguists.editing.refusals import (
    NothingReturned,
    ReviewImpossible,
    SegmentChanged,
    SegmentLocked,
)
from dragoman.projects.linguists.editing.replacing import ChosenSegment
from dragoman.projects.linguists.editing.saving import store_changes
from dragoman.projects.linguists.translation_context import (
    TranslationContext,
    find_translation_context,
    record_event,
)
from dragoman.projects.model import Stage
from dragoman.projects.review_model import SegmentComment
from dragoman.projects.segment_model import ProjectSegment, SegmentChangeKind, SegmentReview, SegmentState
from dragoman.projects.segment_store import SegmentChange, find_segments

_OF_PEOPLE = (SegmentState.TRANSLATED, SegmentState.CONFIRMED)


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptedSegments:
    """What accepting several segments did."""

    segments: Sequence[ProjectSegment]
    kept: Sequence[int]  # numbers of those that were changed meanwhile, or that no person has translated


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnedSegment:
    """A segment that was returned, and why."""

    segment: ProjectSegment
    comment: SegmentComment


async def accept_segment(
    tx: Transaction, address: SegmentAddress, *, expected: int, editor: Editor
) -> ProjectSegment:
    """Accept a segment in the version `expected`.

    Raises `NotFound`, `Forbidden`, `ReviewForbidden`, `NotOpen`, `NotHandedBack`, `HandedBack`,
    `ProjectHeld`, `SegmentChanged`, `ReviewImpossible`.
    """
    await open_for_review(tx, address, editor)
    row = await find_segment(tx, address)
    if row.revision != expected:
        raise SegmentChanged(row)
    if not _is_acceptable(row):
        raise ReviewImpossible(
            f"No person has translated segment {row.number} yet.",
            hints="Save its translation as confirmed, then accept it; or return it with a comment.",
        )
    await _accept(tx, address, [row], editor)
    return await find_segment(tx, address)


async def accept_segments(
    tx: Transaction, address: TranslationAddress, chosen: Sequence[ChosenSegment], *, editor: Editor
) -> AcceptedSegments:
    """Accept those of some segments that are as the reviewer saw them.

    Raises `NotFound`, `Forbidden`, `ReviewForbidden`, `NotOpen`, `NotHandedBack`, `HandedBack`,
    `ProjectHeld`.
    """
    context = await open_for_review(tx, address, editor)
    versions = {one.number: one.version for one in chosen}
    rows = [
        row
        for row in await find_segments(tx, address.translation_id, sorted(versions))
        if row.revision == versions[row.number] and _is_acceptable(row)
    ]
    await _accept(tx, address, rows, editor)
    done = [row.number for row in rows]
    if done:
        await record_event(tx, editor.staff, context, "translation.segments_accepted", segments=len(done))
    return AcceptedSegments(
        segments=await find_segments(tx, address.translation_id, done),
        kept=sorted(set(versions) - set(done)),
    )


def _is_acceptable(row: ProjectSegment) -> bool:
    return row.target is not None and row.state in _OF_PEOPLE


async def _accept(
    tx: Transaction, address: TranslationAddress, rows: Sequence[ProjectSegment], editor: Editor
) -> None:
    numbers = [row.number for row in rows if row.review is not SegmentReview.ACCEPTED]
    if numbers:
        await review_store.store_review(
            tx, address.translation_id, numbers, review=SegmentReview.ACCEPTED, by=editor.staff.actor
        )


async def return_segment(
    tx: Transaction, address: SegmentAddress, draft: CommentDraft, *, expected: int, editor: Editor
) -> ReturnedSegment:
    """Return a segment in the version `expected`, with a comment; it is then to be confirmed again.

    The same sent again changes nothing. Raises `NotFound`, `Forbidden`, `ReviewForbidden`, `NotOpen`,
    `NotHandedBack`, `HandedBack`, `ProjectHeld`, `SegmentLocked`, `SegmentChanged`, `CommentInvalid`,
    `LimitExceeded`.
    """
    context = await open_for_review(tx, address, editor)
    row = await find_segment(tx, address)
    sent_before = await _find_sent_before(tx, address, row, draft, editor=editor)
    if sent_before is not None:
        return ReturnedSegment(segment=row, comment=sent_before)
    if row.locked:
        raise SegmentLocked(row.number)
    if row.revision != expected:
        raise SegmentChanged(row)
    comment = await store_comment(tx, context, row, draft, editor=editor)
    if row.state is SegmentState.CONFIRMED:
        await store_changes(tx, context, [_unconfirm(row)], kind=SegmentChangeKind.RETURNED, editor=editor)
    await review_store.store_review(
        tx, address.translation_id, [row.number], review=SegmentReview.RETURNED, by=editor.staff.actor
    )
    await record_event(tx, editor.staff, context, "translation.segment_returned", segment=row.number)
    return ReturnedSegment(segment=await find_segment(tx, address), comment=comment)


async def _find_sent_before(
    tx: Transaction, address: SegmentAddress, row: ProjectSegment, draft: CommentDraft, *, editor: Editor
) -> SegmentComment | None:
    """Find the comment of the same return, whose answer was lost."""
    actor = editor.staff.actor
    if row.review is not SegmentReview.RETURNED or row.reviewed_by != actor:
        return None
    comments = await review_store.list_comments(tx, address.translation_id, number=row.number)
    last = next((one for one in reversed(comments) if one.actor == actor), None)
    is_same = last is not None and (last.text, last.error) == (read_comment(draft.text), draft.error)
    return last if is_same else None


def _unconfirm(row: ProjectSegment) -> SegmentChange:
    return SegmentChange(
        number=row.number,
        target=row.target,
        state=SegmentState.TRANSLATED,
        origin=row.origin,
        score=row.score,
        issues=row.issues,
    )


async def return_translation(
    tx: Transaction, address: TranslationAddress, *, editor: Editor
) -> TranslationContext:
    """Reopen a translation for its translator, who does again what was returned; open already: no effect.

    The first pass stays what it was. Raises `NotFound`, `Forbidden`, `ReviewForbidden`, `NotOpen`,
    `HandedBack`, `ProjectHeld`, `NothingReturned`.
    """
    context = await open_translation(tx, address, editor)
    require_reviewer(context, editor)
    if context.translation.handed_back is None:
        context.require_stage(Stage.OPEN)
        return context
    # The order in which all lock: a project, then its translation.
    await find_translation_context(tx, address.project_id, address.translation_id, lock=True)
    context = await open_for_review(tx, address, editor)
    returned = await review_store.count_returned(tx, address.translation_id)
    if not returned:
        raise NothingReturned(
            f"No segment of translation {address.translation_id} is returned.",
            hints="Return the segments that its translator is to change, each with a comment.",
        )
    values = {"handed_back": None, "handed_back_by": None, "review_ended": None, "review_ended_by": None}
    await file_store.update_translation(tx, address.translation_id, values)
    await store.update_project(tx, address.project_id, {})
    await record_event(tx, editor.staff, context, "translation.returned", segments=returned)
    return await find_translation_context(tx, address.project_id, address.translation_id)
