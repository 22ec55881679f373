"""Opening a translation for an editor: who may see it, who may change or review it now (V8)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dragoman.access.model import StaffRole
from dragoman.access.staff import Staff
from dragoman.database.connections import Transaction
from dragoman.errors import Conflict, NotFound
from dragoman.projects import file_store, segment_store
from dragoman.projects.linguists.editing.refusals import (
    HandedBack,
    NotHandedBack,
    ProjectHeld,
    ReviewForbidden,
    SegmentMissing,
)
from dragoman.projects.linguists.translation_context import TranslationContext, find_translation_context
from dragoman.projects.model import HoldReason, Stage
from dragoman.projects.segment_model import ProjectSegment


@dataclass(frozen=True, slots=True, kw_only=True)
class Editor:
    """Who edits. A person with the role linguist sees only the translations that they translate or review."""

    staff: Staff
    user_id: int | None = None  # only translations of this user; None: all, on behalf of any linguist


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslationAddress:
    """Which translation of which project."""

    project_id: int
    translation_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentAddress(TranslationAddress):
    """Which segment of it, numbered from 0."""

    number: int


async def open_translation(
    tx: Transaction, address: TranslationAddress, editor: Editor
) -> TranslationContext:
    """Find a translation for reading. Raises `NotFound`, `Forbidden`."""
    editor.staff.require(StaffRole.LINGUIST)
    context = await find_translation_context(tx, address.project_id, address.translation_id)
    translation = context.translation
    if editor.user_id not in (None, translation.assignee_id, translation.reviewer_id):
        raise NotFound("There is no such translation.")
    return context


def may_review(context: TranslationContext, editor: Editor) -> bool:
    """Whether this is a manager, or the translation's reviewer, on whose behalf a program may act."""
    if editor.staff.role is not StaffRole.LINGUIST:
        return True
    reviewer_id = context.translation.reviewer_id
    return reviewer_id is not None and editor.user_id in (None, reviewer_id)


def is_reviewing(context: TranslationContext, editor: Editor) -> bool:
    """Whether this editor reviews the translation now: after its first pass."""
    if not may_review(context, editor) or context.translation.first_pass is None:
        return False
    try:
        context.require_stage(Stage.OPEN)
        if editor.staff.role is StaffRole.LINGUIST:
            _require_going_on(context)
            _require_review_going_on(context)
    except Conflict:
        return False
    return True


def require_reviewer(context: TranslationContext, editor: Editor) -> None:
    """Raise `ReviewForbidden` unless this is the translation's reviewer or a manager."""
    if not may_review(context, editor):
        raise ReviewForbidden(
            f"Only the reviewer of translation {context.translation.id} and managers can do this.",
            hints="Ask its manager to assign a reviewer.",
        )


async def open_for_changes(
    tx: Transaction, address: TranslationAddress, editor: Editor
) -> TranslationContext:
    """Lock a translation for a change of its segments: by its translator, then by its reviewer; by managers.

    Its project is not locked: linguists of its other translations do not wait. Raises `NotFound`,
    `Forbidden`, `NotOpen`, `HandedBack`, `NotHandedBack`, `ProjectHeld`.
    """
    context = await _lock(tx, address, await open_translation(tx, address, editor))
    if editor.staff.role is StaffRole.LINGUIST:
        _require_going_on(context)
        _require_turn(context, editor)
    return context


async def open_for_review(tx: Transaction, address: TranslationAddress, editor: Editor) -> TranslationContext:
    """Lock a translation for its review: by its reviewer, after it was handed back; by managers.

    Raises `NotFound`, `Forbidden`, `ReviewForbidden`, `NotOpen`, `HandedBack`, `NotHandedBack`,
    `ProjectHeld`.
    """
    context = await open_translation(tx, address, editor)
    require_reviewer(context, editor)
    context = await _lock(tx, address, context)
    if editor.staff.role is StaffRole.LINGUIST:
        _require_going_on(context)
        _require_review_going_on(context)
    return context


async def _lock(
    tx: Transaction, address: TranslationAddress, context: TranslationContext
) -> TranslationContext:
    locked = await file_store.find_translation(
        tx, address.translation_id, project_id=address.project_id, lock=True
    )
    if locked is None:
        raise NotFound("There is no such translation.")
    context = replace(context, translation=locked)
    context.require_stage(Stage.OPEN)
    return context


def find_refusal(context: TranslationContext, editor: Editor) -> Conflict | None:
    """Find why an editor cannot change a translation now, as changes are refused; None: it can."""
    try:
        context.require_stage(Stage.OPEN)
        if editor.staff.role is StaffRole.LINGUIST:
            _require_going_on(context)
            _require_turn(context, editor)
    except Conflict as problem:
        return problem
    return None


def _require_going_on(context: TranslationContext) -> None:
    if context.project.hold is HoldReason.STAFF:
        raise ProjectHeld(
            f"Project {context.project.id} is held: nobody works on it now.",
            hints="Its manager releases it.",
        )


def _require_turn(context: TranslationContext, editor: Editor) -> None:
    """Raise unless it is the translator's turn and this is the translator, or likewise the reviewer."""
    translation = context.translation
    is_translator = editor.user_id in (None, translation.assignee_id)
    if translation.handed_back is None and is_translator:
        return
    if not may_review(context, editor):
        raise HandedBack(
            f"Translation {translation.id} was handed back: its manager has it now.",
            hints="Ask the manager to assign it again.",
        )
    _require_review_going_on(context)


def _require_review_going_on(context: TranslationContext) -> None:
    translation = context.translation
    if translation.handed_back is None:
        raise NotHandedBack(
            f"Translation {translation.id} has not been handed back yet: its translator works on it.",
            hints="Review it once its translator has handed it back.",
        )
    if translation.review_ended is not None:
        raise HandedBack(
            f"The review of translation {translation.id} was handed back: its manager has it now.",
            hints="Ask the manager to assign the review again.",
        )


async def find_segment(tx: Transaction, address: SegmentAddress) -> ProjectSegment:
    """Find a segment. Raises `SegmentMissing`."""
    found = await segment_store.find_segments(tx, address.translation_id, [address.number])
    if not found:
        raise SegmentMissing(
            f"Translation {address.translation_id} has no segment {address.number}; they are numbered from 0."
        )
    return found[0]
