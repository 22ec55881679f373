"""What the editor's script calls for many segments at once: all findings, search and replace."""

from __future__ import annotations

from fastapi import APIRouter, Response

from dragoman.dashboard.editor.data import answer_data
from dragoman.dashboard.editor.opening import PREFIX, EditorPage
from dragoman.dashboard.page.error_messages import translate_message
from dragoman.dashboard.page.page_route import DataRoute
from dragoman.http.editing.many_bodies import (
    write_findings,
    write_preview,
    write_replacement,
)
from dragoman.http.editing.names import actors_of, find_actor_names
from dragoman.http.editing.segment_requests import ChosenReplacementBody, ReplacementBody
from dragoman.projects.linguists.editing import checking, replacing
from dragoman.projects.segment_model import EVERY_SEGMENT

router = APIRouter(prefix=PREFIX, include_in_schema=False, route_class=DataRoute)


@router.get("/findings")
async def check_translation(opened: EditorPage) -> Response:
    """Check all segments."""
    found = await checking.check_translation(opened.tools, opened.address, editor=opened.editor)
    return answer_data(write_findings(found, translate_message))


@router.post("/replacement/preview")
async def preview_replacement(opened: EditorPage, body: ReplacementBody) -> Response:
    """List what a replacement would change."""
    found = await replacing.preview_replacement(
        opened.tools, opened.address, body.to_replacement(EVERY_SEGMENT), editor=opened.editor
    )
    return answer_data(write_preview(found))


@router.post("/replacement")
async def replace_texts(opened: EditorPage, body: ChosenReplacementBody) -> Response:
    """Replace in the chosen segments of a preview."""
    outcome = await replacing.replace_texts(
        opened.tools,
        opened.address,
        body.to_replacement(EVERY_SEGMENT),
        body.to_chosen(),
        editor=opened.editor,
    )
    async with opened.page.transaction() as tx:
        names = await find_actor_names(tx, actors_of(outcome.segments))
    return answer_data(write_replacement(outcome, names))
