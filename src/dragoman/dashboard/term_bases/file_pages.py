"""`/ui/term-bases/{id}/imports` and `/export`: files into a term base, and a term base as a file."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response
from starlette.responses import StreamingResponse

from dragoman.blobs.blob import started
from dragoman.dashboard.page.needs import MemoryKeeperPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.http.downloads import download_headers
from dragoman.http.fields import Id
from dragoman.termbases.exports import ExportFormat, export_terms, find_export

router = APIRouter(prefix="/ui/term-bases/{id}", include_in_schema=False, route_class=PageRoute)


@router.get("/export")
async def export_term_base(
    page: MemoryKeeperPage,
    term_base_id: Id,
    wanted: Annotated[str, Query(alias="format")] = "",
    version: str = "",
) -> Response:
    """Download a version of a term base, the current one if none is named."""
    chosen = ExportFormat(wanted) if wanted in set(ExportFormat) else ExportFormat.TBX
    number = int(version) if version.isascii() and version.isdigit() and len(version) < 10 else None
    async with page.transaction() as tx:
        export = await find_export(tx, term_base_id=term_base_id, file_format=chosen, version=number)
    return StreamingResponse(
        await started(export_terms(page.runtime.database, export)),
        media_type=export.media_type,
        headers=download_headers(export.name),
    )
