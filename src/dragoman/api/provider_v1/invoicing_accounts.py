"""`/provider/v1/invoicing-accounts`: who can be invoiced (V3)."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from dragoman.api.provider_v1.catalog_bodies import (
    ChangedInvoicingAccount,
    InvoicingAccountBody,
    InvoicingAccountListBody,
    NewInvoicingAccount,
)
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute
from dragoman.catalog import editing
from dragoman.catalog.model import InvoicingAccount
from dragoman.catalog.reference_types import INVOICING_ACCOUNT
from dragoman.http.fields import Id, OfAccount
from dragoman.http.paging import WantedPage, cut_page
from dragoman.http.responses import NOT_FOUND
from dragoman.http.staff_request import ManagerRequest, OpenStaffRequest

router = APIRouter(
    prefix="/provider/v1/invoicing-accounts",
    tags=["Provider accounts"],
    responses=STAFF,
    route_class=StaffJsonRoute,
)


def _read(body: NewInvoicingAccount) -> InvoicingAccount:
    return InvoicingAccount(
        id=editing.UNSTORED, account_id=body.account_id, name=body.name, valid_until=body.valid_until
    )


@router.get("")
async def list_invoicing_accounts(
    request: Request,
    ctx: OpenStaffRequest,
    page: WantedPage,
    account_id: OfAccount = None,
) -> InvoicingAccountListBody:
    """List invoicing accounts, disabled ones too."""
    found = await editing.list_items(
        ctx.tx, INVOICING_ACCOUNT, account_id=account_id, limit=page.limit + 1, offset=page.offset
    )
    shown, metadata = cut_page(request, page, found)
    return InvoicingAccountListBody(
        invoicing_accounts=[InvoicingAccountBody.write(one, ctx.tx.now) for one in shown],
        metadata=metadata,
    )


@router.post("", status_code=201)
async def create_invoicing_account(
    body: NewInvoicingAccount, ctx: ManagerRequest, response: Response
) -> InvoicingAccountBody:
    """Create an invoicing account. Needs the role manager."""
    one = await editing.create(ctx.tx, INVOICING_ACCOUNT, _read(body), staff=ctx.staff)
    response.headers["Location"] = f"/provider/v1/invoicing-accounts/{one.id}"
    return InvoicingAccountBody.write(one, ctx.tx.now)


@router.get("/{id}", responses=NOT_FOUND)
async def get_invoicing_account(invoicing_account_id: Id, ctx: OpenStaffRequest) -> InvoicingAccountBody:
    """Show an invoicing account."""
    one = await editing.get(ctx.tx, INVOICING_ACCOUNT, invoicing_account_id)
    return InvoicingAccountBody.write(one, ctx.tx.now)


@router.patch("/{id}", responses=NOT_FOUND)
async def change_invoicing_account(
    invoicing_account_id: Id,
    body: ChangedInvoicingAccount,
    ctx: ManagerRequest,
) -> InvoicingAccountBody:
    """Change an invoicing account, disable or enable it. Needs the role manager."""
    one = await editing.change(
        ctx.tx, INVOICING_ACCOUNT, invoicing_account_id, changes=body.changes(), staff=ctx.staff
    )
    return InvoicingAccountBody.write(one, ctx.tx.now)
