"""`/ui/profile/passkeys`: one's passkeys: making, naming and removing them (B8)."""

from __future__ import annotations

import json
from typing import Final

from fastapi import APIRouter, Response
from starlette.responses import JSONResponse

from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import PersonPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.proof import ask_for_proof
from dragoman.dashboard.page.rendering import HEADERS
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.page.sign_in_ways import find_site, require_site
from dragoman.dashboard.profile.reading import PROFILE
from dragoman.http.fields import Id
from dragoman.sign_in.passkeys import actions as passkeys
from dragoman.sign_in.passwords import require_recent_proof

PASSKEYS: Final = f"{PROFILE}/passkeys"

router = APIRouter(prefix=PASSKEYS, include_in_schema=False, route_class=PageRoute)


@router.get("")
async def show_passkeys(page: PersonPage) -> Response:
    """List one's passkeys, with a form for another one."""
    return await ask_for_proof(page) or await _show(page)


@router.post("/begin")
async def begin(page: PersonPage) -> Response:
    """Answer with the options for the browser, and the token that the form sends back."""
    async with page.transaction() as tx:
        require_recent_proof(tx, page.person)
        begun = await passkeys.begin_registration(tx, user=page.person.user, relying_party=require_site(page))
    return JSONResponse({"options": json.loads(begun.options), "token": begun.token}, headers=HEADERS)


@router.post("")
async def add(page: PersonPage) -> Response:
    """Store the passkey that the browser made."""
    form = page.form
    with form.catching(fields={"RULE_BROKEN": "name"}):
        if form.require("name"):
            await passkeys.finish_registration(
                page.runtime.database,
                user=page.person.user,
                relying_party=require_site(page),
                token=form.raw("token"),
                answer=form.raw("answer"),
                name=form.text("name"),
            )
            return page.redirect(PASSKEYS, done=_("Passkey added."))
    return await _show(page)


@router.post("/{id}")
async def rename(page: PersonPage, passkey_id: Id) -> Response:
    """Change what one calls a passkey."""
    with page.form.catching():
        async with page.transaction() as tx:
            await passkeys.rename_passkey(
                tx, user=page.person.user, passkey_id=passkey_id, name=page.form.text("new_name")
            )
        return page.redirect(PASSKEYS, done=_("Passkey renamed."))
    return await _show(page)


@router.post("/{id}/remove")
async def remove(page: PersonPage, passkey_id: Id) -> Response:
    """Remove a passkey."""
    asked = await ask_for_proof(page, next=PASSKEYS)
    if asked is not None:
        return asked
    person = page.person
    async with page.transaction() as tx:
        await passkeys.remove_passkey(tx, user=person.user, passkey_id=passkey_id, actor=person.actor)
    return page.redirect(PASSKEYS, done=_("Passkey removed."))


async def _show(page: PageRequest) -> Response:
    async with page.transaction() as tx:
        known = await passkeys.list_passkeys(tx, user_id=page.person.user.id)
    return page.render("profile/passkeys.html", passkeys=known, has_site=find_site(page) is not None)
