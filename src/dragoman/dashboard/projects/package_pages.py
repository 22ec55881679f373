"""`/ui/projects/{id}/packages`: all translations out for CAT tools as one archive, and back in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fastapi import APIRouter, Response

from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import ManagerPage
from dragoman.dashboard.page.packages import package_kinds, read_import_options, read_package_kind
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.projects.files import send_archive
from dragoman.dashboard.projects.limits import PACKAGES_LIMIT
from dragoman.dashboard.projects.showing import read_project, render_part
from dragoman.http.fields import Id
from dragoman.http.route_policy import route_policy
from dragoman.projects.linguists.packages import (
    PackageChoice,
    PackageResult,
    ReturnedFile,
    import_packages,
    open_packages,
)
from dragoman.projects.linguists.tools import linguist_tools

_NO: Final = "no"

router = APIRouter(prefix="/ui/projects/{id}/packages", include_in_schema=False, route_class=PageRoute)


@router.get("")
async def show_packages(page: ManagerPage, project_id: Id) -> Response:
    """Show how packages go out and come back."""
    return await _show(page, project_id)


@router.get("/download")
async def download_packages(page: ManagerPage, project_id: Id, kind: str = "", matches: str = "") -> Response:
    """Download the packages of all translations that linguists can work on."""
    choice = PackageChoice(kind=read_package_kind(kind), matches=matches != _NO)
    tools = linguist_tools(page.runtime)
    return send_archive(await open_packages(tools, project_id, form=choice, staff=page.staff))


@router.post("")
@route_policy(body=PACKAGES_LIMIT)
async def take_packages(page: ManagerPage, project_id: Id) -> Response:
    """Import packages, each by itself, and show what became of each."""
    files = page.form.files("files")
    if not files:
        page.form.add(_("Choose a file."), at="files", code="MISSING")
        return await _show(page, project_id)
    returned = [ReturnedFile(name=one.filename or "", data=await one.read()) for one in files]
    with page.form.catching({"PACKAGES_INVALID": "files"}):
        results = await import_packages(
            linguist_tools(page.runtime),
            project_id,
            returned=returned,
            how=read_import_options(page.form),
            staff=page.staff,
        )
        return await _show(page, project_id, results)
    return await _show(page, project_id)


async def _show(page: PageRequest, project_id: int, results: Sequence[PackageResult] = ()) -> Response:
    async with page.transaction() as tx:
        shown = await read_project(tx, page, project_id)
    return render_part(page, "projects/packages.html", shown, results=results, kinds=package_kinds())
