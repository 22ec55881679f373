"""`/ui/health`: what runs, what waits and what has failed, for the provider's staff (V7)."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path, Response

from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import AdminPage, ManagerPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.operation.health import read_health
from dragoman.operation.retrying import retry_failed_job
from dragoman.settings.describing import describe_settings

router = APIRouter(prefix="/ui/health", include_in_schema=False, route_class=PageRoute)

_LARGEST_JOB: Final = 2**63 - 1

JobId = Annotated[int, Path(alias="id", ge=1, le=_LARGEST_JOB)]


@router.get("")
async def show_health(page: ManagerPage) -> Response:
    """Show the health of the installation; what needs somebody comes first."""
    async with page.transaction() as tx:
        health = await read_health(tx, page.runtime)
    return page.render("health/health.html", health=health, now=tx.now)


@router.post("/jobs/{id}/retry")
async def retry_job(page: AdminPage, job_id: JobId) -> Response:
    """Put a failed job back into its queue."""
    async with page.transaction() as tx:
        await retry_failed_job(tx, job_id, staff=page.staff)
    return page.redirect("/ui/health", done=_("The job runs again."))


@router.get("/settings")
async def show_settings(page: AdminPage) -> Response:
    """Show the settings of the process that answers, with their origins."""
    origins = getattr(page.request.app.state, "setting_origins", {})  # `serve` has loaded them
    settings = describe_settings(page.runtime.settings, origins)
    return page.render("health/settings.html", settings=settings)
