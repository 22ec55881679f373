"""`/ui/memories/{id}/imports` and `/export`: files into a memory, and a memory as a file."""

from __future__ import annotations

from fastapi import APIRouter, Response
from starlette.responses import StreamingResponse

from dragoman.blobs.blob import started
from dragoman.dashboard.memories.showing import read_direction
from dragoman.dashboard.memories.uploads import MEMORY_LIMIT, import_file
from dragoman.dashboard.page.actor_names import find_names
from dragoman.dashboard.page.lists import read_list
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import MemoryKeeperPage, MemoryPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.http.downloads import download_headers
from dragoman.http.fields import Id, ImportId
from dragoman.http.route_policy import route_policy
from dragoman.memories.exports import export_memory
from dragoman.memories.imports import actions
from dragoman.memories.overview.actions import read_overview

router = APIRouter(prefix="/ui/memories/{id}", include_in_schema=False, route_class=PageRoute)


@router.get("/imports")
async def show_imports(page: MemoryPage, memory_id: Id) -> Response:
    """List the imports of a memory, newest first."""
    return await _show_imports(page, memory_id)


@router.post("/imports")
@route_policy(body=MEMORY_LIMIT)
async def start_import(page: MemoryKeeperPage, memory_id: Id) -> Response:
    """Import a file."""
    with page.form.catching():
        if page.form.files("file"):
            return await import_file(page, memory_id)
        page.form.add(_("Choose a file."), at="file", code="MISSING")
    return await _show_imports(page, memory_id)


async def _show_imports(page: PageRequest, memory_id: int) -> Response:
    state = read_list(page.request, filters=())
    async with page.transaction() as tx:
        overview = await read_overview(tx, memory_id)
        found = await actions.list_imports(tx, memory_id, limit=state.limit + 1, offset=state.offset)
        names = await find_names(tx, [one.created_by for one in found])
    shown, state = state.cut(found)
    return page.render("memories/imports.html", overview=overview, imports=shown, list=state, names=names)


@router.get("/imports/{importId}")
async def show_import(page: MemoryPage, memory_id: Id, import_id: ImportId) -> Response:
    """Show how far an import is, and what could not be kept."""
    state = read_list(page.request, filters=())
    async with page.transaction() as tx:
        overview = await read_overview(tx, memory_id)
        report = await actions.find_import(
            tx, memory_id, import_id, limit=state.limit + 1, offset=state.offset
        )
        names = await find_names(tx, [report.record.created_by])
    problems, state = state.cut(report.problems)
    return page.render(
        "memories/import.html",
        overview=overview,
        one=report.record,
        problems=problems,
        list=state,
        names=names,
    )


@router.post("/imports/{importId}/end")
async def end_import(page: MemoryKeeperPage, memory_id: Id, import_id: ImportId) -> Response:
    """Stop an import, or remove the units that it has added."""
    undo = page.form.flag("undo")
    async with page.transaction() as tx:
        await actions.end_import(tx, memory_id, import_id, undo=undo, staff=page.staff)
    done = _("The units that it added are being removed.") if undo else _("Import stopped.")
    return page.redirect(f"/ui/memories/{memory_id}/imports/{import_id}", done=done)


@router.get("/export")
async def export_units(page: MemoryKeeperPage, memory_id: Id, direction: str = "") -> Response:
    """Download a memory, or one direction of it, as TMX."""
    async with page.transaction() as tx:
        memory = (await read_overview(tx, memory_id)).memory
    pieces = export_memory(page.runtime.database, memory, wanted=read_direction(direction))
    return StreamingResponse(
        await started(pieces),
        media_type="application/x-tmx+xml",
        headers=download_headers(f"{memory.name}.tmx"),
    )
