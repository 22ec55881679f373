"""`GET /project/v1/usage`: the use of all applications of the account."""

from __future__ import annotations

from fastapi import APIRouter

from dragoman.api.project_resources.usage_bodies import By, FirstDay, LastDay, UsageSummaryBody, write_summary
from dragoman.api.project_v1.any_case import AnyCaseRoute
from dragoman.api.project_v1.project_bodies import CUSTOMER
from dragoman.database.connections import transaction
from dragoman.http.auth import ProjectsCaller
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.fields import OfApplication
from dragoman.usage.actions import summarize_usage
from dragoman.usage.model import UsageFilter, UsageGrouping

router = APIRouter(prefix="/project/v1", tags=["Usage"], responses=CUSTOMER, route_class=AnyCaseRoute)


@router.get("/usage")
async def get_account_usage(
    caller: ProjectsCaller,
    runtime: OpenRuntime,
    *,
    application_id: OfApplication = None,
    first_day: FirstDay = None,
    last_day: LastDay = None,
    by: By = UsageGrouping.DAY,
) -> UsageSummaryBody:
    """Report what the account's applications had translated, up to now. At most 366 days."""
    await runtime.usage.flush()
    wanted = UsageFilter(
        account_id=caller.account_id,
        application_id=application_id,
        first_day=first_day,
        last_day=last_day,
    )
    async with transaction(runtime.database, account=caller.account_id) as tx:
        return write_summary(await summarize_usage(tx, wanted=wanted, by=by))
