"""`/provider/v1/services`: services and their prices, shared ones and those of accounts (V3)."""

from __future__ import annotations

from typing import cast

from fastapi import APIRouter, Request, Response

from dragoman.analysis.model import Weights
from dragoman.api.provider_v1.catalog_bodies import (
    ChangedService,
    NewService,
    ServiceBody,
    ServiceListBody,
)
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute
from dragoman.catalog import editing
from dragoman.catalog.model import Service
from dragoman.catalog.permissions import role_to_change
from dragoman.catalog.reference_types import SERVICE
from dragoman.http.fields import Id, OfAccount
from dragoman.http.paging import WantedPage, cut_page
from dragoman.http.responses import NOT_FOUND
from dragoman.http.staff_request import AdminRequest, ManagerRequest, OpenStaffRequest

router = APIRouter(
    prefix="/provider/v1/services",
    tags=["Provider reference data"],
    responses=STAFF,
    route_class=StaffJsonRoute,
)


def _read(body: NewService) -> Service:
    return Service(
        id=editing.UNSTORED,
        account_id=body.account_id,
        name=body.name,
        kind=body.kind,
        currency=body.currency,
        price_per_word=body.price_per_word,
        weights=cast("Weights", body.weights),
        words_per_day=body.words_per_day,
        auto_start_after=body.auto_start_after,
    )


@router.get("")
async def list_services(
    request: Request,
    ctx: OpenStaffRequest,
    page: WantedPage,
    account_id: OfAccount = None,
) -> ServiceListBody:
    """List services, shared ones and those of accounts, disabled ones too."""
    found = await editing.list_items(
        ctx.tx, SERVICE, account_id=account_id, limit=page.limit + 1, offset=page.offset
    )
    shown, metadata = cut_page(request, page, found)
    return ServiceListBody(services=[ServiceBody.model_validate(one) for one in shown], metadata=metadata)


@router.post("", status_code=201)
async def create_service(body: NewService, ctx: AdminRequest, response: Response) -> ServiceBody:
    """Create a service. Needs the role admin."""
    one = await editing.create(ctx.tx, SERVICE, _read(body), staff=ctx.staff)
    response.headers["Location"] = f"/provider/v1/services/{one.id}"
    return ServiceBody.model_validate(one)


@router.get("/{id}", responses=NOT_FOUND)
async def get_service(service_id: Id, ctx: OpenStaffRequest) -> ServiceBody:
    """Show a service."""
    one = await editing.get(ctx.tx, SERVICE, service_id)
    return ServiceBody.model_validate(one)


@router.patch("/{id}", responses=NOT_FOUND)
async def change_service(service_id: Id, body: ChangedService, ctx: ManagerRequest) -> ServiceBody:
    """Change a service, disable or enable it. Needs the role manager; what it costs is for admins."""
    ctx.staff.require(role_to_change(body.model_fields_set))
    one = await editing.change(ctx.tx, SERVICE, service_id, changes=body.changes(), staff=ctx.staff)
    return ServiceBody.model_validate(one)
