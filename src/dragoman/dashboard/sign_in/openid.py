"""`/ui/sign-in/with/…`: signing in by the identity provider of a company."""

from __future__ import annotations

from fastapi import APIRouter, Response
from starlette.responses import RedirectResponse

from dragoman.accounts.actions import find_user
from dragoman.dashboard.page import cookies
from dragoman.dashboard.page.needs import PublicPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest, safe_next
from dragoman.dashboard.page.sign_in_ways import find_ways
from dragoman.dashboard.sign_in.finishing import finish_sign_in, open_session_for
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.errors import Unauthenticated, Unavailable
from dragoman.sign_in.model import NewSession, SignInMethod
from dragoman.sign_in.openid.actions import begin_sign_in
from dragoman.sign_in.openid.actions import finish_sign_in as finish_openid
from dragoman.sign_in.openid.model import OpenidCallback

router = APIRouter(prefix="/ui/sign-in/with", include_in_schema=False, route_class=PageRoute)


@router.get("/{key}")
async def begin(page: PublicPage, key: str, next: str = "") -> Response:  # noqa: A002
    """Go to the provider, which sends the browser back to `callback`."""
    try:
        begun = await begin_sign_in(page.runtime.identity, key=key, redirect_uri=_callback_address(page, key))
    except Unavailable as error:
        return _refuse(page, error, after=safe_next(next))
    response = RedirectResponse(begun.url, status_code=303)
    cookies.set_openid_cookie(page.request, response, token=begun.browser_token, after=safe_next(next))
    return response


@router.get("/{key}/callback")
async def come_back(page: PublicPage, key: str) -> Response:
    """Begin a session of who comes back from the provider."""
    token, after = cookies.read_openid_cookie(page.request)
    try:
        session = await _open(page, key, token)
    except (Unauthenticated, Unavailable) as error:
        response = _refuse(page, error, after=safe_next(after))
    else:
        response = await finish_sign_in(page, session, after=safe_next(after))
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


def _refuse(page: PageRequest, error: Unauthenticated | Unavailable, *, after: str) -> Response:
    """Show the sign-in page with the reason."""
    with page.form.catching():
        raise Unauthenticated(error.message, hints=error.hints)
    return page.render("sign_in/sign_in.html", next=after, kept=None, ways=find_ways(page))


def _callback_address(page: PageRequest, key: str) -> str:
    return f"{page.base_url}/ui/sign-in/with/{key}/callback"
