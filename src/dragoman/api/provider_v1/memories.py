"""`/provider/v1/translation-memories`: the memories themselves (V4).

`memory_units` has what is in them, `memory_files` imports and exports, `memory_sets` sets.
"""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from dragoman.api.project_resources.memory_bodies import (
    ChangedMemory,
    MemoryBody,
    MemoryListBody,
    NewMemory,
    write_memory,
)
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute
from dragoman.catalog import removal
from dragoman.http.fields import Id, OfAccount
from dragoman.http.paging import WantedPage, cut_page
from dragoman.http.responses import NOT_FOUND
from dragoman.http.staff_request import ManagerRequest, OpenStaffRequest
from dragoman.memories import actions

router = APIRouter(
    prefix="/provider/v1/translation-memories",
    tags=["Provider memories"],
    responses=STAFF,
    route_class=StaffJsonRoute,
)


@router.get("")
async def list_memories(
    request: Request,
    ctx: OpenStaffRequest,
    page: WantedPage,
    account_id: OfAccount = None,
) -> MemoryListBody:
    """List the translation memories of all accounts, oldest first."""
    memories = await actions.list_memories(
        ctx.tx, account_id=account_id, limit=page.limit + 1, offset=page.offset
    )
    shown, metadata = cut_page(request, page, memories)
    return MemoryListBody(translation_memories=[write_memory(one) for one in shown], metadata=metadata)


@router.post("", status_code=201)
async def create_memory(body: NewMemory, ctx: ManagerRequest, response: Response) -> MemoryBody:
    """Create an empty translation memory. Needs the role manager."""
    draft = actions.MemoryDraft(
        account_id=body.account_id,
        name=body.name,
        primary=body.primary,
        use_for_translation=body.use_for_translation,
    )
    memory = await actions.create_memory(ctx.tx, draft=draft, staff=ctx.staff)
    response.headers["Location"] = f"/provider/v1/translation-memories/{memory.id}"
    return write_memory(memory)


@router.get("/{id}", responses=NOT_FOUND)
async def get_memory(memory_id: Id, ctx: OpenStaffRequest) -> MemoryBody:
    """Show a translation memory."""
    return write_memory(await actions.find_memory(ctx.tx, memory_id))


@router.patch("/{id}", responses=NOT_FOUND)
async def change_memory(memory_id: Id, body: ChangedMemory, ctx: ManagerRequest) -> MemoryBody:
    """Rename a translation memory, make it primary, switch it on or off. Needs the role manager."""
    changes = actions.MemoryChanges(
        name=body.name,
        primary=body.primary,
        use_for_translation=body.use_for_translation,
        disabled=body.disabled,
    )
    return write_memory(await actions.change_memory(ctx.tx, memory_id, changes=changes, staff=ctx.staff))


@router.delete("/{id}", status_code=204, responses=NOT_FOUND)
async def delete_memory(memory_id: Id, ctx: ManagerRequest) -> None:
    """Delete a translation memory that no template names, with all its units. Needs the role manager."""
    await removal.delete_memory(ctx.tx, memory_id, staff=ctx.staff)
