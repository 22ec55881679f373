"""`/provider/v1/term-bases`: the term bases themselves, and their versions (V5).

`termbase_concepts` has their concepts, `termbase_files` imports and exports, `termbase_bodies` the shapes.
"""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from dragoman.api.http.paging import WantedPage, cut_page
from dragoman.api.provider_v1.desk import ManagerDesk, OpenDesk
from dragoman.api.provider_v1.fields import Id, OfAccount
from dragoman.api.provider_v1.responses import NOT_FOUND, STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute
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
    prefix="/provider/v1/term-bases",
    tags=["Provider"],
    responses=STAFF,
    route_class=StaffJsonRoute,
)


@router.get("")
async def list_term_bases(
    request: Request,
    desk: OpenDesk,
    page: WantedPage,
    accountId: OfAccount = None,  # noqa: N803
) -> TermBaseListBody:
    """List the term bases of all accounts, oldest first."""
    bases = await actions.list_term_bases(
        desk.tx, account_id=accountId, limit=page.limit + 1, offset=page.offset
    )
    shown, metadata = cut_page(request, page, bases)
    return TermBaseListBody(termBases=[write_base(base) for base in shown], metadata=metadata)


@router.post("", status_code=201)
async def create_term_base(body: NewTermBase, desk: ManagerDesk, response: Response) -> TermBaseBody:
    """Make an empty term base. Needs the role manager."""
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
async def change_term_base(id: Id, body: ChangedTermBase, desk: ManagerDesk) -> TermBaseBody:  # noqa: A002
    """Rename a term base, enforce it or not, disable or enable it. Needs the role manager."""
    changes = actions.Changes(
        name=body.name, use_for_translation=body.useForTranslation, disabled=body.disabled
    )
    return write_base(
        await actions.change_term_base(desk.tx, staff=desk.staff, term_base_id=id, changes=changes)
    )


@router.delete("/{id}", status_code=204, responses=NOT_FOUND)
async def delete_term_base(id: Id, desk: ManagerDesk) -> None:  # noqa: A002
    """Delete a term base with all its versions, for good. Needs the role manager."""
    await removal.delete_term_base(desk.tx, id, staff=desk.staff)


@router.get("/{id}/versions", responses=NOT_FOUND)
async def list_versions(request: Request, id: Id, desk: OpenDesk, page: WantedPage) -> VersionListBody:  # noqa: A002
    """List the changes of a term base's concepts, newest first."""
    versions = await actions.list_versions(desk.tx, term_base_id=id, limit=page.limit + 1, offset=page.offset)
    shown, metadata = cut_page(request, page, versions)
    return VersionListBody(versions=[write_version(version) for version in shown], metadata=metadata)
