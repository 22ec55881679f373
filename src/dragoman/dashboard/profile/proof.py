"""`/ui/profile/proof`: prove again who one is, before what a stolen session must not do."""

from __future__ import annotations

import json

from fastapi import APIRouter, Response
from starlette.responses import JSONResponse

from dragoman.accounts import credentials
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import PersonPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.proof import PROOF
from dragoman.dashboard.page.rendering import HEADERS
from dragoman.dashboard.page.request import PageRequest, safe_next
from dragoman.dashboard.page.sign_in_ways import find_site, require_site
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.sign_in.model import SignInRefused
from dragoman.sign_in.passkeys import actions as passkeys
from dragoman.sign_in.passwords import verify_own_password
from dragoman.sign_in.sessions import record_verification

router = APIRouter(prefix=PROOF, include_in_schema=False, route_class=PageRoute)


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


@router.post("/passkey/begin")
async def begin_passkey(page: PersonPage) -> Response:
    """Answer with the options for the browser, and the token that the form sends back."""
    async with transaction(page.runtime.database, account=ALL_ACCOUNTS) as tx:
        begun = await passkeys.begin_sign_in(tx, relying_party=require_site(page))
    return JSONResponse({"options": json.loads(begun.options), "token": begun.token}, headers=HEADERS)


@router.post("/passkey")
async def prove_with_passkey(page: PersonPage) -> Response:
    """Prove it with one of one's passkeys."""
    form = page.form
    after = safe_next(form.raw("next"))
    with form.catching():
        found = await passkeys.finish_sign_in(
            page.runtime.database,
            relying_party=require_site(page),
            token=form.raw("token"),
            answer=form.raw("answer"),
        )
        if found.user_id == page.person.user.id:
            async with page.transaction() as tx:
                await record_verification(tx, signed_in=page.person)
            return page.redirect(after)
        form.add(_("This passkey is somebody else's."))
    return await _show(page, after)


async def _show(page: PageRequest, after: str) -> Response:
    user_id = page.person.user.id
    async with page.transaction() as tx:
        has_password = await credentials.find_password_hash(tx, user_id=user_id) is not None
        has_passkeys = find_site(page) is not None and bool(await passkeys.list_passkeys(tx, user_id=user_id))
    return page.render("profile/proof.html", next=after, has_password=has_password, has_passkeys=has_passkeys)
