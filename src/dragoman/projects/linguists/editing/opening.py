"""Opening a translation for an editor: who may see it, who may change it now (V8)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dragoman.access.model import StaffRole
from dragoman.access.staff import Staff
from dragoman.database.connections import Transaction
from dragoman.errors import Conflict, NotFound
from dragoman.projects import file_store, segment_store
from dragoman.projects.linguists.editing.refusals import HandedBack, ProjectHeld, SegmentMissing
from dragoman.projects.linguists.translation_context import TranslationContext, find_translation_context
from dragoman.projects.model import HoldReason, ProjectSegment, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Editor:
    """Who edits. A person with the role linguist sees only the translations that are assigned to them."""

    staff: Staff
    user_id: int | None = None  # only translations of this user; None: all


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
    if editor.user_id is not None and context.translation.assignee_id != editor.user_id:
        raise NotFound("There is no such translation.")
    return context


async def open_for_changes(
    tx: Transaction, address: TranslationAddress, editor: Editor
) -> TranslationContext:
    """Lock a translation for a change of its segments.

    Its project is not locked: linguists of its other translations do not wait. Raises `NotFound`,
    `Forbidden`, `NotOpen`, `HandedBack`, `ProjectHeld`.
    """
    context = await open_translation(tx, address, editor)
    locked = await file_store.find_translation(
        tx, address.translation_id, project_id=address.project_id, lock=True
    )
    if locked is None:
        raise NotFound("There is no such translation.")
    context = replace(context, translation=locked)
    context.require_stage(Stage.OPEN)
    if editor.staff.role is StaffRole.LINGUIST:
        _require_going_on(context)
    return context


def explain_closed(context: TranslationContext, editor: Editor) -> str | None:
    """Explain why an editor cannot change a translation now; None: it can."""
    try:
        context.require_stage(Stage.OPEN)
        if editor.staff.role is StaffRole.LINGUIST:
            _require_going_on(context)
    except Conflict as problem:
        return problem.message
    return None


def _require_going_on(context: TranslationContext) -> None:
    if context.project.hold is HoldReason.STAFF:
        raise ProjectHeld(
            f"Project {context.project.id} is held: nobody works on it now.",
            hints="Its manager releases it.",
        )
    if context.translation.handed_back is not None:
        raise HandedBack(
            f"Translation {context.translation.id} was handed back: its manager has it now.",
            hints="Ask the manager to assign it again.",
        )


async def find_segment(tx: Transaction, address: SegmentAddress) -> ProjectSegment:
    """Find a segment. Raises `SegmentMissing`."""
    found = await segment_store.find_segments(tx, address.translation_id, [address.number])
    if not found:
        raise SegmentMissing(
            f"Translation {address.translation_id} has no segment {address.number}; they are numbered from 0."
        )
    return found[0]
