"""`/ui/sign-in/passkey`: signing in without a password (B8). The browser's part needs script."""

from __future__ import annotations

import json

from fastapi import APIRouter, Response
from starlette.responses import JSONResponse

from dragoman.accounts.actions import find_user
from dragoman.dashboard.page.kept_forms import read_kept
from dragoman.dashboard.page.needs import PublicPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.rendering import HEADERS
from dragoman.dashboard.page.sign_in_ways import find_ways, require_site
from dragoman.dashboard.sign_in.finishing import finish_sign_in, open_session_for, wanted_next
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.sign_in.model import SignInMethod
from dragoman.sign_in.passkeys import actions as passkeys

router = APIRouter(prefix="/ui/sign-in/passkey", include_in_schema=False, route_class=PageRoute)


@router.post("/begin")
async def begin(page: PublicPage) -> Response:
    """Answer with the options for the browser, and the token that the form sends back."""
    async with transaction(page.runtime.database, account=ALL_ACCOUNTS) as tx:
        begun = await passkeys.begin_sign_in(tx, relying_party=require_site(page))
    return JSONResponse({"options": json.loads(begun.options), "token": begun.token}, headers=HEADERS)


@router.post("")
async def sign_in(page: PublicPage) -> Response:
    """Begin a session of who has the passkey. It counts as both factors."""
    form = page.form
    with form.catching():
        found = await passkeys.finish_sign_in(
            page.runtime.database,
            relying_party=require_site(page),
            token=form.raw("token"),
            answer=form.raw("answer"),
        )
        async with transaction(page.runtime.database, account=ALL_ACCOUNTS) as tx:
            user = await find_user(tx, user_id=found.user_id)
            session = await open_session_for(tx, page, user=user, method=SignInMethod.PASSKEY)
        return await finish_sign_in(page, session, after=wanted_next(page), kept=read_kept(page))
    kept = read_kept(page)
    template = "sign_in/again.html" if kept else "sign_in/sign_in.html"
    return page.render(template, next=wanted_next(page), kept=kept, ways=find_ways(page))
