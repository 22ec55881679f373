"""`/provider/v1/translation-memory-sets`: sets of memories, in versions that never change (V4)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from dragoman.api.project_resources.memory_bodies import (
    NewSet,
    NewSetVersion,
    SetBody,
    SetListBody,
    SetVersionBody,
    SetVersionListBody,
    read_members,
    write_set,
    write_set_version,
)
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute
from dragoman.http.fields import LARGEST_ID, Id, OfAccount
from dragoman.http.paging import WantedPage, cut_page
from dragoman.http.responses import NOT_FOUND
from dragoman.http.staff_request import ManagerRequest, OpenStaffRequest
from dragoman.memories.sets import actions

router = APIRouter(
    prefix="/provider/v1/translation-memory-sets",
    tags=["Provider memories"],
    responses=STAFF,
    route_class=StaffJsonRoute,
)


@router.get("")
async def list_memory_sets(
    request: Request,
    ctx: OpenStaffRequest,
    page: WantedPage,
    account_id: OfAccount = None,
) -> SetListBody:
    """List the sets of all accounts as they are now, oldest first."""
    sets = await actions.list_sets(ctx.tx, account_id=account_id, limit=page.limit + 1, offset=page.offset)
    shown, metadata = cut_page(request, page, sets)
    return SetListBody(translation_memory_sets=[write_set(one) for one in shown], metadata=metadata)


@router.post("", status_code=201)
async def create_memory_set(body: NewSet, ctx: ManagerRequest, response: Response) -> SetBody:
    """Create a set; its first version has these members. Needs the role manager."""
    draft = actions.SetDraft(account_id=body.account_id, name=body.name, members=read_members(body.members))
    made = await actions.create_set(ctx.tx, draft=draft, staff=ctx.staff)
    response.headers["Location"] = f"/provider/v1/translation-memory-sets/{made.memory_set.id}"
    return write_set(made)


@router.get("/{id}", responses=NOT_FOUND)
async def get_memory_set(set_id: Id, ctx: OpenStaffRequest) -> SetBody:
    """Show the current version of a set."""
    return write_set(await actions.find_set(ctx.tx, set_id))


@router.post("/{id}/versions", status_code=201, responses=NOT_FOUND)
async def create_memory_set_version(set_id: Id, body: NewSetVersion, ctx: ManagerRequest) -> SetBody:
    """Change a set by a new version; what uses an older one goes on with that. Needs the role manager."""
    members = read_members(body.members)
    return write_set(await actions.add_version(ctx.tx, set_id, members=members, staff=ctx.staff))


@router.get("/{id}/versions", responses=NOT_FOUND)
async def list_memory_set_versions(
    request: Request,
    set_id: Id,
    ctx: OpenStaffRequest,
    page: WantedPage,
) -> SetVersionListBody:
    """List all that a set was, newest first."""
    versions = await actions.list_versions(ctx.tx, set_id, limit=page.limit + 1, offset=page.offset)
    shown, metadata = cut_page(request, page, versions)
    return SetVersionListBody(versions=[write_set_version(one) for one in shown], metadata=metadata)


@router.get("/{id}/versions/{version}", responses=NOT_FOUND)
async def get_memory_set_version(
    set_id: Id,
    version: Annotated[int, Path(ge=1, le=LARGEST_ID)],
    ctx: OpenStaffRequest,
) -> SetVersionBody:
    """Show what a set was in a version."""
    return write_set_version(await actions.find_version(ctx.tx, set_id, version=version))
