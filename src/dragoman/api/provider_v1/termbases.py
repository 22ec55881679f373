"""`/provider/v1/term-bases`: the term bases themselves, and their versions (V5).

`termbase_concepts` has their concepts, `termbase_files` imports and exports.
"""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from dragoman.api.project_resources import termbases
from dragoman.api.project_resources.termbase_bodies import (
    ChangedTermBase,
    NewTermBase,
    TermBaseBody,
    TermBaseListBody,
    write_base,
)
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute
from dragoman.catalog import removal
from dragoman.http.fields import Id, OfAccount
from dragoman.http.paging import WantedPage, cut_page
from dragoman.http.responses import NOT_FOUND
from dragoman.http.staff_request import ManagerRequest, OpenStaffRequest
from dragoman.termbases import actions

router = APIRouter(
    prefix="/provider/v1/term-bases",
    tags=["Provider term bases"],
    responses=STAFF,
    route_class=StaffJsonRoute,
)


@router.get("")
async def list_term_bases(
    request: Request,
    ctx: OpenStaffRequest,
    page: WantedPage,
    account_id: OfAccount = None,
) -> TermBaseListBody:
    """List the term bases of all accounts, oldest first."""
    bases = await actions.list_term_bases(
        ctx.tx, account_id=account_id, limit=page.limit + 1, offset=page.offset
    )
    shown, metadata = cut_page(request, page, bases)
    return TermBaseListBody(term_bases=[write_base(base) for base in shown], metadata=metadata)


@router.post("", status_code=201)
async def create_term_base(body: NewTermBase, ctx: ManagerRequest, response: Response) -> TermBaseBody:
    """Create an empty term base. Needs the role manager."""
    base = await actions.create_term_base(
        ctx.tx,
        staff=ctx.staff,
        account_id=body.account_id,
        name=body.name,
        use_for_translation=body.use_for_translation,
    )
    response.headers["Location"] = f"/provider/v1/term-bases/{base.id}"
    return write_base(base)


@router.get("/{id}", responses=NOT_FOUND)
async def get_term_base(term_base_id: Id, ctx: OpenStaffRequest) -> TermBaseBody:
    """Show a term base."""
    return write_base(await actions.get_term_base(ctx.tx, term_base_id=term_base_id))


@router.patch("/{id}", responses=NOT_FOUND)
async def change_term_base(term_base_id: Id, body: ChangedTermBase, ctx: ManagerRequest) -> TermBaseBody:
    """Rename a term base, enforce it or not, disable or enable it. Needs the role manager."""
    changes = actions.TermBaseChanges(
        name=body.name, use_for_translation=body.use_for_translation, disabled=body.disabled
    )
    return write_base(
        await actions.change_term_base(ctx.tx, staff=ctx.staff, term_base_id=term_base_id, changes=changes)
    )


@router.delete("/{id}", status_code=204, responses=NOT_FOUND)
async def delete_term_base(term_base_id: Id, ctx: ManagerRequest) -> None:
    """Delete a term base with all its versions, for good. Needs the role manager."""
    await removal.delete_term_base(ctx.tx, term_base_id, staff=ctx.staff)


router.get("/{id}/versions", responses=NOT_FOUND)(termbases.list_term_base_versions)
