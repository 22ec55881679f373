"""What the editor's script calls for reviews: accepting, returning, comments, the end of a review."""

from __future__ import annotations

from fastapi import APIRouter, Response

from dragoman.dashboard.editor.data import answer_data
from dragoman.dashboard.editor.opening import PREFIX, EditorPage, OpenedEditor
from dragoman.dashboard.page.page_route import DataRoute
from dragoman.http.editing.addresses import AtSegment
from dragoman.http.editing.conflicts import answer_changed
from dragoman.http.editing.names import actors_of, find_actor_names
from dragoman.http.editing.review_bodies import (
    AcceptanceBody,
    AcceptedSegmentsBody,
    CommentChangeBody,
    CommentId,
    NewCommentBody,
    ReviewOutcomeBody,
    SegmentCommentsBody,
    SegmentReviewBody,
    write_comment,
    write_comments,
)
from dragoman.http.editing.segment_bodies import write_segment
from dragoman.http.editing.segment_requests import ExpectedVersion
from dragoman.projects.linguists.assigning import hand_back_review
from dragoman.projects.linguists.editing import comments, review_pass
from dragoman.projects.linguists.editing.comments import CommentDraft
from dragoman.projects.linguists.editing.opening import SegmentAddress, open_translation, require_reviewer
from dragoman.projects.linguists.editing.refusals import SegmentChanged
from dragoman.projects.review_model import SegmentComment
from dragoman.projects.segment_model import ProjectSegment

router = APIRouter(prefix=PREFIX, include_in_schema=False, route_class=DataRoute)


@router.post("/segments/{number}/review")
async def review_segment(
    opened: EditorPage, at: AtSegment, body: SegmentReviewBody, version: ExpectedVersion
) -> Response:
    """Accept a segment, or return it with a comment."""
    try:
        row, comment = await _review(opened, at, body.read_comment(), version)
    except SegmentChanged as error:
        return await answer_changed(opened.page.runtime.database, error)
    written = [comment] if comment else []
    async with opened.page.transaction() as tx:
        names = await find_actor_names(tx, actors_of([row], written))
    reader = opened.editor.staff.actor
    return answer_data(
        ReviewOutcomeBody(
            segment=write_segment(row, names),
            comment=None if comment is None else write_comment(comment, names, reader=reader),
        )
    )


async def _review(
    opened: OpenedEditor, at: SegmentAddress, draft: CommentDraft | None, version: int
) -> tuple[ProjectSegment, SegmentComment | None]:
    editor = opened.editor
    async with opened.page.transaction() as tx:
        if draft is None:
            return await review_pass.accept_segment(tx, at, expected=version, editor=editor), None
        returned = await review_pass.return_segment(tx, at, draft, expected=version, editor=editor)
    return returned.segment, returned.comment


@router.post("/review")
async def accept_segments(opened: EditorPage, body: AcceptanceBody) -> Response:
    """Accept several segments, but for those that were changed since they were looked at."""
    async with opened.page.transaction() as tx:
        outcome = await review_pass.accept_segments(
            tx, opened.address, body.to_chosen(), editor=opened.editor
        )
        names = await find_actor_names(tx, actors_of(outcome.segments))
    return answer_data(
        AcceptedSegmentsBody(
            segments=[write_segment(row, names) for row in outcome.segments], kept=list(outcome.kept)
        )
    )


@router.post("/review/hand-back")
async def end_review(opened: EditorPage) -> Response:
    """Hand the review back to the translation's manager."""
    async with opened.page.transaction() as tx:
        require_reviewer(await open_translation(tx, opened.address, opened.editor), opened.editor)
        address = opened.address
        await hand_back_review(tx, address.project_id, address.translation_id, staff=opened.editor.staff)
    return Response(status_code=204)


@router.post("/return")
async def return_translation(opened: EditorPage) -> Response:
    """Reopen the translation for its translator, who changes what was returned."""
    async with opened.page.transaction() as tx:
        await review_pass.return_translation(tx, opened.address, editor=opened.editor)
    return Response(status_code=204)


@router.get("/segments/{number}/comments")
async def list_comments(opened: EditorPage, at: AtSegment) -> Response:
    """List all comments on a segment, the earliest first."""
    async with opened.page.transaction() as tx:
        found = await comments.list_comments_of(tx, at, editor=opened.editor)
        names = await find_actor_names(tx, actors_of([], found))
    reader = opened.editor.staff.actor
    return answer_data(SegmentCommentsBody(comments=write_comments(found, names, reader=reader)))


@router.post("/segments/{number}/comments")
async def add_comment(opened: EditorPage, at: AtSegment, body: NewCommentBody) -> Response:
    """Comment on a segment."""
    async with opened.page.transaction() as tx:
        added = await comments.add_comment(tx, at, body.to_draft(), editor=opened.editor)
    return await _answer_comment(opened, added)


@router.patch("/comments/{comment}")
async def resolve_comment(opened: EditorPage, comment_id: CommentId, body: CommentChangeBody) -> Response:
    """Mark a comment as resolved, or as open again."""
    async with opened.page.transaction() as tx:
        changed = await comments.resolve_comment(
            tx, opened.address, comment_id, resolved=body.resolved, editor=opened.editor
        )
    return await _answer_comment(opened, changed)


@router.delete("/comments/{comment}")
async def delete_comment(opened: EditorPage, comment_id: CommentId) -> Response:
    """Delete an own comment that is not resolved."""
    async with opened.page.transaction() as tx:
        await comments.delete_comment(tx, opened.address, comment_id, editor=opened.editor)
    return Response(status_code=204)


async def _answer_comment(opened: OpenedEditor, comment: SegmentComment) -> Response:
    async with opened.page.transaction() as tx:
        names = await find_actor_names(tx, actors_of([], [comment]))
    return answer_data(write_comment(comment, names, reader=opened.editor.staff.actor))
