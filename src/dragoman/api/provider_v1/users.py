"""`/provider/v1/users`: the people of accounts (V3)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from dragoman.access.model import StaffRole
from dragoman.accounts import actions as accounts
from dragoman.accounts.model import UserChanges, UserDraft
from dragoman.api.intake import JsonRoute
from dragoman.api.paging import WantedPage, cut_page
from dragoman.api.provider_v1.customer_bodies import (
    ChangedUser,
    NewUser,
    UserBody,
    UserListBody,
    write_user,
)
from dragoman.api.provider_v1.desk import OpenDesk
from dragoman.api.provider_v1.fields import LARGEST_ID, Id
from dragoman.api.provider_v1.responses import NOT_FOUND, STAFF
from dragoman.catalog import customers

router = APIRouter(prefix="/provider/v1/users", tags=["Provider"], responses=STAFF, route_class=JsonRoute)


@router.get("")
async def list_users(
    request: Request,
    desk: OpenDesk,
    page: WantedPage,
    account: Annotated[int | None, Query(ge=1, le=LARGEST_ID, description="Of this account only")] = None,
) -> UserListBody:
    """List the people of all accounts, disabled ones too. Needs the role manager."""
    desk.staff.require(StaffRole.MANAGER)
    found = await accounts.list_users(desk.tx, account_id=account, limit=page.limit + 1, offset=page.offset)
    shown, metadata = cut_page(request, page, found)
    return UserListBody(users=[write_user(one) for one in shown], metadata=metadata)


@router.post("", status_code=201)
async def create_user(body: NewUser, desk: OpenDesk, response: Response) -> UserBody:
    """Make somebody known; with a password they can sign in. Needs the role admin."""
    desk.staff.require(StaffRole.ADMIN)
    user = await customers.create_user(desk.tx, draft=UserDraft(**body.said()), staff=desk.staff)
    response.headers["Location"] = f"/provider/v1/users/{user.id}"
    return write_user(user)


@router.get("/{id}", responses=NOT_FOUND)
async def get_user(id: Id, desk: OpenDesk) -> UserBody:  # noqa: A002 - the name of the interface
    """Show somebody. Needs the role manager."""
    desk.staff.require(StaffRole.MANAGER)
    return write_user(await accounts.find_user(desk.tx, user_id=id))


@router.patch("/{id}", responses=NOT_FOUND)
async def change_user(id: Id, body: ChangedUser, desk: OpenDesk) -> UserBody:  # noqa: A002
    """Change somebody's names, address, role or password, disable or enable them. Needs the role admin."""
    desk.staff.require(StaffRole.ADMIN)
    changes = UserChanges(**body.said())
    return write_user(await customers.change_user(desk.tx, id, changes=changes, staff=desk.staff))
