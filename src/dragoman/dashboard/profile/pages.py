"""`/ui/profile`: who one is, and how one signs in."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Response

from dragoman.accounts.actions import change_own_profile
from dragoman.accounts.model import ProfileChanges
from dragoman.dashboard.page import cookies
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import PersonPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.proof import ask_for_proof
from dragoman.dashboard.page.request import KEYS_COOKIE, THEME_COOKIE, PageRequest
from dragoman.dashboard.profile.reading import PROFILE, render_profile
from dragoman.sign_in.model import SignInRefused
from dragoman.sign_in.passwords import change_own_email, change_own_password
from dragoman.sign_in.sessions import end_other_sessions, end_session

router = APIRouter(prefix=PROFILE, include_in_schema=False, route_class=PageRoute)

_YEAR: Final = 365 * 24 * 3600


@router.get("")
async def show_profile(page: PersonPage) -> Response:
    """Show the profile."""
    return await render_profile(page)


@router.post("")
async def change_profile(page: PersonPage) -> Response:
    """Change one's names, and how the dashboard shows itself."""
    form = page.form
    names = ("first_name", "last_name", "language", "time_zone", "theme")
    changes = ProfileChanges(**{name: form.text(name) for name in names})
    with form.catching():
        async with page.transaction() as tx:
            await change_own_profile(tx, user_id=page.person.user.id, changes=changes)
        response = page.redirect(PROFILE, done=_("Profile saved."))
        _keep_keys(page, response)
        response.delete_cookie(THEME_COOKIE, path="/ui")  # a choice of the browser's before
        return response
    return await render_profile(page)


@router.get("/email")
async def show_email(page: PersonPage) -> Response:
    """Show the form of a new address."""
    return await ask_for_proof(page) or page.render("profile/email.html")


@router.post("/email")
async def change_email(page: PersonPage) -> Response:
    """Change the address that one signs in with."""
    asked = await ask_for_proof(page)
    if asked is not None:
        return asked
    with page.form.catching():
        if page.form.require("email"):
            async with page.transaction() as tx:
                await change_own_email(tx, signed_in=page.person, email=page.form.text("email"))
            return page.redirect(PROFILE, done=_("Address saved. You sign in with it from now on."))
    return page.render("profile/email.html")


@router.post("/password")
async def change_password(page: PersonPage) -> Response:
    """Replace one's password; all other sessions end."""
    form = page.form
    with form.catching():
        try:
            await change_own_password(
                page.runtime.sign_in(),
                signed_in=page.person,
                current=form.raw("current_password"),
                new=form.raw("password"),
                device=page.device,
            )
            return page.redirect(PROFILE, done=_("Password saved. You are signed out everywhere else."))
        except SignInRefused:
            form.add(_("This is not your password."), at="current_password", code=SignInRefused.code)
    return await render_profile(page)


@router.post("/sessions/{session}/end")
async def end_one_session(page: PersonPage, session: int) -> Response:
    """End one of one's sessions."""
    async with page.transaction() as tx:
        await end_session(tx, session_id=session, user_id=page.person.user.id)
    return page.redirect(f"{PROFILE}#sessions", done=_("Session ended."))


@router.post("/sessions/end-others")
async def end_sessions(page: PersonPage) -> Response:
    """Sign out everywhere but here."""
    person = page.person
    async with page.transaction() as tx:
        await end_other_sessions(tx, session_id=person.session_id, user_id=person.user.id)
    return page.redirect(f"{PROFILE}#sessions", done=_("You are signed out everywhere else."))


def _keep_keys(page: PageRequest, response: Response) -> None:
    """Remember in this browser whether keys of a single letter do something (WCAG 2.1.4)."""
    if page.form.text("keys") == "off":
        secure = cookies.is_secure(page.request)
        response.set_cookie(
            KEYS_COOKIE, "off", max_age=_YEAR, path="/ui", secure=secure, samesite="lax", httponly=True
        )
    else:
        response.delete_cookie(KEYS_COOKIE, path="/ui")
