"""Segments of translations for editors: windows, saves, versions, checks, locks (V8).

`translation_changes` is about changes of several segments at once, and who has what open.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from fastapi import APIRouter, Request, Response

from dragoman.api.provider_v1.responses import SEGMENT_CHANGED, STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute
from dragoman.api.provider_v1.translation_bodies import SegmentListBody
from dragoman.api.provider_v1.translations import PREFIX, OpenLinguistRequest
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.http.editing.addresses import AtSegment, AtTranslation
from dragoman.http.editing.conflicts import answer_changed
from dragoman.http.editing.names import actors_of, find_actor_names
from dragoman.http.editing.segment_bodies import (
    SavedSegmentBody,
    SegmentBody,
    SegmentHistoryBody,
    SegmentsBody,
    TargetFindingsBody,
    write_finding,
    write_history,
    write_saved,
    write_segment,
)
from dragoman.http.editing.segment_requests import (
    ExpectedVersion,
    LockBody,
    RestoredVersionBody,
    SegmentDraftBody,
    TargetBody,
    WantedQuery,
)
from dragoman.http.paging import WantedPage, cut_page
from dragoman.http.responses import NOT_FOUND, VERSIONED
from dragoman.http.staff_request import LinguistRequest, ManagerRequest
from dragoman.projects.linguists.editing import checking, locking, saving, versions, windows
from dragoman.projects.linguists.editing.opening import (
    Editor,
    find_segment,
    open_translation,
)
from dragoman.projects.linguists.editing.refusals import SegmentChanged

TAG: Final = "Provider segments"

router = APIRouter(
    prefix=f"{PREFIX}/{{translation}}",
    tags=[TAG],
    responses={**STAFF, **NOT_FOUND},
    route_class=StaffJsonRoute,
)


@router.get("/segments")
async def list_segments(
    request: Request, at: AtTranslation, ctx: LinguistRequest, query: WantedQuery, page: WantedPage
) -> SegmentListBody:
    """List a translation's segments in reading order: all, or those that pass filters and a search.

    `start` is instead of `offset`: the page begins with that segment, or with the next one that passes.
    """
    editor = Editor(staff=ctx.staff)
    wanted = query.for_editor(editor, offset=page.offset, limit=page.limit + 1)
    found = await windows.read_window(ctx.tx, at, wanted, editor=editor)
    begun = replace(page, offset=found.offset)
    shown, metadata = cut_page(request, begun, found.segments, without=["start"])
    names = await find_actor_names(ctx.tx, actors_of(shown))
    return SegmentListBody(
        segments=[write_segment(row, names) for row in shown],
        total=found.total,
        version=found.revision,
        metadata=metadata,
    )


@router.get("/segments/{number}", responses=VERSIONED)
async def get_segment(at: AtSegment, ctx: LinguistRequest, response: Response) -> SegmentBody:
    """Show a segment. Its version is also the answer's `ETag`."""
    await open_translation(ctx.tx, at, Editor(staff=ctx.staff))
    row = await find_segment(ctx.tx, at)
    _tag(response, row.revision)
    return write_segment(row, await find_actor_names(ctx.tx, actors_of([row])))


@router.put("/segments/{number}", responses={**VERSIONED, **SEGMENT_CHANGED}, response_model=SavedSegmentBody)
async def save_segment(
    at: AtSegment,
    body: SegmentDraftBody,
    version: ExpectedVersion,
    ctx: OpenLinguistRequest,
    response: Response,
) -> SavedSegmentBody | Response:
    """Save the translation of a segment, unless it was changed since the version in `If-Match`.

    A draft may lack codes of its source. Saving the same again changes nothing, whatever the version. An
    empty target that is not confirmed takes the translation away.
    """
    try:
        saved = await saving.save_segment(
            ctx.tools, at, body.to_draft(version), editor=Editor(staff=ctx.staff)
        )
    except SegmentChanged as error:
        return await answer_changed(ctx.tools.database, error)
    async with transaction(ctx.tools.database, account=ALL_ACCOUNTS) as tx:
        names = await find_actor_names(tx, actors_of([saved.segment]))
    _tag(response, saved.segment.revision)
    return write_saved(saved, names)


@router.get("/segments/{number}/versions")
async def list_segment_versions(at: AtSegment, ctx: LinguistRequest) -> SegmentHistoryBody:
    """List the versions of a segment, the current one first."""
    history = await versions.list_history(ctx.tx, at, editor=Editor(staff=ctx.staff))
    row = await find_segment(ctx.tx, at)
    names = await find_actor_names(ctx.tx, (one.changed_by for one in history))
    return write_history(row, history, names)


@router.post(
    "/segments/{number}/restore", responses={**VERSIONED, **SEGMENT_CHANGED}, response_model=SegmentBody
)
async def restore_segment(
    at: AtSegment,
    body: RestoredVersionBody,
    version: ExpectedVersion,
    ctx: OpenLinguistRequest,
    response: Response,
) -> SegmentBody | Response:
    """Restore the translation that a segment had in an earlier version; it is not confirmed then."""
    try:
        async with transaction(ctx.tools.database, account=ALL_ACCOUNTS) as tx:
            row = await versions.restore_version(
                tx, at, body.version, expected=version, editor=Editor(staff=ctx.staff)
            )
            names = await find_actor_names(tx, actors_of([row]))
    except SegmentChanged as error:
        return await answer_changed(ctx.tools.database, error)
    _tag(response, row.revision)
    return write_segment(row, names)


@router.post("/segments/{number}/check")
async def check_target(at: AtSegment, body: TargetBody, ctx: OpenLinguistRequest) -> TargetFindingsBody:
    """Check a target that is not saved, with what mends each finding."""
    found = await checking.check_target(ctx.tools, at, body.target, editor=Editor(staff=ctx.staff))
    return TargetFindingsBody(findings=[write_finding(one) for one in found])


@router.post("/lock")
async def lock_segments(at: AtTranslation, body: LockBody, ctx: ManagerRequest) -> SegmentsBody:
    """Lock segments, or unlock them. Needs the role manager.

    Nobody changes the translation of a locked segment. The answer has those that were not so before.
    """
    rows = await locking.lock_segments(
        ctx.tx, at, body.segments, locked=body.locked, editor=Editor(staff=ctx.staff)
    )
    names = await find_actor_names(ctx.tx, actors_of(rows))
    return SegmentsBody(segments=[write_segment(row, names) for row in rows])


def _tag(response: Response, version: int) -> None:
    response.headers["ETag"] = f'"{version}"'
