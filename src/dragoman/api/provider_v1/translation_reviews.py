"""Reviews of translations: reviewers, what they accept and return, comments, the quality report (V8)."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from fastapi import APIRouter, Depends, Query, Request, Response

from dragoman.api.provider_v1.linguist_work import AssigneeBody
from dragoman.api.provider_v1.responses import SEGMENT_CHANGED, STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute
from dragoman.api.provider_v1.translation_bodies import TranslationBody, write_translation
from dragoman.api.provider_v1.translations import PREFIX
from dragoman.http.downloads import download_headers
from dragoman.http.editing.addresses import AtSegment, AtTranslation
from dragoman.http.editing.conflicts import answer_changed
from dragoman.http.editing.names import actors_of, find_actor_names
from dragoman.http.editing.quality_report_bodies import QualityReportBody, write_quality_report
from dragoman.http.editing.review_bodies import (
    AcceptanceBody,
    AcceptedSegmentsBody,
    CommentBody,
    CommentChangeBody,
    CommentId,
    CommentListBody,
    FirstPassDifferencesBody,
    NewCommentBody,
    ReviewOutcomeBody,
    SegmentCommentsBody,
    SegmentReviewBody,
    write_comment,
    write_comments,
    write_difference,
)
from dragoman.http.editing.segment_bodies import write_segment
from dragoman.http.editing.segment_requests import ExpectedVersion
from dragoman.http.errors import answer
from dragoman.http.paging import WantedPage, cut_page
from dragoman.http.responses import NOT_FOUND, VERSIONED
from dragoman.http.staff_request import LinguistRequest, ManagerRequest
from dragoman.projects.linguists.assigning import assign_reviewer, hand_back_review
from dragoman.projects.linguists.editing import comments, first_pass, quality_reports, review_pass
from dragoman.projects.linguists.editing.opening import Editor
from dragoman.projects.linguists.editing.quality_tables import write_quality
from dragoman.projects.linguists.editing.refusals import SegmentChanged
from dragoman.projects.review_model import SegmentComment

_CSV: Final = "text/csv"

router = APIRouter(
    prefix=PREFIX,
    tags=["Provider translations"],
    responses={**STAFF, **NOT_FOUND},
    route_class=StaffJsonRoute,
)


def _editor(ctx: LinguistRequest) -> Editor:
    """The program that calls, on behalf of any linguist."""
    return Editor(staff=ctx.staff)


@router.put("/{translation}/reviewer")
async def assign_translation_reviewer(
    at: AtTranslation, body: AssigneeBody, ctx: ManagerRequest
) -> TranslationBody:
    """Let one of the provider's people review a translation, or nobody. Needs the role manager.

    They review it once its translator has handed it back, and it is ready once they have handed it back.
    """
    return write_translation(
        await assign_reviewer(ctx.tx, at.project_id, at.translation_id, body.user_id, staff=ctx.staff)
    )


@router.post(
    "/{translation}/segments/{number}/review",
    response_model=ReviewOutcomeBody,
    responses={**VERSIONED, **SEGMENT_CHANGED},
)
async def review_segment(
    at: AtSegment,
    body: SegmentReviewBody,
    version: ExpectedVersion,
    ctx: LinguistRequest,
    response: Response,
) -> ReviewOutcomeBody | Response:
    """Accept a segment, or return it with a comment: it is then to be confirmed again.

    Only for the reviewer, once the translation was handed back, and for managers. Needs the role linguist.
    """
    draft, editor = body.read_comment(), _editor(ctx)
    comment: SegmentComment | None = None
    try:
        if draft is None:
            row = await review_pass.accept_segment(ctx.tx, at, expected=version, editor=editor)
        else:
            returned = await review_pass.return_segment(ctx.tx, at, draft, expected=version, editor=editor)
            row, comment = returned.segment, returned.comment
    except SegmentChanged as error:
        return await answer_changed(ctx.runtime.database, error)
    names = await find_actor_names(ctx.tx, actors_of([row], [comment] if comment else []))
    response.headers["ETag"] = f'"{row.revision}"'
    return ReviewOutcomeBody(
        segment=write_segment(row, names),
        comment=None if comment is None else write_comment(comment, names, reader=ctx.staff.actor),
    )


@router.post("/{translation}/review")
async def accept_segments(
    at: AtTranslation, body: AcceptanceBody, ctx: LinguistRequest
) -> AcceptedSegmentsBody:
    """Accept several segments, but for those that were changed since they were looked at.

    Only for the reviewer and managers. Needs the role linguist.
    """
    outcome = await review_pass.accept_segments(ctx.tx, at, body.to_chosen(), editor=_editor(ctx))
    names = await find_actor_names(ctx.tx, actors_of(outcome.segments))
    return AcceptedSegmentsBody(
        segments=[write_segment(row, names) for row in outcome.segments], kept=list(outcome.kept)
    )


@router.post("/{translation}/review/hand-back")
async def hand_back_translation_review(at: AtTranslation, ctx: LinguistRequest) -> TranslationBody:
    """Hand the review of a translation back to its manager: it is ready to be delivered.

    Needs the role linguist.
    """
    return write_translation(
        await hand_back_review(ctx.tx, at.project_id, at.translation_id, staff=ctx.staff)
    )


@router.post("/{translation}/return")
async def return_translation(at: AtTranslation, ctx: LinguistRequest) -> TranslationBody:
    """Reopen a translation that was handed back for its translator, to change what was returned.

    Only for the reviewer and managers. Needs the role linguist.
    """
    return write_translation(await review_pass.return_translation(ctx.tx, at, editor=_editor(ctx)))


@router.get("/{translation}/differences")
async def list_differences(
    request: Request, at: AtTranslation, ctx: LinguistRequest, page: WantedPage
) -> FirstPassDifferencesBody:
    """List the segments that were changed since the translation was handed back first.

    Needs the role linguist.
    """
    found = await first_pass.list_differences(
        ctx.tx, at, limit=page.limit + 1, offset=page.offset, editor=_editor(ctx)
    )
    shown, metadata = cut_page(request, page, found)
    names = await find_actor_names(ctx.tx, actors_of([one.segment for one in shown]))
    return FirstPassDifferencesBody(
        differences=[write_difference(one, names) for one in shown], metadata=metadata
    )


@router.get("/{translation}/segments/{number}/comments")
async def list_segment_comments(at: AtSegment, ctx: LinguistRequest) -> SegmentCommentsBody:
    """List all comments on a segment, the earliest first. Needs the role linguist."""
    found = await comments.list_comments_of(ctx.tx, at, editor=_editor(ctx))
    names = await find_actor_names(ctx.tx, actors_of([], found))
    return SegmentCommentsBody(comments=write_comments(found, names, reader=ctx.staff.actor))


@router.post("/{translation}/segments/{number}/comments", status_code=201)
async def create_segment_comment(at: AtSegment, body: NewCommentBody, ctx: LinguistRequest) -> CommentBody:
    """Comment on a segment, such as with an answer. Needs the role linguist."""
    added = await comments.add_comment(ctx.tx, at, body.to_draft(), editor=_editor(ctx))
    return await _write(ctx, added)


@router.get("/{translation}/comments")
async def list_comments(
    request: Request,
    at: AtTranslation,
    ctx: LinguistRequest,
    page: WantedPage,
    resolved: Annotated[bool | None, Query(description="Resolved or not; without it: both")] = None,
) -> CommentListBody:
    """List a translation's comments by segment, the earliest of each first. Needs the role linguist."""
    wanted = comments.WantedComments(resolved=resolved, limit=page.limit + 1, offset=page.offset)
    found = await comments.list_comments(ctx.tx, at, wanted, editor=_editor(ctx))
    shown, metadata = cut_page(request, page, found)
    names = await find_actor_names(ctx.tx, actors_of([], shown))
    return CommentListBody(comments=write_comments(shown, names, reader=ctx.staff.actor), metadata=metadata)


