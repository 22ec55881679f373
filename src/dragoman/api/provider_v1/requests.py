"""`GET /provider/v1/requests`: the calls of the programs of all accounts."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter

from dragoman.api.project_resources.logged_requests import (
    LoggedRequestListBody,
    WantedPartOfLog,
    WantedRequests,
    write_requests,
)
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffRoute
from dragoman.http.fields import OfAccount
from dragoman.http.staff_request import ManagerRequest

router = APIRouter(
    prefix="/provider/v1",
    tags=["Provider operation"],
    responses=STAFF,
    route_class=StaffRoute,
)


@router.get("/requests")
async def list_requests(
    ctx: ManagerRequest,
    wanted: WantedRequests,
    part: WantedPartOfLog,
    account_id: OfAccount = None,
) -> LoggedRequestListBody:
    """List calls and how they were answered, newest first. Needs the role manager."""
    return await write_requests(ctx.tx, wanted=replace(wanted, account_id=account_id), part=part)
