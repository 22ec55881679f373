"""`/provider/v1/work-areas`: fields of specialization, shared ones and those of accounts (V3)."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from dragoman.api.provider_v1.catalog_bodies import (
    ChangedName,
    NewWorkArea,
    WorkAreaBody,
    WorkAreaListBody,
)
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute
from dragoman.catalog import editing
from dragoman.catalog.model import WorkArea
from dragoman.catalog.reference_types import WORK_AREA
from dragoman.http.fields import Id, OfAccount
from dragoman.http.paging import WantedPage, cut_page
from dragoman.http.responses import NOT_FOUND
from dragoman.http.staff_request import ManagerRequest, OpenStaffRequest

router = APIRouter(
    prefix="/provider/v1/work-areas",
    tags=["Provider reference data"],
    responses=STAFF,
    route_class=StaffJsonRoute,
)


@router.get("")
async def list_work_areas(
    request: Request,
    ctx: OpenStaffRequest,
    page: WantedPage,
    account_id: OfAccount = None,
) -> WorkAreaListBody:
    """List work areas, shared ones and those of accounts, disabled ones too."""
    found = await editing.list_items(
        ctx.tx, WORK_AREA, account_id=account_id, limit=page.limit + 1, offset=page.offset
    )
    shown, metadata = cut_page(request, page, found)
    return WorkAreaListBody(work_areas=[WorkAreaBody.model_validate(one) for one in shown], metadata=metadata)


@router.post("", status_code=201)
async def create_work_area(body: NewWorkArea, ctx: ManagerRequest, response: Response) -> WorkAreaBody:
    """Create a work area. Needs the role manager."""
    one = await editing.create(
        ctx.tx,
        WORK_AREA,
        WorkArea(id=editing.UNSTORED, account_id=body.account_id, name=body.name),
        staff=ctx.staff,
    )
    response.headers["Location"] = f"/provider/v1/work-areas/{one.id}"
    return WorkAreaBody.model_validate(one)


@router.get("/{id}", responses=NOT_FOUND)
async def get_work_area(work_area_id: Id, ctx: OpenStaffRequest) -> WorkAreaBody:
    """Show a work area."""
    one = await editing.get(ctx.tx, WORK_AREA, work_area_id)
    return WorkAreaBody.model_validate(one)


@router.patch("/{id}", responses=NOT_FOUND)
async def change_work_area(work_area_id: Id, body: ChangedName, ctx: ManagerRequest) -> WorkAreaBody:
    """Change a work area, disable or enable it. Needs the role manager."""
    one = await editing.change(ctx.tx, WORK_AREA, work_area_id, changes=body.changes(), staff=ctx.staff)
    return WorkAreaBody.model_validate(one)
