"""The help beside a segment for editors: matches, terms, an engine's suggestion, concordance (V8)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute
from dragoman.api.provider_v1.translation_segments import TAG
from dragoman.api.provider_v1.translations import PREFIX, OpenLinguistRequest
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.http.editing.addresses import AtSegment, AtTranslation
from dragoman.http.editing.help_bodies import (
    FoundUnitsBody,
    SegmentHelpBody,
    SuggestedTargetBody,
    write_found,
    write_help,
    write_suggested,
)
from dragoman.http.editing.names import find_actor_names
from dragoman.http.responses import NOT_FOUND
from dragoman.projects.linguists.editing.concordance import LONGEST, search_memories
from dragoman.projects.linguists.editing.helping import find_help
from dragoman.projects.linguists.editing.opening import Editor
from dragoman.projects.linguists.editing.suggesting import suggest_target

router = APIRouter(
    prefix=f"{PREFIX}/{{translation}}",
    tags=[TAG],
    responses={**STAFF, **NOT_FOUND},
    route_class=StaffJsonRoute,
)


@router.get("/segments/{number}/help")
async def get_segment_help(at: AtSegment, ctx: OpenLinguistRequest) -> SegmentHelpBody:
    """Show what helps with a segment: matches, terms, notes, and the texts around it.

    Matches come from the project's confirmed segments and its translation memories.
    """
    found = await find_help(ctx.tools, at, editor=Editor(staff=ctx.staff))
    async with transaction(ctx.tools.database, account=ALL_ACCOUNTS) as tx:
        names = await find_actor_names(tx, [one.changed_by for one in found.matches])
    return write_help(found, names)


@router.post("/segments/{number}/suggestion")
async def suggest_translation(at: AtSegment, ctx: OpenLinguistRequest) -> SuggestedTargetBody:
    """Have an engine translate a segment, with the project's terms and style. Nothing is stored."""
    return write_suggested(await suggest_target(ctx.runtime, at, editor=Editor(staff=ctx.staff)))


@router.get("/concordance")
async def search_texts(
    at: AtTranslation,
    ctx: OpenLinguistRequest,
    search: Annotated[
        str, Query(min_length=1, max_length=LONGEST, description="Words of sources or of translations")
    ],
) -> FoundUnitsBody:
    """Search the project's confirmed segments and its translation memories for words."""
    return write_found(await search_memories(ctx.tools, at, search, editor=Editor(staff=ctx.staff)))
