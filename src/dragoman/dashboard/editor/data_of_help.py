"""What the editor's script calls for the help beside a segment."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from dragoman.dashboard.editor.data import answer_data
from dragoman.dashboard.editor.opening import PREFIX, EditorPage
from dragoman.dashboard.page.error_messages import translate_message
from dragoman.dashboard.page.page_route import DataRoute
from dragoman.http.editing.addresses import AtSegment
from dragoman.http.editing.help_bodies import RewriteBody, write_found, write_help, write_suggested
from dragoman.http.editing.names import find_actor_names
from dragoman.projects.linguists.editing.assisting import rewrite_target
from dragoman.projects.linguists.editing.concordance import LONGEST, search_memories
from dragoman.projects.linguists.editing.helping import find_help
from dragoman.projects.linguists.editing.suggesting import suggest_target

router = APIRouter(prefix=PREFIX, include_in_schema=False, route_class=DataRoute)


@router.get("/segments/{number}/help")
async def show_help(opened: EditorPage, at: AtSegment) -> Response:
    """Find matches, terms and notes for a segment."""
    found = await find_help(opened.tools, at, editor=opened.editor)
    async with opened.page.transaction() as tx:
        names = await find_actor_names(tx, [one.changed_by for one in found.matches])
    return answer_data(write_help(found, names))


@router.post("/segments/{number}/suggestion")
async def suggest(opened: EditorPage, at: AtSegment) -> Response:
    """Have an engine translate a segment; nothing is stored."""
    made = await suggest_target(opened.page.runtime, at, editor=opened.editor)
    return answer_data(write_suggested(made, translate_message))


@router.post("/segments/{number}/rewriting")
async def rewrite(opened: EditorPage, at: AtSegment, body: RewriteBody) -> Response:
    """Have an engine rewrite a translation as the linguist asks; nothing is stored."""
    made = await rewrite_target(opened.page.runtime, at, body.to_request(), editor=opened.editor)
    return answer_data(write_suggested(made, translate_message))


@router.get("/concordance")
async def search(
    opened: EditorPage, search: Annotated[str, Query(min_length=1, max_length=LONGEST)]
) -> Response:
    """Search the memories for words."""
    found = await search_memories(opened.tools, opened.address, search, editor=opened.editor)
    return answer_data(write_found(found))
