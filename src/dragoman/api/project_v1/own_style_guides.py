"""`/project/v1/style-guides`: the account's style guides (P17). `reference_assets` lists and shows them."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Response

from dragoman.api.project_resources.style_guide_bodies import (
    ChangedStyleGuide,
    OwnStyleGuideDraft,
    StyleGuideChoice,
    write_choice,
)
from dragoman.api.project_v1.own_request import IN_USE, PREFIX, OwnId, OwnRequest, OwnRoute
from dragoman.api.project_v1.project_bodies import CUSTOMER
from dragoman.catalog import removal
from dragoman.http.auth import ProjectsCaller
from dragoman.http.responses import NOT_FOUND
from dragoman.style_guides import actions

_GUIDES: Final = f"{PREFIX}/style-guides"

router = APIRouter(prefix=_GUIDES, tags=["Style guides"], responses=CUSTOMER, route_class=OwnRoute)


@router.post("", status_code=201)
async def create_style_guide(
    body: OwnStyleGuideDraft, ctx: OwnRequest, caller: ProjectsCaller, response: Response
) -> StyleGuideChoice:
    """Create a style guide of the account."""
    draft = body.draft(account_id=caller.account_id)
    guide = await actions.create_style_guide(ctx.tx, staff=ctx.staff, draft=draft)
    response.headers["Location"] = f"{_GUIDES}/{guide.id}"
    return write_choice(guide)


@router.patch("/{id}", responses=NOT_FOUND)
async def change_style_guide(
    style_guide_id: OwnId, body: ChangedStyleGuide, ctx: OwnRequest
) -> StyleGuideChoice:
    """Change a style guide, disable or enable it."""
    guide = await actions.change_style_guide(
        ctx.tx, staff=ctx.staff, style_guide_id=style_guide_id, changes=body.changes()
    )
    return write_choice(guide)


@router.delete("/{id}", status_code=204, responses={**NOT_FOUND, **IN_USE})
async def delete_style_guide(style_guide_id: OwnId, ctx: OwnRequest) -> None:
    """Delete a style guide that no template names, for good."""
    await removal.delete_style_guide(ctx.tx, style_guide_id, staff=ctx.staff)
