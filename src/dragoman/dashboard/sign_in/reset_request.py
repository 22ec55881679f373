"""`/ui/password`: a link for somebody who forgot their password. The answer is the same for everybody."""

from __future__ import annotations

from fastapi import APIRouter, Response
from starlette.background import BackgroundTask

from dragoman.accounts.actions import find_user
from dragoman.dashboard.page.mailing import has_mail, send_link
from dragoman.dashboard.page.needs import PublicPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.errors import DragomanError
from dragoman.sign_in.one_time_links import count_reset, make_reset_link
from dragoman.telemetry import log

router = APIRouter(prefix="/ui/password", include_in_schema=False, route_class=PageRoute)


@router.get("")
async def show_reset_request(page: PublicPage) -> Response:
    """Ask for the address, or say who helps where there is no mail."""
    return page.render("sign_in/request_reset.html", has_mail=has_mail(page), is_sent=False)


@router.post("")
async def request_reset(page: PublicPage) -> Response:
    """Send a link if the address is somebody's. That is looked up after the answer, which takes as long."""
    email = page.form.text("email")
    with page.form.catching():
        if page.form.require("email") and has_mail(page):
            await count_reset(page.runtime.sign_in(), email=email, device=page.device)
            response = page.render("sign_in/request_reset.html", has_mail=True, is_sent=True)
            response.background = BackgroundTask(_send, page, email)
            return response
    return page.render("sign_in/request_reset.html", has_mail=has_mail(page), is_sent=False)


async def _send(page: PageRequest, email: str) -> None:
    try:
        async with transaction(page.runtime.database, account=ALL_ACCOUNTS) as tx:
            link = await make_reset_link(tx, email=email)
            if link is not None:
                user = await find_user(tx, user_id=link.user_id)
                await send_link(page, tx, user=user, link=link)
    except DragomanError as error:  # the answer is sent already
        log().warning("sign_in.reset_not_sent", code=error.code)
