"""`/provider/v1/term-bases`: the term bases themselves, and their versions (V5).

`termbase_concepts` has their concepts, `termbase_files` imports and exports, `termbase_bodies` the shapes.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from dragoman.access.model import StaffRole
from dragoman.api.intake import JsonRoute
from dragoman.api.paging import WantedPage, cut_page
from dragoman.api.provider_v1.desk import OpenDesk
from dragoman.api.provider_v1.fields import LARGEST_ID, Id
from dragoman.api.provider_v1.responses import NOT_FOUND, STAFF
from dragoman.api.provider_v1.termbase_bodies import (
    ChangedTermBase,
    NewTermBase,
    TermBaseBody,
    TermBaseListBody,
    VersionListBody,
    write_base,
    write_version,
)
from dragoman.catalog import removal
from dragoman.termbases import actions

router = APIRouter(
    prefix="/provider/v1/term-bases", tags=["Provider"], responses=STAFF, route_class=JsonRoute
)


@router.get("")
async def list_term_bases(
    request: Request,
    desk: OpenDesk,
    page: WantedPage,
    account: Annotated[int | None, Query(ge=1, le=LARGEST_ID, description="Of this account only")] = None,
) -> TermBaseListBody:
    """List the term bases of all accounts, oldest first."""
    bases = await actions.list_term_bases(
        desk.tx, account_id=account, limit=page.limit + 1, offset=page.offset
    )
    shown, metadata = cut_page(request, page, bases)
    return TermBaseListBody(termBases=[write_base(base) for base in shown], metadata=metadata)


@router.post("", status_code=201)
async def create_term_base(body: NewTermBase, desk: OpenDesk, response: Response) -> TermBaseBody:
    """Make an empty term base. Needs the role manager."""
    desk.staff.require(StaffRole.MANAGER)
    base = await actions.create_term_base(
        desk.tx,
        staff=desk.staff,
        account_id=body.accountId,
        name=body.name,
        use_for_translation=body.useForTranslation,
    )
    response.headers["Location"] = f"/provider/v1/term-bases/{base.id}"
    return write_base(base)


@router.get("/{id}", responses=NOT_FOUND)
async def get_term_base(id: Id, desk: OpenDesk) -> TermBaseBody:  # noqa: A002 - the name of the interface
    """Show a term base."""
    return write_base(await actions.get_term_base(desk.tx, term_base_id=id))


@router.patch("/{id}", responses=NOT_FOUND)
async def change_term_base(id: Id, body: ChangedTermBase, desk: OpenDesk) -> TermBaseBody:  # noqa: A002
    """Rename a term base, enforce it or not, disable or enable it. Needs the role manager."""
    desk.staff.require(StaffRole.MANAGER)
    changes = actions.Changes(
        name=body.name, use_for_translation=body.useForTranslation, disabled=body.disabled
    )
    return write_base(
        await actions.change_term_base(desk.tx, staff=desk.staff, term_base_id=id, changes=changes)
    )


@router.delete("/{id}", status_code=204, responses=NOT_FOUND)
async def delete_term_base(id: Id, desk: OpenDesk) -> None:  # noqa: A002
    """Delete a term base with all its versions, for good. Needs the role manager."""
    desk.staff.require(StaffRole.MANAGER)
    await removal.delete_term_base(desk.tx, id, staff=desk.staff)


@router.get("/{id}/versions", responses=NOT_FOUND)
async def list_versions(request: Request, id: Id, desk: OpenDesk, page: WantedPage) -> VersionListBody:  # noqa: A002
    """List the changes of a term base's concepts, newest first."""
    versions = await actions.list_versions(desk.tx, term_base_id=id, limit=page.limit + 1, offset=page.offset)
    shown, metadata = cut_page(request, page, versions)
    return VersionListBody(versions=[write_version(version) for version in shown], metadata=metadata)
