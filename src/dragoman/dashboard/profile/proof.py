"""`/ui/profile/proof`: prove again who one is, before what a stolen session must not do."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

from fastapi import APIRouter, Response

from dragoman.accounts import credentials
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import PersonPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest, safe_next
from dragoman.sign_in.model import SignInRefused
from dragoman.sign_in.passwords import proved_recently, verify_own_password

PROOF: Final = "/ui/profile/proof"

router = APIRouter(prefix=PROOF, include_in_schema=False, route_class=PageRoute)


async def ask_for_proof(page: PageRequest, *, next: str = "") -> Response | None:  # noqa: A002
    """Lead to the page that asks who one is, if the last proof is too old. It goes on to `next` or here."""
    async with page.transaction() as tx:
        if proved_recently(tx, page.person):
            return None
    return page.redirect(f"{PROOF}?next={quote(next or page.path, safe='/')}")


@router.get("")
async def show_proof(page: PersonPage, next: str = "") -> Response:  # noqa: A002
    """Ask for a proof."""
    return await _show(page, safe_next(next))


@router.post("")
async def prove(page: PersonPage) -> Response:
    """Prove it with the password."""
    form = page.form
    after = safe_next(form.raw("next"))
    with form.catching():
        try:
            await verify_own_password(
                page.runtime.sign_in(),
                signed_in=page.person,
                password=form.raw("current_password"),
                device=page.device,
            )
            return page.redirect(after)
        except SignInRefused:
            form.add(_("This is not your password."), at="current_password", code=SignInRefused.code)
    return await _show(page, after)


async def _show(page: PageRequest, after: str) -> Response:
    async with page.transaction() as tx:
        has_password = await credentials.find_password_hash(tx, user_id=page.person.user.id) is not None
    return page.render("profile/proof.html", next=after, has_password=has_password)
