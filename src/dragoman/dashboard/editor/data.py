"""What the editor's script calls for segments: windows, saves, versions, changes, checks, locks."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Query, Response
from starlette.responses import HTMLResponse

from dragoman.dashboard.editor.opening import PREFIX, EditorPage, ManagerEditorPage
from dragoman.dashboard.editor.rows import RowLanguages, write_rows
from dragoman.dashboard.page.error_messages import translate_message
from dragoman.dashboard.page.page_route import DataRoute
from dragoman.dashboard.page.rendering import HEADERS
from dragoman.http.editing.addresses import AtSegment
from dragoman.http.editing.conflicts import answer_changed
from dragoman.http.editing.names import actors_of, find_actor_names
from dragoman.http.editing.segment_bodies import (
    SegmentsBody,
    SegmentSummaryBody,
    TargetFindingsBody,
    UndoneChangeBody,
    write_changes,
    write_finding,
    write_history,
    write_saved,
    write_segment,
)
from dragoman.http.editing.segment_requests import (
    ExpectedVersion,
    LockBody,
    OpenSegment,
    OwnWindow,
    RestoredVersionBody,
    SegmentDraftBody,
    SinceVersion,
    TargetBody,
    UndoBody,
    WantedQuery,
)
from dragoman.http.models import ResponseModel
from dragoman.projects.linguists.editing import checking, locking, presence, saving, versions, windows
from dragoman.projects.linguists.editing.opening import find_segment, open_translation
from dragoman.projects.linguists.editing.refusals import SegmentChanged
from dragoman.projects.linguists.editing.summaries import summarise
from dragoman.projects.linguists.editing.windows import find_numbered

MOST_ROWS: Final = 500  # of one answer
_NUMBERS: Final = r"^[0-9]{1,9}(-[0-9]{1,9})?(,[0-9]{1,9}(-[0-9]{1,9})?)*$"

router = APIRouter(prefix=PREFIX, include_in_schema=False, route_class=DataRoute)


async def _read_numbers(
    numbers: Annotated[str, Query(max_length=8000, pattern=_NUMBERS)],
) -> list[int]:
    """Read numbers of segments, such as `0-49,77`; those beyond the most are left out."""
    found: list[int] = []
    for part in numbers.split(","):
        first, _, last = part.partition("-")
        end = min(int(last or first), int(first) + MOST_ROWS)
        found += range(int(first), end + 1)
    return found[:MOST_ROWS]


WantedNumbers = Annotated[list[int], Depends(_read_numbers)]


@router.get("/rows")
async def show_rows(opened: EditorPage, numbers: WantedNumbers) -> Response:
    """Show the rows of some segments."""
    async with opened.page.transaction() as tx:
        context = await open_translation(tx, opened.address, opened.editor)
        rows = await find_numbered(tx, opened.address, numbers)
    languages = RowLanguages(source=context.source_language, target=context.translation.target_language)
    return HTMLResponse(write_rows(rows, languages), headers=HEADERS)


@router.get("/numbers")
async def list_numbers(opened: EditorPage, query: WantedQuery) -> Response:
    """List the numbers of the segments that pass a filter, and the states of all."""
    async with opened.page.transaction() as tx:
        found = await summarise(tx, opened.address, query.for_editor(opened.editor), editor=opened.editor)
    return answer_data(
        SegmentSummaryBody(
            states=found.states,
            numbers=None if found.numbers is None else list(found.numbers),
            issues=list(found.issues),
            version=found.revision,
        )
    )


@router.put("/segments/{number}")
async def save_segment(
    opened: EditorPage,
    at: AtSegment,
    body: SegmentDraftBody,
    version: ExpectedVersion,
) -> Response:
    """Save a segment."""
    try:
        saved = await saving.save_segment(opened.tools, at, body.to_draft(version), editor=opened.editor)
    except SegmentChanged as error:
        return await answer_changed(opened.page.runtime.database, error)
    async with opened.page.transaction() as tx:
        names = await find_actor_names(tx, actors_of([saved.segment]))
    return answer_data(write_saved(saved, names, translate_message))


@router.get("/segments/{number}/versions")
async def list_versions(opened: EditorPage, at: AtSegment) -> Response:
    """List the versions of a segment."""
    async with opened.page.transaction() as tx:
        history = await versions.list_history(tx, at, editor=opened.editor)
        row = await find_segment(tx, at)
        names = await find_actor_names(tx, [one.changed_by for one in history])
    return answer_data(write_history(row, history, names))


@router.post("/segments/{number}/restore")
async def restore_version(
    opened: EditorPage,
    at: AtSegment,
    body: RestoredVersionBody,
    version: ExpectedVersion,
) -> Response:
    """Restore an earlier version of a segment."""
    try:
        async with opened.page.transaction() as tx:
            row = await versions.restore_version(tx, at, body.version, expected=version, editor=opened.editor)
            names = await find_actor_names(tx, actors_of([row]))
    except SegmentChanged as error:
        return await answer_changed(opened.page.runtime.database, error)
    return answer_data(write_segment(row, names))


@router.post("/segments/{number}/check")
async def check_target(
    opened: EditorPage,
    at: AtSegment,
    body: TargetBody,
) -> Response:
    """Check a target that is not saved."""
    found = await checking.check_target(opened.tools, at, body.target, editor=opened.editor)
    return answer_data(TargetFindingsBody(findings=[write_finding(one, translate_message) for one in found]))


@router.post("/undo")
async def undo_change(opened: EditorPage, body: UndoBody) -> Response:
    """Undo a change of several segments."""
    async with opened.page.transaction() as tx:
        undone = await versions.undo_revision(
            tx, opened.address, body.version, numbers=body.segments, editor=opened.editor
        )
        names = await find_actor_names(tx, actors_of(undone.segments))
    return answer_data(
        UndoneChangeBody(
            segments=[write_segment(row, names) for row in undone.segments],
            kept=list(undone.kept),
            version=undone.revision,
        )
    )


@router.get("/changes")
async def read_changes(
    opened: EditorPage,
    since: SinceVersion,
    window: OwnWindow = None,
    number: OpenSegment = None,
) -> Response:
    """Read what was changed since, and say which segment this window has open."""
    async with opened.page.transaction() as tx:
        found = await windows.read_changes(
            tx, opened.address, since, window=window, number=number, editor=opened.editor
        )
        actors = [*actors_of(found.segments), *(one.actor for one in found.windows)]
        names = await find_actor_names(tx, actors)
    return answer_data(write_changes(found, names))


@router.delete("/windows/{window}")
async def leave(
    opened: EditorPage,
    window: Annotated[str, Path(max_length=64)],
) -> Response:
    """Forget a window that is closed."""
    async with opened.page.transaction() as tx:
        await open_translation(tx, opened.address, opened.editor)
        await presence.leave(tx, opened.address, window=window)
    return Response(status_code=204)


@router.post("/lock")
async def lock_segments(opened: ManagerEditorPage, body: LockBody) -> Response:
    """Lock segments, or unlock them."""
    async with opened.page.transaction() as tx:
        rows = await locking.lock_segments(
            tx, opened.address, body.segments, locked=body.locked, editor=opened.editor
        )
        names = await find_actor_names(tx, actors_of(rows))
    return answer_data(SegmentsBody(segments=[write_segment(row, names) for row in rows]))


def answer_data(body: ResponseModel) -> Response:
    """Answer the script, under the headers that all pages have."""
    return Response(body.model_dump_json(by_alias=True), media_type="application/json", headers=HEADERS)
