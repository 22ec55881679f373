"""`/provider/v1/languages`: the languages that projects can be translated from and into (V3)."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from dragoman.api.provider_v1.catalog_bodies import (
    ChangedName,
    LanguageBody,
    LanguageListBody,
    NewLanguage,
)
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute
from dragoman.catalog import editing
from dragoman.catalog.model import Language
from dragoman.catalog.reference_types import LANGUAGE
from dragoman.http.fields import Id
from dragoman.http.paging import WantedPage, cut_page
from dragoman.http.responses import NOT_FOUND
from dragoman.http.staff_request import ManagerRequest, OpenStaffRequest

router = APIRouter(
    prefix="/provider/v1/languages",
    tags=["Provider reference data"],
    responses=STAFF,
    route_class=StaffJsonRoute,
)


@router.get("")
async def list_languages(
    request: Request,
    ctx: OpenStaffRequest,
    page: WantedPage,
) -> LanguageListBody:
    """List the languages, disabled ones too."""
    found = await editing.list_items(ctx.tx, LANGUAGE, limit=page.limit + 1, offset=page.offset)
    shown, metadata = cut_page(request, page, found)
    return LanguageListBody(languages=[LanguageBody.model_validate(one) for one in shown], metadata=metadata)


@router.post("", status_code=201)
async def create_language(body: NewLanguage, ctx: ManagerRequest, response: Response) -> LanguageBody:
    """Create a language. Needs the role manager."""
    one = await editing.create(
        ctx.tx,
        LANGUAGE,
        Language(id=editing.UNSTORED, code=body.code, name=body.name),
        staff=ctx.staff,
    )
    response.headers["Location"] = f"/provider/v1/languages/{one.id}"
    return LanguageBody.model_validate(one)


@router.get("/{id}", responses=NOT_FOUND)
async def get_language(language_id: Id, ctx: OpenStaffRequest) -> LanguageBody:
    """Show a language."""
    one = await editing.get(ctx.tx, LANGUAGE, language_id)
    return LanguageBody.model_validate(one)


@router.patch("/{id}", responses=NOT_FOUND)
async def change_language(language_id: Id, body: ChangedName, ctx: ManagerRequest) -> LanguageBody:
    """Change a language, disable or enable it. Needs the role manager."""
    one = await editing.change(ctx.tx, LANGUAGE, language_id, changes=body.changes(), staff=ctx.staff)
    return LanguageBody.model_validate(one)
