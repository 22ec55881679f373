"""`/provider/v1/users`: the people of accounts (V3)."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from dragoman.accounts import actions as accounts
from dragoman.accounts.model import UserChanges, UserDraft
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute
from dragoman.api.provider_v1.session_bodies import InvitationBody, SessionListBody, write_session
from dragoman.api.provider_v1.user_bodies import (
    ChangedUser,
    NewUser,
    UserBody,
    UserListBody,
    write_user,
)
from dragoman.catalog import customers
from dragoman.http.fields import Id, OfAccount
from dragoman.http.paging import WantedPage, cut_page
from dragoman.http.responses import NOT_FOUND
from dragoman.http.staff_request import AdminRequest, ManagerRequest
from dragoman.sign_in import people, sessions
from dragoman.sign_in.invitations import invite_again
from dragoman.sign_in.second_factors.actions import reset_second_factor
from dragoman.timestamps import write_time

router = APIRouter(
    prefix="/provider/v1/users",
    tags=["Provider accounts"],
    responses=STAFF,
    route_class=StaffJsonRoute,
)


@router.get("")
async def list_users(
    request: Request,
    ctx: ManagerRequest,
    page: WantedPage,
    account_id: OfAccount = None,
) -> UserListBody:
    """List the people of all accounts, disabled ones too. Needs the role manager."""
    found = await accounts.list_users(ctx.tx, account_id=account_id, limit=page.limit + 1, offset=page.offset)
    shown, metadata = cut_page(request, page, found)
    return UserListBody(users=[write_user(one) for one in shown], metadata=metadata)


@router.post("", status_code=201)
async def create_user(body: NewUser, ctx: AdminRequest, response: Response) -> UserBody:
    """Create a user. With a password they can sign in. Needs the role admin."""
    user = await customers.create_user(ctx.tx, draft=UserDraft(**body.said()), staff=ctx.staff)
    response.headers["Location"] = f"/provider/v1/users/{user.id}"
    return write_user(user)


@router.get("/{id}", responses=NOT_FOUND)
async def get_user(user_id: Id, ctx: ManagerRequest) -> UserBody:
    """Show a user. Needs the role manager."""
    return write_user(await accounts.find_user(ctx.tx, user_id=user_id))


@router.patch("/{id}", responses=NOT_FOUND)
async def change_user(user_id: Id, body: ChangedUser, ctx: AdminRequest) -> UserBody:
    """Change a user's names, address, role or password, disable or enable them. Needs the role admin."""
    changes = UserChanges(**body.said())
    return write_user(await people.change_user(ctx.tx, user_id, changes=changes, staff=ctx.staff))


@router.post("/{id}/invitation", status_code=201, responses=NOT_FOUND)
async def invite_user(request: Request, user_id: Id, ctx: AdminRequest) -> InvitationBody:
    """Make a link with which a user without password chooses one; a link made before stops.

    It can be used once within 7 days, and is shown this once. Needs the role admin.
    """
    _, link = await invite_again(ctx.tx, by=ctx.staff, user_id=user_id)
    url = link.url(request.app.state.issuer)
    return InvitationBody.model_validate({"url": url, "expires_at": write_time(link.expires)})


@router.get("/{id}/sessions", responses=NOT_FOUND)
async def list_user_sessions(user_id: Id, ctx: AdminRequest) -> SessionListBody:
    """List where a user is signed in, the latest in use first. Needs the role admin."""
    await accounts.find_user(ctx.tx, user_id=user_id)
    found = await sessions.list_sessions(ctx.tx, ctx.runtime.settings, user_id=user_id)
    return SessionListBody(sessions=[write_session(one) for one in found])


@router.delete("/{id}/sessions", status_code=204, responses=NOT_FOUND)
async def end_user_sessions(user_id: Id, ctx: AdminRequest) -> None:
    """Sign a user out everywhere. Needs the role admin."""
    await sessions.end_all_sessions(ctx.tx, user_id=user_id, staff=ctx.staff)


@router.delete("/{id}/second-factor", status_code=204, responses=NOT_FOUND)
async def remove_second_factor(user_id: Id, ctx: AdminRequest) -> None:
    """Remove the second factor of a user who lost it; their sessions end. Needs the role admin."""
    await reset_second_factor(ctx.tx, user_id=user_id, staff=ctx.staff)
