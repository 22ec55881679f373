"""Versions and exports of a term base (V5, P17)."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Query, Request, Response
from starlette.responses import StreamingResponse

from dragoman.api.project_resources.termbase_bodies import VersionListBody, write_version
from dragoman.blobs.blob import started
from dragoman.http.downloads import download_headers
from dragoman.http.fields import LARGEST_ID, Id
from dragoman.http.paging import WantedPage, cut_page
from dragoman.http.route_policy import UploadLimit
from dragoman.http.staff_request import ManagerRequest, OpenStaffRequest
from dragoman.termbases import actions
from dragoman.termbases.exports import ExportFormat, export_terms, find_export
from dragoman.termbases.imports import LARGEST_FILE

TERMS_LIMIT: Final = UploadLimit(file_bytes=lambda _: LARGEST_FILE)


async def list_term_base_versions(
    request: Request,
    term_base_id: Id,
    ctx: OpenStaffRequest,
    page: WantedPage,
) -> VersionListBody:
    """List the changes of a term base's concepts, newest first."""
    versions = await actions.list_versions(
        ctx.tx, term_base_id=term_base_id, limit=page.limit + 1, offset=page.offset
    )
    shown, metadata = cut_page(request, page, versions)
    return VersionListBody(versions=[write_version(version) for version in shown], metadata=metadata)


async def export_term_base(
    term_base_id: Id,
    ctx: ManagerRequest,
    file_format: Annotated[
        ExportFormat, Query(alias="format", description="tbx: version 3; tbx2: version 2")
    ] = ExportFormat.TBX,
    version: Annotated[int | None, Query(ge=0, le=LARGEST_ID, description="Absent: the current one")] = None,
) -> Response:
    """Download a version of the term base. Needs the role manager."""
    export = await find_export(ctx.tx, term_base_id=term_base_id, file_format=file_format, version=version)
    return StreamingResponse(
        await started(export_terms(ctx.runtime.database, export)),
        media_type=export.media_type,
        headers=download_headers(export.name),
    )
