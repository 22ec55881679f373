"""`/ui/welcome`, `/ui/invitation`, `/ui/reset`: links that are good once.

Opening one shows a form and does not use it up: mail scanners open links, too.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

from fastapi import APIRouter, Response

from dragoman.accounts.model import User
from dragoman.accounts.passwords import rate_password
from dragoman.dashboard.page.locale import mark, translate
from dragoman.dashboard.page.needs import PublicPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import HOME, PageRequest
from dragoman.dashboard.sign_in.finishing import finish_sign_in, open_session_for
from dragoman.database.connections import ALL_ACCOUNTS, Transaction, transaction
from dragoman.sign_in.first_admin import Welcome, complete_welcome
from dragoman.sign_in.model import LinkInvalid, LinkPurpose, SignInMethod
from dragoman.sign_in.one_time_links import accept_invitation, peek_link, reset_password, use_admin_link

router = APIRouter(prefix="/ui", include_in_schema=False, route_class=PageRoute)

LinkUse: TypeAlias = Callable[[Transaction], Awaitable[User]]

FIRST_PAGE: Final = "/ui/translate?first=1"
_TEMPLATES: Final = {
    LinkPurpose.ADMIN: "sign_in/welcome.html",
    LinkPurpose.INVITATION: "sign_in/invitation.html",
    LinkPurpose.RESET: "sign_in/reset.html",
}
_ADVICE: Final = {
    LinkPurpose.ADMIN: mark(
        "It was used, is older than 30 minutes, or another one was made. This command makes another one: "
        "dragoman admin link"
    ),
    LinkPurpose.INVITATION: mark(
        "It was used, is older than 7 days, or another one was made. If you have a password, sign in "
        "with it. Otherwise ask who invited you for another invitation."
    ),
    LinkPurpose.RESET: mark(
        "It was used, is older than an hour, or another one was made. If you still need a new password, "
        "ask for another link."
    ),
}


@router.get("/welcome/{token}")
async def show_welcome(page: PublicPage, token: str) -> Response:
    """Ask the first admin who they are; an admin who is known presses a button."""
    return await _show(page, token, LinkPurpose.ADMIN)


@router.post("/welcome/{token}")
async def welcome(page: PublicPage, token: str) -> Response:
    """Sign the admin in, as the person that they say they are."""
    form = page.form
    if not form.flag("is_new"):
        return await _use(page, token, LinkPurpose.ADMIN, lambda tx: use_admin_link(tx, token=token))
    said = Welcome(
        first_name=form.text("first_name"),
        last_name=form.text("last_name"),
        email=form.text("email"),
        password=form.raw("password"),
    )
    form.require("first_name", "email")
    return await _use(
        page,
        token,
        LinkPurpose.ADMIN,
        lambda tx: complete_welcome(tx, token=token, welcome=said),
        after=FIRST_PAGE,
    )


@router.get("/invitation/{token}")
async def show_invitation(page: PublicPage, token: str) -> Response:
    """Ask somebody who is invited for names and a password."""
    return await _show(page, token, LinkPurpose.INVITATION)


@router.post("/invitation/{token}")
async def accept(page: PublicPage, token: str) -> Response:
    """Sign somebody in who was invited."""
    form = page.form
    form.require("first_name")
    return await _use(
        page,
        token,
        LinkPurpose.INVITATION,
        lambda tx: accept_invitation(
            tx,
            token=token,
            password=form.raw("password"),
            first_name=form.text("first_name"),
            last_name=form.text("last_name"),
        ),
    )


@router.get("/reset/{token}")
async def show_reset(page: PublicPage, token: str) -> Response:
    """Ask for a new password."""
    return await _show(page, token, LinkPurpose.RESET)


@router.post("/reset/{token}")
async def reset(page: PublicPage, token: str) -> Response:
    """Replace a password, end all sessions of its owner, and begin one here."""
    password = page.form.raw("password")
    return await _use(
        page, token, LinkPurpose.RESET, lambda tx: reset_password(tx, token=token, password=password)
    )


@router.post("/password/rating")
async def rate(page: PublicPage) -> Response:
    """Say while it is typed how good a password is: the part of the page that shows it."""
    form = page.form
    known = page.reader.user if page.reader is not None else None
    person = User(
        id=0,
        account_id=0,
        first_name=form.text("first_name") or (known.first_name if known else ""),
        last_name=form.text("last_name") or (known.last_name if known else ""),
        email=form.optional("email") or (known.email if known else None),
        roles=frozenset(),
        created=datetime.now(UTC),
        disabled=None,
    )
    password = form.raw("password")
    return page.render("sign_in/rating.html", rated=rate_password(password, person) if password else None)


async def _show(page: PageRequest, token: str, purpose: LinkPurpose, **values: Any) -> Response:
    try:
        async with transaction(page.runtime.database, account=ALL_ACCOUNTS) as tx:
            user = await peek_link(tx, token=token, purpose=purpose)
    except LinkInvalid:
        return page.render(
            "sign_in/link_over.html", status=404, advice=translate(_ADVICE[purpose]), purpose=purpose
        )
    return page.render(_TEMPLATES[purpose], user=user, **values)


async def _use(
    page: PageRequest, token: str, purpose: LinkPurpose, use: LinkUse, *, after: str = HOME
) -> Response:
    """Use a link up and begin a session for its owner; with a problem it stays good."""
    try:
        with page.form.catching():
            if page.form:
                async with transaction(page.runtime.database, account=ALL_ACCOUNTS) as tx:
                    user = await use(tx)
                    session = await open_session_for(tx, page, user=user, method=SignInMethod.LINK)
                return await finish_sign_in(page, session, after=after)
    except LinkInvalid:
        pass  # which is shown
    return await _show(page, token, purpose)
