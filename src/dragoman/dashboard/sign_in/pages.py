"""`/ui/sign-in` and `/ui/sign-out`: sessions of people, by password and second factor (W2)."""

from __future__ import annotations

from fastapi import APIRouter, Response

from dragoman.dashboard.page import cookies
from dragoman.dashboard.page.kept_forms import read_kept
from dragoman.dashboard.page.needs import PublicPage
from dragoman.dashboard.page.page_route import SIGN_IN, PageRoute
from dragoman.dashboard.page.request import safe_next
from dragoman.dashboard.page.sign_in_ways import find_ways
from dragoman.dashboard.sign_in.finishing import (
    code_address,
    end_reader_session,
    finish_sign_in,
    wanted_next,
)
from dragoman.sign_in.passwords import sign_in_with_password
from dragoman.sign_in.second_factors.actions import sign_in_with_code

router = APIRouter(prefix="/ui", include_in_schema=False, route_class=PageRoute)


@router.get("/sign-in")
async def show_sign_in(page: PublicPage, next: str = "") -> Response:  # noqa: A002
    """Show the form; who is signed in already goes on."""
    after = safe_next(next)
    if page.reader is not None:
        return page.redirect(after if page.reader.confirmed else code_address(after))
    return page.render("sign_in/sign_in.html", next=after, kept=None, ways=find_ways(page))


@router.post("/sign-in")
async def sign_in(page: PublicPage) -> Response:
    """Begin a session, under a new token; the browser's earlier session ends."""
    form = page.form
    with form.catching():
        if form.require("email", "password"):
            session = await sign_in_with_password(
                page.runtime.sign_in(),
                email=form.text("email"),
                password=form.raw("password"),
                device=page.device,
            )
            return await finish_sign_in(page, session, after=wanted_next(page), kept=read_kept(page))
    kept = read_kept(page)
    template = "sign_in/again.html" if kept else "sign_in/sign_in.html"
    return page.render(template, next=wanted_next(page), kept=kept, ways=find_ways(page))


@router.get("/sign-in/code")
async def show_code(page: PublicPage, next: str = "") -> Response:  # noqa: A002
    """Ask for the second factor."""
    after = safe_next(next)
    if page.reader is None or page.reader.confirmed:
        return page.redirect(after)
    return page.render("sign_in/code.html", next=after, kept=None)


@router.post("/sign-in/code")
async def confirm_sign_in(page: PublicPage) -> Response:
    """Confirm the session with a code of the app, or a recovery code; it goes on under a new token."""
    form, reader = page.form, page.reader
    if reader is None or reader.confirmed:
        return page.redirect(SIGN_IN if reader is None else wanted_next(page))
    with form.catching(fields={"CODE_REFUSED": "code"}):
        if form.require("code"):
            session = await sign_in_with_code(
                page.runtime.sign_in(), signed_in=reader, code=form.text("code"), device=page.device
            )
            return await finish_sign_in(page, session, after=wanted_next(page), kept=read_kept(page))
    return page.render("sign_in/code.html", next=wanted_next(page), kept=read_kept(page))


@router.post("/sign-out")
async def sign_out(page: PublicPage) -> Response:
    """End the session of this browser."""
    await end_reader_session(page)
    response = page.redirect(SIGN_IN)
    cookies.delete_session_cookie(page.request, response)
    return response
