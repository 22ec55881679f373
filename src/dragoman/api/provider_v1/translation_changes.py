"""Changes of segments for editors: what changed and who has what open, undoing, search and replace (V8)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute
from dragoman.api.provider_v1.translation_segments import TAG
from dragoman.api.provider_v1.translations import PREFIX, OpenLinguistRequest
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.http.editing.addresses import AtTranslation
from dragoman.http.editing.many_bodies import (
    ReplacementOutcomeBody,
    ReplacementPreviewBody,
    write_preview,
    write_replacement,
)
from dragoman.http.editing.names import actors_of, find_actor_names
from dragoman.http.editing.segment_bodies import (
    SegmentChangesBody,
    UndoneChangeBody,
    write_changes,
    write_segment,
)
from dragoman.http.editing.segment_requests import (
    ChosenQuery,
    ChosenReplacementBody,
    OpenSegment,
    OwnWindow,
    ReplacementBody,
    SinceVersion,
    UndoBody,
)
from dragoman.http.responses import NOT_FOUND
from dragoman.http.staff_request import LinguistRequest
from dragoman.projects.linguists.editing import presence, replacing, versions, windows
from dragoman.projects.linguists.editing.opening import Editor, open_translation
from dragoman.projects.segment_model import EVERY_SEGMENT

router = APIRouter(
    prefix=f"{PREFIX}/{{translation}}",
    tags=[TAG],
    responses={**STAFF, **NOT_FOUND},
    route_class=StaffJsonRoute,
)


@router.get("/changes")
async def list_segment_changes(
    at: AtTranslation,
    since: SinceVersion,
    ctx: LinguistRequest,
    window: OwnWindow = None,
    number: OpenSegment = None,
) -> SegmentChangesBody:
    """List the segments that were changed since a version, and the windows of others.

    With `window` it also says which segment this window has open. Ask every few seconds: a window that was
    not heard of for 15 seconds is forgotten. After many changes an answer has a part of them; go on from its
    `version`.
    """
    found = await windows.read_changes(
        ctx.tx, at, since, window=window, number=number, editor=Editor(staff=ctx.staff)
    )
    actors = [*actors_of(found.segments), *(one.actor for one in found.windows)]
    return write_changes(found, await find_actor_names(ctx.tx, actors))


@router.delete("/windows/{window}", status_code=204)
async def delete_window(
    at: AtTranslation,
    window: Annotated[
        str, Path(max_length=64, pattern="^[A-Za-z0-9_-]+$", description="The name that it gave itself")
    ],
    ctx: LinguistRequest,
) -> None:
    """Forget a window that was closed: others can change the segment that it had open."""
    await open_translation(ctx.tx, at, Editor(staff=ctx.staff))
    await presence.leave(ctx.tx, at, window=window)


@router.post("/undo")
async def undo_change(at: AtTranslation, body: UndoBody, ctx: LinguistRequest) -> UndoneChangeBody:
    """Undo a change of the translation, in all of its segments or in some; what came later stays.

    Undoing is a change too, which can be undone.
    """
    undone = await versions.undo_revision(
        ctx.tx, at, body.version, numbers=body.segments, editor=Editor(staff=ctx.staff)
    )
    names = await find_actor_names(ctx.tx, actors_of(undone.segments))
    return UndoneChangeBody(
        segments=[write_segment(row, names) for row in undone.segments],
        kept=list(undone.kept),
        version=undone.revision,
    )


@router.post("/replacement/preview")
async def preview_replacement(
    at: AtTranslation, body: ReplacementBody, chosen: ChosenQuery, ctx: OpenLinguistRequest
) -> ReplacementPreviewBody:
    """Show what a replacement would change in the targets of segments, all or those that pass filters.

    Codes stay in their places, and locked segments are left out.
    """
    editor = Editor(staff=ctx.staff)
    wanted = body.to_replacement(chosen.for_editor(editor))
    return write_preview(await replacing.preview_replacement(ctx.tools, at, wanted, editor=editor))


@router.post("/replacement")
async def replace_texts(
    at: AtTranslation, body: ChosenReplacementBody, ctx: OpenLinguistRequest
) -> ReplacementOutcomeBody:
    """Replace a text in the chosen segments of a preview, as one change, which can be undone.

    They are `translated` then: confirmed ones are to be confirmed again.
    """
    outcome = await replacing.replace_texts(
        ctx.tools,
        at,
        body.to_replacement(EVERY_SEGMENT),
        body.to_chosen(),
        editor=Editor(staff=ctx.staff),
    )
    async with transaction(ctx.tools.database, account=ALL_ACCOUNTS) as tx:
        names = await find_actor_names(tx, actors_of(outcome.segments))
    return write_replacement(outcome, names)
