"""`/ui/sign-in/with/…`: signing in by the identity provider of a company."""

from __future__ import annotations

from fastapi import APIRouter, Response
from starlette.responses import RedirectResponse

from dragoman.accounts.actions import find_user
from dragoman.dashboard.page import cookies
from dragoman.dashboard.page.kept_forms import KeptForm, open_kept, read_kept
from dragoman.dashboard.page.needs import PublicPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest, safe_next
from dragoman.dashboard.page.sign_in_ways import find_ways
from dragoman.dashboard.sign_in.finishing import finish_sign_in, open_session_for, wanted_next
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.errors import Unauthenticated, Unavailable
from dragoman.sign_in.model import NewSession, SignInMethod
from dragoman.sign_in.openid.actions import begin_sign_in
from dragoman.sign_in.openid.actions import finish_sign_in as finish_openid
from dragoman.sign_in.openid.carried import carry_text, take_text
from dragoman.sign_in.openid.model import OpenidCallback, OpenidRequest

router = APIRouter(prefix="/ui/sign-in/with", include_in_schema=False, route_class=PageRoute)


@router.get("/{key}")
async def begin(page: PublicPage, key: str, next: str = "") -> Response:  # noqa: A002
    """Go to the provider, which sends the browser back to `callback`."""
    after = safe_next(next)
    try:
        begun = await _ask(page, key)
    except Unavailable as error:
        return _refuse(page, error, after=after)
    response = RedirectResponse(begun.url, status_code=303)
    cookies.set_openid_cookie(page.request, response, token=begun.browser_token, after=after)
    return response


@router.post("/{key}")
async def begin_with_form(page: PublicPage, key: str) -> Response:
    """Go to the provider, and keep the form of a session that has ended for when the browser comes back.

    A page leads on: what a form is answered with may not redirect to another site (`form-action`).
    """
    kept, after = read_kept(page), wanted_next(page)
    try:
        begun = await _ask(page, key)
    except Unavailable as error:
        return _refuse(page, error, after=after, kept=kept)
    device = cookies.read_device_cookie(page.request)
    if kept is not None and device is not None:
        await carry_text(
            page.runtime.database, browser_token=begun.browser_token, owner=device, text=kept.write()
        )
    name = next(one.name for one in find_ways(page).providers if one.key == key)
    response = page.render("sign_in/to_provider.html", url=begun.url, name=name)
    cookies.set_openid_cookie(page.request, response, token=begun.browser_token, after=after)
    return response


@router.get("/{key}/callback")
async def come_back(page: PublicPage, key: str) -> Response:
    """Begin a session of who comes back from the provider."""
    token, after = cookies.read_openid_cookie(page.request)
    kept = open_kept(page, await take_text(page.runtime.database, browser_token=token))
    try:
        session = await _open(page, key, token)
    except (Unauthenticated, Unavailable) as error:
        response = _refuse(page, error, after=safe_next(after), kept=kept)
    else:
        response = await finish_sign_in(page, session, after=safe_next(after), kept=kept)
    cookies.delete_openid_cookie(page.request, response)
    return response


async def _open(page: PageRequest, key: str, token: str) -> NewSession:
    query = page.request.query_params
    callback = OpenidCallback(
        key=key,
        state=query.get("state", ""),
        code=query.get("code"),
        issuer=query.get("iss"),
        error=query.get("error"),
    )
    found = await finish_openid(page.runtime.identity, callback=callback, browser_token=token)
    async with transaction(page.runtime.database, account=ALL_ACCOUNTS) as tx:
        user = await find_user(tx, user_id=found.user_id)
        return await open_session_for(tx, page, user=user, method=SignInMethod.OPENID)


async def _ask(page: PageRequest, key: str) -> OpenidRequest:
    return await begin_sign_in(page.runtime.identity, key=key, redirect_uri=_callback_address(page, key))


def _refuse(
    page: PageRequest, error: Unauthenticated | Unavailable, *, after: str, kept: KeptForm | None = None
) -> Response:
    """Show the sign-in page with the reason, and with the form that was kept."""
    with page.form.catching():
        raise Unauthenticated(error.message, hints=error.hints)
    template = "sign_in/again.html" if kept else "sign_in/sign_in.html"
    return page.render(template, next=after, kept=kept, ways=find_ways(page))


def _callback_address(page: PageRequest, key: str) -> str:
    return f"{page.base_url}/ui/sign-in/with/{key}/callback"
