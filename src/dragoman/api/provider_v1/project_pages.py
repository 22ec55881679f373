"""`/provider/v1/projects/{id}/…`: how far a project is, its history, and all of its files at once (V1)."""

from __future__ import annotations

from fastapi import APIRouter, Request

from dragoman.api.project_resources.project_progress import (
    HistoryBody,
    StaffProgressBody,
    write_history,
    write_staff_progress,
)
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffRoute
from dragoman.http.fields import Id
from dragoman.http.paging import WantedPage, cut_page
from dragoman.http.responses import NOT_FOUND
from dragoman.http.staff_request import OpenStaffRequest
from dragoman.projects.orders.overview import read_history, read_progress

router = APIRouter(
    prefix="/provider/v1/projects",
    tags=["Provider"],
    responses={**STAFF, **NOT_FOUND},
    route_class=StaffRoute,
)


@router.get("/{id}/progress")
async def show_progress(project_id: Id, ctx: OpenStaffRequest) -> StaffProgressBody:
    """Show how far each file is in each language, the analysis by band, and what happened when, by whom."""
    return write_staff_progress(await read_progress(ctx.tx, project_id))


@router.get("/{id}/history")
async def show_history(
    request: Request, project_id: Id, ctx: OpenStaffRequest, page: WantedPage
) -> HistoryBody:
    """List what staff did with a project and its translations, oldest first."""
    found = await read_history(ctx.tx, project_id, limit=page.limit + 1, offset=page.offset)
    shown, metadata = cut_page(request, page, found)
    return write_history(shown, metadata)
