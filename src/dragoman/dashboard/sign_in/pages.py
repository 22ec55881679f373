"""`/ui/sign-in` and `/ui/sign-out`: sessions of people (W2)."""

from __future__ import annotations

from fastapi import APIRouter, Response

from dragoman.dashboard.page import cookies
from dragoman.dashboard.page.needs import PublicPage
from dragoman.dashboard.page.page_route import SIGN_IN, PageRoute
from dragoman.dashboard.page.request import PageRequest, safe_next
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.sign_in.passwords import sign_in_with_password
from dragoman.sign_in.sessions import end_session

router = APIRouter(prefix="/ui", include_in_schema=False, route_class=PageRoute)


@router.get("/sign-in")
async def show_sign_in(page: PublicPage, next: str = "") -> Response:  # noqa: A002
    """Show the form; who is signed in already goes on."""
    if page.reader is not None and page.reader.confirmed:
        return page.redirect(safe_next(next))
    return page.render("sign_in/sign_in.html", next=safe_next(next))


@router.post("/sign-in")
async def sign_in(page: PublicPage) -> Response:
    """Begin a session, under a new token; the browser's earlier session ends."""
    form = page.form
    after = safe_next(form.raw("next"))
    with form.catching():
        if form.require("email", "password"):
            session = await sign_in_with_password(
                page.runtime.sign_in(),
                email=form.text("email"),
                password=form.raw("password"),
                device=page.device,
            )
            await _end(page)
            return page.begin_session(session, after)
    return page.render("sign_in/sign_in.html", next=after)


@router.post("/sign-out")
async def sign_out(page: PublicPage) -> Response:
    """End the session of this browser."""
    await _end(page)
    response = page.redirect(SIGN_IN)
    cookies.delete_session_cookie(page.request, response)
    return response


async def _end(page: PageRequest) -> None:
    if page.reader is not None:
        async with transaction(page.runtime.database, account=ALL_ACCOUNTS) as tx:
            await end_session(tx, session_id=page.reader.session_id, user_id=page.reader.user.id)
