"""Translations of projects for linguists: list, show, export, check, deliver (V2).

`translation_files` takes packages and finished files in, `translation_segments` is for editors.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Query, Request, Response

from dragoman.access.model import StaffRole
from dragoman.access.staff import Staff
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute
from dragoman.api.provider_v1.translation_bodies import (
    DeliveryBody,
    DetailsBody,
    ReviewBody,
    TranslationBody,
    TranslationListBody,
    write_details,
    write_review,
    write_translation,
)
from dragoman.http.auth import ProviderCaller
from dragoman.http.downloads import download_headers
from dragoman.http.editing.many_bodies import write_issue
from dragoman.http.fields import Id, TranslationId
from dragoman.http.paging import WantedPage, cut_page
from dragoman.http.responses import NOT_FOUND, download
from dragoman.http.runtime import Runtime, get_runtime
from dragoman.http.staff_request import Needs, OpenStaffRequest, current_staff
from dragoman.projects.linguists import delivering, exporting
from dragoman.projects.linguists import translation_context as desk
from dragoman.projects.linguists.editing import checking
from dragoman.projects.linguists.editing.opening import Editor, TranslationAddress
from dragoman.projects.linguists.exchange import Version
from dragoman.projects.linguists.tools import LinguistTools, linguist_tools

PREFIX: Final = "/provider/v1/projects/{id}/translations"
XLIFF_TYPE: Final = "application/xliff+xml"

router = APIRouter(
    prefix=PREFIX,
    tags=["Provider translations"],
    responses={**STAFF, **NOT_FOUND},
    route_class=StaffJsonRoute,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LinguistRequest:
    """Everything that a long-running endpoint needs. It holds no transaction meanwhile."""

    runtime: Runtime
    tools: LinguistTools
    staff: Staff


async def _open_linguist_request(request: Request, _: ProviderCaller) -> LinguistRequest:
    runtime = get_runtime(request.scope)
    return LinguistRequest(runtime=runtime, tools=linguist_tools(runtime), staff=current_staff(request))


OpenLinguistRequest = Annotated[LinguistRequest, Depends(_open_linguist_request)]
ManagerLinguistRequest = Annotated[LinguistRequest, Depends(_open_linguist_request), Needs(StaffRole.MANAGER)]


@router.get("")
async def list_translations(project_id: Id, ctx: OpenStaffRequest) -> TranslationListBody:
    """List a project's translations: each file into each language."""
    found = await desk.list_translation_contexts(ctx.tx, project_id)
    return TranslationListBody(translations=[write_translation(place) for place in found])


@router.get("/{translation}")
async def get_translation(
    project_id: Id, translation_id: TranslationId, ctx: OpenStaffRequest
) -> DetailsBody:
    """Show a translation, and how many of its segments are in which state."""
    return write_details(await desk.find_details(ctx.tx, project_id, translation_id))


@router.get("/{translation}/xliff", response_class=Response, responses={200: download(XLIFF_TYPE)})
async def export_xliff(
    project_id: Id,
    translation_id: TranslationId,
    ctx: OpenLinguistRequest,
    version: Annotated[Version, Query(description="Of XLIFF")] = Version.TWO,
    matches: Annotated[bool, Query(description="With what memories have for new segments")] = True,
) -> Response:
    """Download a translation as XLIFF, with proposals of memories, terms and notes, for any CAT tool."""
    exported = await exporting.export_translation(
        ctx.tools, project_id, translation_id, version=version, matches=matches, staff=ctx.staff
    )
    return _send(exported, XLIFF_TYPE)


@router.get("/{translation}/omegat", response_class=Response, responses={200: download("application/zip")})
async def export_omegat(
    project_id: Id,
    translation_id: TranslationId,
    ctx: OpenLinguistRequest,
    matches: Annotated[bool, Query(description="With what memories have for new segments")] = True,
) -> Response:
    """Download a translation as a project of OmegaT: a zip with its segments, memories and terms."""
    exported = await exporting.export_omegat_project(
        ctx.tools, project_id, translation_id, matches=matches, staff=ctx.staff
    )
    return _send(exported, "application/zip")


def _send(exported: exporting.Exported, media_type: str) -> Response:
    return Response(
        exported.data,
        media_type=media_type,
        headers=download_headers(exported.name),
    )


@router.get("/{translation}/qa")
async def review_translation(
    request: Request,
    project_id: Id,
    translation_id: TranslationId,
    ctx: OpenLinguistRequest,
    page: WantedPage,
) -> ReviewBody:
    """Check a translation in its current state: a page of its issues, by segment.

    What is found in targets is kept with their segments: the filter `issue` of `/segments` looks for it.
    """
    address = TranslationAddress(project_id=project_id, translation_id=translation_id)
    found = await checking.check_translation(ctx.tools, address, editor=Editor(staff=ctx.staff))
    shown, metadata = cut_page(request, page, found.issues[page.offset :][: page.limit + 1])
    return write_review(found, [write_issue(issue) for issue in shown], metadata)


@router.post("/{translation}/delivery", status_code=202)
async def deliver_translation(
    project_id: Id,
    translation_id: TranslationId,
    ctx: ManagerLinguistRequest,
    body: DeliveryBody | None = None,
) -> TranslationBody:
    """Deliver a translation: its file is made, its client notified. Needs the role manager.

    The memory learns from it. Blocking issues need an override with a reason.
    """
    override = (body or DeliveryBody()).override
    delivered = await delivering.deliver_translation(
        ctx.tools,
        project_id,
        translation_id,
        override_reason=None if override is None else override.reason,
        staff=ctx.staff,
    )
    return write_translation(delivered.context)
