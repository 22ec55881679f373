"""`GET /provider/v1/usage`: the use of all accounts."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends

from dragoman.api.project_resources.usage_bodies import By, FirstDay, LastDay, UsageSummaryBody, write_summary
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffRoute
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.http.auth import ProviderCaller
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.fields import OfAccount, OfApplication
from dragoman.http.staff_request import ManagerStaff
from dragoman.usage.actions import summarize_usage
from dragoman.usage.model import UsageFilter, UsageGrouping

router = APIRouter(
    prefix="/provider/v1", tags=["Provider operation"], responses=STAFF, route_class=StaffRoute
)


async def _read_filter(
    *,
    account_id: OfAccount = None,
    application_id: OfApplication = None,
    first_day: FirstDay = None,
    last_day: LastDay = None,
) -> UsageFilter:
    return UsageFilter(
        account_id=account_id, application_id=application_id, first_day=first_day, last_day=last_day
    )


@router.get("/usage")
async def get_usage(
    _staff: ManagerStaff,
    _caller: ProviderCaller,
    runtime: OpenRuntime,
    wanted: Annotated[UsageFilter, Depends(_read_filter)],
    by: By = UsageGrouping.DAY,
) -> UsageSummaryBody:
    """Report what all accounts had translated, or one, or an application. Needs the role manager."""
    await runtime.usage.flush()
    async with transaction(runtime.database, account=ALL_ACCOUNTS) as tx:
        return write_summary(await summarize_usage(tx, wanted=wanted, by=by))