@router.patch("/{translation}/comments/{comment}")
async def resolve_comment(
    at: AtTranslation, comment_id: CommentId, body: CommentChangeBody, ctx: LinguistRequest
) -> CommentBody:
    """Mark a comment as resolved, or as open again. Needs the role linguist."""
    changed = await comments.resolve_comment(
        ctx.tx, at, comment_id, resolved=body.resolved, editor=_editor(ctx)
    )
    return await _write(ctx, changed)


@router.delete("/{translation}/comments/{comment}", status_code=204)
async def delete_comment(at: AtTranslation, comment_id: CommentId, ctx: LinguistRequest) -> None:
    """Delete an own comment that is not resolved. Needs the role linguist."""
    await comments.delete_comment(ctx.tx, at, comment_id, editor=_editor(ctx))


async def _write(ctx: LinguistRequest, comment: SegmentComment) -> CommentBody:
    names = await find_actor_names(ctx.tx, actors_of([], [comment]))
    return write_comment(comment, names, reader=ctx.staff.actor)


async def _wants_csv(
    request: Request,
    wanted: Annotated[
        Literal["json", "csv"] | None,
        Query(alias="format", description="Default: CSV for `Accept: text/csv`, else JSON"),
    ] = None,
) -> bool:
    accepted = request.headers.get("accept", "").partition(",")[0].partition(";")[0].strip().lower()
    return (wanted or ("csv" if accepted == _CSV else "json")) == "csv"


@router.get(
    "/{translation}/quality-report",
    response_model=QualityReportBody,
    responses={200: {"content": {_CSV: {"schema": {"type": "string"}}}}},
)
async def get_quality_report(
    at: AtTranslation, ctx: LinguistRequest, as_csv: Annotated[bool, Depends(_wants_csv)]
) -> Response:
    """Report what the review of a translation found: errors by categories of MQM, and a score.

    Needs the role linguist.
    """
    report = await quality_reports.read_quality_report(ctx.tx, at, editor=_editor(ctx))
    names = await find_actor_names(ctx.tx, [one.actor for one in report.authors])
    if as_csv:
        name = f"quality-{at.translation_id}.csv"
        return Response(write_quality(report, names), media_type=_CSV, headers=download_headers(name))
    return answer(200, write_quality_report(report, names).model_dump(by_alias=True, mode="json"))
