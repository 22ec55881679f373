"""`/provider/v1/style-guides`: the style guides of all accounts."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from dragoman.api.project_resources.style_guide_bodies import (
    ChangedStyleGuide,
    NewStyleGuide,
    StyleGuideBody,
    StyleGuideListBody,
    write_guide,
)
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute
from dragoman.catalog import removal
from dragoman.http.fields import Id, OfAccount
from dragoman.http.paging import WantedPage, cut_page
from dragoman.http.responses import NOT_FOUND
from dragoman.http.staff_request import ManagerRequest, OpenStaffRequest
from dragoman.style_guides import actions

router = APIRouter(
    prefix="/provider/v1/style-guides",
    tags=["Provider style guides"],
    responses=STAFF,
    route_class=StaffJsonRoute,
)


@router.get("")
async def list_style_guides(
    request: Request, ctx: OpenStaffRequest, page: WantedPage, account_id: OfAccount = None
) -> StyleGuideListBody:
    """List the style guides of all accounts, disabled ones too, oldest first."""
    found = await actions.list_style_guides(
        ctx.tx, account_id=account_id, limit=page.limit + 1, offset=page.offset
    )
    shown, metadata = cut_page(request, page, found)
    return StyleGuideListBody(style_guides=[write_guide(one) for one in shown], metadata=metadata)


@router.post("", status_code=201)
async def create_style_guide(body: NewStyleGuide, ctx: ManagerRequest, response: Response) -> StyleGuideBody:
    """Create a style guide. Needs the role manager."""
    draft = body.draft(account_id=body.account_id)
    guide = await actions.create_style_guide(ctx.tx, staff=ctx.staff, draft=draft)
    response.headers["Location"] = f"/provider/v1/style-guides/{guide.id}"
    return write_guide(guide)


@router.get("/{id}", responses=NOT_FOUND)
async def get_style_guide(style_guide_id: Id, ctx: OpenStaffRequest) -> StyleGuideBody:
    """Show a style guide."""
    return write_guide(await actions.get_style_guide(ctx.tx, style_guide_id))


@router.patch("/{id}", responses=NOT_FOUND)
async def change_style_guide(
    style_guide_id: Id, body: ChangedStyleGuide, ctx: ManagerRequest
) -> StyleGuideBody:
    """Change a style guide, disable or enable it. Needs the role manager."""
    guide = await actions.change_style_guide(
        ctx.tx, staff=ctx.staff, style_guide_id=style_guide_id, changes=body.changes()
    )
    return write_guide(guide)


@router.delete("/{id}", status_code=204, responses=NOT_FOUND)
async def delete_style_guide(style_guide_id: Id, ctx: ManagerRequest) -> None:
    """Delete a style guide that no template names, for good. Needs the role manager."""
    await removal.delete_style_guide(ctx.tx, style_guide_id, staff=ctx.staff)
