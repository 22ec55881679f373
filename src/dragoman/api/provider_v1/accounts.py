"""`/provider/v1/accounts`: customers, and what their projects have by default (V3)."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response

from dragoman.accounts.actions import list_accounts as find_accounts
from dragoman.api.provider_v1.customer_bodies import (
    AccountBody,
    AccountListBody,
    ChangedAccount,
    NewAccount,
    list_account,
    write_account,
)
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute
from dragoman.catalog import customers
from dragoman.catalog.new_accounts import open_account
from dragoman.http.fields import CustomerText, Id
from dragoman.http.paging import WantedPage, cut_page
from dragoman.http.responses import NOT_FOUND
from dragoman.http.staff_request import AdminRequest, OpenStaffRequest

_LONGEST_SEARCH: Final = 500
Search = Annotated[
    CustomerText, Query(max_length=_LONGEST_SEARCH, description="A piece of the name in any case, or the id")
]

router = APIRouter(
    prefix="/provider/v1/accounts",
    tags=["Provider accounts"],
    responses=STAFF,
    route_class=StaffJsonRoute,
)


@router.get("")
async def list_accounts(
    request: Request, ctx: OpenStaffRequest, page: WantedPage, search: Search = ""
) -> AccountListBody:
    """List all accounts, or those that a search finds, disabled ones too."""
    found = await find_accounts(ctx.tx, search=search.strip(), limit=page.limit + 1, offset=page.offset)
    shown, metadata = cut_page(request, page, found)
    return AccountListBody(
        accounts=[list_account(one, trial_days=ctx.runtime.settings.trial_days) for one in shown],
        metadata=metadata,
    )


@router.post("", status_code=201)
async def create_account(body: NewAccount, ctx: AdminRequest, response: Response) -> AccountBody:
    """Open an account with all that a first project needs. Needs the role admin.

    It comes with a primary translation memory, an invoicing account, a user, a project template, and these as
    its defaults; a sandbox account comes with its own application.
    """
    account = await open_account(ctx.tx, ctx.runtime.keyring, name=body.name, kind=body.kind, staff=ctx.staff)
    response.headers["Location"] = f"/provider/v1/accounts/{account.id}"
    customer = await customers.find_customer(ctx.tx, account.id)
    return write_account(customer, trial_days=ctx.runtime.settings.trial_days)


@router.get("/{id}", responses=NOT_FOUND)
async def get_account(account_id: Id, ctx: OpenStaffRequest) -> AccountBody:
    """Show an account and its defaults."""
    customer = await customers.find_customer(ctx.tx, account_id)
    return write_account(customer, trial_days=ctx.runtime.settings.trial_days)


@router.patch("/{id}", responses=NOT_FOUND)
async def change_account(account_id: Id, body: ChangedAccount, ctx: AdminRequest) -> AccountBody:
    """Rename an account, disable or enable it, choose its defaults. Needs the role admin."""
    changes = customers.AccountChanges(
        name=body.name,
        disabled=body.disabled,
        defaults=body.defaults.changes() if body.defaults else None,
    )
    customer = await customers.change_account(ctx.tx, account_id, changes=changes, staff=ctx.staff)
    return write_account(customer, trial_days=ctx.runtime.settings.trial_days)
