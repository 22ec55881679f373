"""Secrets and tokens of an application: made anew, shown in the answer only, ended (A8, N2)."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from fastapi import APIRouter, Response

from dragoman.access.provisioning import find_application
from dragoman.dashboard.applications import acting
from dragoman.dashboard.page.languages import example_target
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import DeveloperOrAdminPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.http.fields import Id

router = APIRouter(prefix="/ui/applications", include_in_schema=False, route_class=PageRoute)

_MOST_HOURS: Final = 8760


@router.post("/{id}/secret")
async def regenerate_secret(page: DeveloperOrAdminPage, application_id: Id) -> Response:
    """Replace the client secret: the old one stops at once."""
    revoke = page.form.flag("revoke")
    async with page.transaction() as tx:
        application, secret = await acting.regenerate_secret(page, tx, application_id, revoke_tokens=revoke)
    note = (
        _("The old secret and all tokens that were made with it stopped working just now.")
        if revoke
        else _("The old secret stopped working just now. Tokens that are alive work until they expire.")
    )
    return page.render(
        "applications/secrets.html",
        application=application,
        client_secret=secret,
        webhook_secret=None,
        note=note,
    )


@router.post("/{id}/webhook-secret")
async def regenerate_webhook_secret(page: DeveloperOrAdminPage, application_id: Id) -> Response:
    """Replace the secret that signs webhooks; the old one signs beside it for a while, or stops."""
    hours = page.form.number("hours", most=_MOST_HOURS) or 0
    async with page.transaction() as tx:
        application, secret = await acting.regenerate_webhook_secret(
            page, tx, application_id, keep_old=timedelta(hours=hours)
        )
    note = (
        _("Webhooks are signed with both secrets for %(hours)s hours, then with this one only.")
        if hours
        else _("Webhooks are signed with this secret only, from now on.")
    )
    return page.render(
        "applications/secrets.html",
        application=application,
        client_secret=None,
        webhook_secret=secret,
        note=note % {"hours": hours} if hours else note,
    )


@router.post("/{id}/token")
async def create_token(page: DeveloperOrAdminPage, application_id: Id) -> Response:
    """Make a temporary token, shown in this answer only."""
    async with page.transaction() as tx:
        application = await find_application(tx, application_id)
        issued = await acting.create_token(page, tx, application_id)
    return page.render(
        "applications/token.html",
        application=application,
        token=issued.access_token,
        minutes=issued.expires_in // 60,
        target=await example_target(page),
    )


@router.post("/{id}/revoke-tokens")
async def revoke_tokens(page: DeveloperOrAdminPage, application_id: Id) -> Response:
    """Refuse every token issued until now."""
    async with page.transaction() as tx:
        await acting.revoke_tokens(page, tx, application_id)
    return page.redirect(
        f"/ui/applications/{application_id}", done=_("All tokens until now are refused from now on.")
    )
