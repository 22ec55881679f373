"""`/ui/api`: where the reference of the interface is, and a temporary token for its calls (A8)."""

from __future__ import annotations

from fastapi import APIRouter, Response

from dragoman.access.actions import list_applications
from dragoman.access.model import Application, IssuedToken
from dragoman.access.own_applications import create_own_temporary_token, may_change_own
from dragoman.dashboard.page.needs import DeveloperPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.database.connections import transaction

router = APIRouter(prefix="/ui/api", include_in_schema=False, route_class=PageRoute)


@router.get("")
async def show_reference(page: DeveloperPage) -> Response:
    """Explain the reference, and offer a token."""
    return await _show(page)


@router.post("/token")
async def create_token(page: DeveloperPage) -> Response:
    """Make a temporary token of one of the account's applications, shown in this answer only."""
    caller = await page.caller()
    chosen = page.form.number("application", least=1) or caller.application_id
    issued = None
    with page.form.catching({"CONFLICT": "application"}):
        async with transaction(page.runtime.database, account=caller.account_id) as tx:
            issued = await create_own_temporary_token(
                tx, page.runtime.keyring, page.runtime.settings, chosen, staff=page.staff
            )
    return await _show(page, issued=issued)


async def _show(page: PageRequest, *, issued: IssuedToken | None = None) -> Response:
    async with transaction(page.runtime.database, account=page.person.account.id) as tx:
        found = await list_applications(tx)
    return page.render(
        "api_reference/reference.html",
        applications=[one for one in found if _gets_tokens(one)],
        issued=issued,
        minutes=page.runtime.settings.temporary_token_seconds // 60,
    )


def _gets_tokens(application: Application) -> bool:
    return application.disabled is None and may_change_own(application)
