"""`GET /project/v1/requests`: the calls of the account's own programs."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter

from dragoman.api.project_resources.logged_requests import (
    LoggedRequestListBody,
    WantedPartOfLog,
    WantedRequests,
    write_requests,
)
from dragoman.api.project_v1.any_case import AnyCaseRoute
from dragoman.api.project_v1.customer_request import OpenCustomerRequest
from dragoman.api.project_v1.project_bodies import CUSTOMER

router = APIRouter(prefix="/project/v1", tags=["Usage"], responses=CUSTOMER, route_class=AnyCaseRoute)


@router.get("/requests")
async def list_requests(
    ctx: OpenCustomerRequest, wanted: WantedRequests, part: WantedPartOfLog
) -> LoggedRequestListBody:
    """List the calls of all applications of the account and how they were answered, newest first."""
    own = replace(wanted, account_id=ctx.caller.account_id)
    return await write_requests(ctx.tx, wanted=own, part=part)
