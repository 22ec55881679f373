"""Imports and exports of a translation memory (V4, P17)."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Query, Request, Response
from starlette.responses import StreamingResponse

from dragoman.api.project_resources.memory_unit_bodies import (
    MemoryImportBody,
    MemoryImportDetailsBody,
    MemoryImportListBody,
    write_import,
    write_problem,
)
from dragoman.api.project_resources.memory_units import WantedUnits
from dragoman.blobs.blob import started
from dragoman.http.downloads import download_headers
from dragoman.http.fields import Id, ImportId
from dragoman.http.paging import WantedPage, cut_page
from dragoman.http.route_policy import UploadLimit
from dragoman.http.staff_request import ManagerRequest, OpenStaffRequest
from dragoman.memories import actions as memories
from dragoman.memories import exports
from dragoman.memories.imports import actions

MEMORY_LIMIT: Final = UploadLimit(file_bytes=lambda settings: settings.max_memory_bytes)


async def list_memory_imports(
    request: Request,
    memory_id: Id,
    ctx: OpenStaffRequest,
    page: WantedPage,
) -> MemoryImportListBody:
    """List a memory's imports, newest first."""
    found = await actions.list_imports(ctx.tx, memory_id, limit=page.limit + 1, offset=page.offset)
    shown, metadata = cut_page(request, page, found)
    return MemoryImportListBody(imports=[write_import(one) for one in shown], metadata=metadata)


async def get_memory_import(
    memory_id: Id,
    import_id: ImportId,
    ctx: OpenStaffRequest,
    page: WantedPage,
) -> MemoryImportDetailsBody:
    """Show how far an import is and what could not be kept: a page of its problems."""
    report = await actions.find_import(ctx.tx, memory_id, import_id, limit=page.limit, offset=page.offset)
    problems = [write_problem(one) for one in report.problems]
    return MemoryImportDetailsBody(**write_import(report.record).model_dump(), problems=problems)


async def end_memory_import(
    memory_id: Id,
    import_id: ImportId,
    ctx: ManagerRequest,
    undo: Annotated[bool, Query(description="Also take out the units that it added")] = False,
) -> MemoryImportBody:
    """Stop an import, or undo one. Needs the role manager."""
    return write_import(await actions.end_import(ctx.tx, memory_id, import_id, undo=undo, staff=ctx.staff))


async def export_memory(memory_id: Id, ctx: ManagerRequest, wanted: WantedUnits) -> Response:
    """Download a memory as TMX 1.4b, level 2. Needs the role manager."""
    memory = await memories.find_memory(ctx.tx, memory_id)
    return StreamingResponse(
        await started(exports.export_memory(ctx.runtime.database, memory, wanted=wanted)),
        media_type="application/x-tmx+xml",
        headers=download_headers(f"{memory.name}.tmx"),
    )
