"""`/provider/v1/projects/{id}/…`: how far a project is, its history, all of its files at once (V1, V2)."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Form, Query, Request, Response
from pydantic import Field
from starlette.responses import StreamingResponse

from dragoman.api.project_resources.project_progress import (
    HistoryBody,
    StaffProgressBody,
    write_history,
    write_staff_progress,
)
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffFormRoute, StaffRoute
from dragoman.api.provider_v1.translation_bodies import XliffImportBody, write_import
from dragoman.api.provider_v1.translation_files import ImportOptionsQuery
from dragoman.api.provider_v1.translations import OpenLinguistRequest
from dragoman.http.auth import ProviderCaller
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.downloads import download_headers
from dragoman.http.fields import Id
from dragoman.http.forms import MULTIPART, FormFile
from dragoman.http.models import RequestModel, ResponseModel
from dragoman.http.paging import WantedPage, cut_page
from dragoman.http.responses import NOT_FOUND, Responses, RuleProblem, download
from dragoman.http.route_policy import UploadLimit, route_policy
from dragoman.http.staff_request import OpenStaffRequest
from dragoman.projects.archives import Archive
from dragoman.projects.intake.archiving import open_archive
from dragoman.projects.linguists.exchange.model import LARGEST_FILE
from dragoman.projects.linguists.packages import (
    PackageChoice,
    PackageKind,
    PackageResult,
    ReturnedFile,
    import_packages,
    open_packages,
)
from dragoman.projects.orders.overview import read_history, read_progress

_ZIP: Final = "application/zip"
_ARCHIVE: Final[Responses] = {200: download(_ZIP)}
_PACKAGES_LIMIT: Final = UploadLimit(file_bytes=lambda _: LARGEST_FILE, advice="Send several archives.")

uploads = APIRouter(
    prefix="/provider/v1/projects",
    tags=["Provider projects"],
    responses={**STAFF, **NOT_FOUND},
    route_class=StaffFormRoute,
)
router = APIRouter(
    prefix="/provider/v1/projects",
    tags=["Provider projects"],
    responses={**STAFF, **NOT_FOUND},
    route_class=StaffRoute,
)


@router.get("/{id}/progress")
async def get_project_progress(project_id: Id, ctx: OpenStaffRequest) -> StaffProgressBody:
    """Show how far each file is in each language, the analysis by band, and what happened when, by whom."""
    return write_staff_progress(await read_progress(ctx.tx, project_id))


@router.get("/{id}/history")
async def list_project_history(
    request: Request, project_id: Id, ctx: OpenStaffRequest, page: WantedPage
) -> HistoryBody:
    """List what staff did with a project and its translations, oldest first."""
    found = await read_history(ctx.tx, project_id, limit=page.limit + 1, offset=page.offset)
    shown, metadata = cut_page(request, page, found)
    return write_history(shown, metadata)


@router.get("/{id}/archive", response_class=StreamingResponse, responses=_ARCHIVE)
async def download_project_archive(project_id: Id, _: ProviderCaller, runtime: OpenRuntime) -> Response:
    """Download all finished files of a project as one zip, a folder for each language."""
    return _send(await open_archive(runtime, project_id))


@router.get("/{id}/packages", response_class=StreamingResponse, responses=_ARCHIVE)
async def export_project_packages(
    project_id: Id,
    ctx: OpenLinguistRequest,
    kind: Annotated[PackageKind, Query(description="XLIFF of this version, or projects of OmegaT")] = (
        PackageKind.XLIFF_2
    ),
    matches: Annotated[bool, Query(description="With what memories have for new segments")] = True,
) -> Response:
    """Download the packages of all translations that linguists can work on, as one zip."""
    form = PackageChoice(kind=kind, matches=matches)
    return _send(await open_packages(ctx.tools, project_id, form=form, staff=ctx.staff))


def _send(archive: Archive) -> Response:
    return StreamingResponse(archive.pieces, media_type=_ZIP, headers=download_headers(archive.name))


class PackagesForm(RequestModel):
    """Packages in a form."""

    file: FormFile = Field(description="An XLIFF that the export gave, or a zip of several")


class PackageResultBody(ResponseModel):
    """What became of one package."""

    name: str = Field(description="Of the file; in an archive with its path")
    translation_id: int | None = Field(description="Null: it is not known to which it belongs")
    target_language: str | None
    report: XliffImportBody | None = Field(description="Null: it was refused, and nothing was changed")
    problems: list[RuleProblem] = Field(description="Why it was refused")


class PackageResultsBody(ResponseModel):
    """What became of each package, in the order of the archive."""

    packages: list[PackageResultBody]


@uploads.post("/{id}/packages")
@route_policy(body=_PACKAGES_LIMIT)
async def import_project_packages(
    project_id: Id,
    form: Annotated[PackagesForm, Form(media_type=MULTIPART)],
    ctx: OpenLinguistRequest,
    how: ImportOptionsQuery,
) -> PackageResultsBody:
    """Import packages of any of the project's translations, each by itself: one or a zip of several."""
    returned = [ReturnedFile(name=form.file.filename or "", data=await form.file.read())]
    results = await import_packages(ctx.tools, project_id, returned=returned, how=how, staff=ctx.staff)
    return PackageResultsBody(packages=[_write_result(one) for one in results])


def _write_result(one: PackageResult) -> PackageResultBody:
    translation = None if one.translation is None else one.translation.translation
    return PackageResultBody(
        name=one.name,
        translation_id=None if translation is None else translation.id,
        target_language=None if translation is None else translation.target_language,
        report=None if one.report is None else write_import(one.report),
        problems=[
            RuleProblem(code=problem.code, message=problem.message, hints=problem.hints)
            for problem in one.problems
        ],
    )
