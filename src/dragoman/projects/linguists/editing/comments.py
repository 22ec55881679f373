"""Comments on segments: remarks of translators and reviewers, and errors that reviewers found (V8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.database.connections import Transaction
from dragoman.errors import LimitExceeded
from dragoman.projects import review_store
from dragoman.projects.linguists.editing.opening import (
    Editor,
    SegmentAddress,
    TranslationAddress,
    find_segment,
    open_translation,
    require_reviewer,
)
from dragoman.projects.linguists.editing.refusals import (
    CommentInvalid,
    CommentMissing,
    CommentOfOthers,
    CommentResolved,
)
from dragoman.projects.linguists.translation_context import TranslationContext
from dragoman.projects.model import Stage
from dragoman.projects.review_model import ErrorMark, SegmentComment
from dragoman.projects.segment_model import ProjectSegment

LONGEST_COMMENT: Final = 5000  # characters
MOST_COMMENTS: Final = 500  # of a segment


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentDraft:
    """A comment that is to be stored."""

    text: str
    error: ErrorMark | None = None  # None: a remark


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedComments:
    """Which comments of a translation are wanted."""

    number: int | None = None  # of a segment; None: of all
    resolved: bool | None = None  # None: both
    offset: int = 0
    limit: int | None = None


async def list_comments(
    tx: Transaction, address: TranslationAddress, wanted: WantedComments, *, editor: Editor
) -> Sequence[SegmentComment]:
    """List comments by segment, the earliest of each first. Raises `NotFound`, `Forbidden`."""
    await open_translation(tx, address, editor)
    return await review_store.list_comments(
        tx,
        address.translation_id,
        number=wanted.number,
        resolved=wanted.resolved,
        limit=wanted.limit,
        offset=wanted.offset,
    )


async def list_comments_of(
    tx: Transaction, address: SegmentAddress, *, editor: Editor
) -> Sequence[SegmentComment]:
    """List all comments on a segment, the earliest first. Raises `NotFound`, `Forbidden`."""
    await open_translation(tx, address, editor)
    await find_segment(tx, address)
    return await review_store.list_comments(tx, address.translation_id, number=address.number)


async def add_comment(
    tx: Transaction, address: SegmentAddress, draft: CommentDraft, *, editor: Editor
) -> SegmentComment:
    """Store a comment on a segment. Only reviewers and managers say that it is about an error.

    Raises `NotFound`, `Forbidden`, `ReviewForbidden`, `NotOpen`, `CommentInvalid`, `LimitExceeded`.
    """
    context = await open_translation(tx, address, editor)
    context.require_stage(Stage.OPEN)
    if draft.error is not None:
        require_reviewer(context, editor)
    return await store_comment(tx, context, await find_segment(tx, address), draft, editor=editor)


async def store_comment(
    tx: Transaction,
    context: TranslationContext,
    row: ProjectSegment,
    draft: CommentDraft,
    *,
    editor: Editor,
) -> SegmentComment:
    """Store a comment on a segment of an open translation. Raises `CommentInvalid`, `LimitExceeded`."""
    text = read_comment(draft.text)
    count = await review_store.count_comments(tx, context.translation.id, number=row.number)
    if count >= MOST_COMMENTS:
        raise LimitExceeded(f"Segment {row.number} has {count} comments; at most {MOST_COMMENTS} are stored.")
    return await review_store.insert_comment(
        tx, context.translation, row, actor=editor.staff.actor, text=text, error=draft.error
    )


def read_comment(text: str) -> str:
    """Check the text of a comment. Raises `CommentInvalid`."""
    text = text.strip()
    if not any(character.isprintable() and not character.isspace() for character in text):
        raise CommentInvalid("The comment is empty.", hints="Write what should be changed.", field="text")
    if len(text) > LONGEST_COMMENT:
        raise CommentInvalid(
            f"The comment has {len(text)} characters; at most {LONGEST_COMMENT} are stored.",
            hints="Make it shorter.",
            field="text",
        )
    return text


async def resolve_comment(
    tx: Transaction, address: TranslationAddress, comment_id: int, *, resolved: bool, editor: Editor
) -> SegmentComment:
    """Mark a comment as resolved, or as open again; as it is already: no effect.

    Raises `NotFound`, `Forbidden`, `NotOpen`, `CommentMissing`.
    """
    found = await _open_comment(tx, address, comment_id, editor=editor)
    if (found.resolved is not None) is resolved:
        return found
    by = editor.staff.actor if resolved else None
    return await review_store.resolve_comment(tx, comment_id, by=by)


async def delete_comment(
    tx: Transaction, address: TranslationAddress, comment_id: int, *, editor: Editor
) -> None:
    """Delete an own comment that is not resolved.

    Raises `NotFound`, `Forbidden`, `NotOpen`, `CommentMissing`, `CommentOfOthers`, `CommentResolved`.
    """
    found = await _open_comment(tx, address, comment_id, editor=editor)
    if found.actor != editor.staff.actor:
        raise CommentOfOthers("Somebody else wrote this comment. Only its author can delete it.")
    if found.resolved is not None:
        raise CommentResolved("This comment is resolved: it stays.", hints="Reopen it, then delete it.")
    await review_store.delete_comment(tx, comment_id)


async def _open_comment(
    tx: Transaction, address: TranslationAddress, comment_id: int, *, editor: Editor
) -> SegmentComment:
    context = await open_translation(tx, address, editor)
    context.require_stage(Stage.OPEN)
    found = await review_store.find_comment(tx, address.translation_id, comment_id)
    if found is None:
        raise CommentMissing(f"Translation {address.translation_id} has no comment {comment_id}.")
    return found
