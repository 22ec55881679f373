"""`/ui/profile/second-factor`: an authenticator app and recovery codes (B8)."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Response
from markupsafe import Markup

from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import PersonPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.proof import ask_for_proof
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.profile.reading import PROFILE
from dragoman.sign_in.model import SignInRefused
from dragoman.sign_in.second_factors.actions import (
    NewFactor,
    begin_second_factor,
    count_recovery_codes,
    remove_second_factor,
    renew_recovery_codes,
    show_begun_factor,
    turn_on_second_factor,
)
from dragoman.sign_in.second_factors.codes import qr_svg

FACTOR: Final = f"{PROFILE}/second-factor"

router = APIRouter(prefix=FACTOR, include_in_schema=False, route_class=PageRoute)


@router.get("")
async def show_second_factor(page: PersonPage) -> Response:
    """Show whether there is one, and how to get or leave it."""
    return await _show(page)


@router.post("/begin")
async def begin(page: PersonPage) -> Response:
    """Show the secret of a new one, in this answer only."""
    asked = await ask_for_proof(page, next=FACTOR)
    if asked is not None:
        return asked
    with page.form.catching():
        async with page.transaction() as tx:
            factor = await begin_second_factor(tx, page.runtime.keyring, user=page.person.user)
        return _show_factor(page, factor)
    return await _show(page)


@router.post("/confirm")
async def confirm(page: PersonPage) -> Response:
    """Use it from now on, and show the recovery codes this once. After a wrong code it is shown again."""
    asked = await ask_for_proof(page, next=FACTOR)
    if asked is not None:
        return asked
    form = page.form
    with form.catching(fields={"CODE_REFUSED": "code"}):
        if form.require("code"):
            async with page.transaction() as tx:
                codes = await turn_on_second_factor(
                    tx, page.runtime.keyring, signed_in=page.person, code=form.text("code")
                )
            return page.render("profile/recovery_codes.html", codes=codes, is_new=True)
    async with page.transaction() as tx:
        factor = await show_begun_factor(tx, page.runtime.keyring, user=page.person.user)
    return await _show(page) if factor is None else _show_factor(page, factor)


@router.post("/recovery-codes")
async def renew(page: PersonPage) -> Response:
    """Make new recovery codes, shown this once; those before stop."""
    form = page.form
    with form.catching(fields={"CODE_REFUSED": "code"}):
        if form.require("code"):
            codes = await renew_recovery_codes(
                page.runtime.sign_in(), signed_in=page.person, code=form.text("code"), device=page.device
            )
            return page.render("profile/recovery_codes.html", codes=codes, is_new=False)
    return await _show(page)


@router.post("/remove")
async def remove(page: PersonPage) -> Response:
    """Sign in without it again; a code or the password is the proof."""
    form = page.form
    with form.catching(fields={"CODE_REFUSED": "proof"}):
        try:
            if form.require("proof"):
                await remove_second_factor(
                    page.runtime.sign_in(), signed_in=page.person, proof=form.raw("proof"), device=page.device
                )
                return page.redirect(PROFILE, done=_("Second factor removed."))
        except SignInRefused:
            form.add(_("This is neither your password nor a code of your app."), at="proof")
    return await _show(page)


async def _show(page: PageRequest) -> Response:
    async with page.transaction() as tx:
        left = await count_recovery_codes(tx, user_id=page.person.user.id)
    return page.render("profile/second_factor.html", codes_left=left)


def _show_factor(page: PageRequest, factor: NewFactor) -> Response:
    return page.render("profile/new_factor.html", factor=factor, qr=Markup(qr_svg(factor.url)))  # noqa: S704 - of ours
