"""`/ui/applications`: lists, one application with what it did lately, and its settings (A8, V3)."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response

from dragoman.access.actions import list_applications
from dragoman.access.model import Application, NewApplication
from dragoman.accounts.actions import search_accounts
from dragoman.dashboard.applications import acting
from dragoman.dashboard.applications.overview import ShownApplication, read_application, read_recent_use
from dragoman.dashboard.page.application_names import find_account_names
from dragoman.dashboard.page.languages import example_target
from dragoman.dashboard.page.lists import read_list
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import DeveloperOrAdminPage, DeveloperPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.page.versions import version_of
from dragoman.http.fields import Id

router = APIRouter(prefix="/ui/applications", include_in_schema=False, route_class=PageRoute)


@router.get("")
async def show_applications(page: DeveloperPage) -> Response:
    """List the applications of the reader's account; of all accounts for staff."""
    state = read_list(page.request, filters=("account",))
    async with page.transaction() as tx:
        found = await list_applications(
            tx, account_id=state.number("account"), limit=state.limit + 1, offset=state.offset
        )
        shown, state = state.cut(found)
        accounts = await find_account_names(page, tx, shown)
        choosable = await search_accounts(tx, limit=acting.MOST_CHOICES) if page.is_staff else {}
    return page.render(
        "applications/list.html",
        applications=shown,
        list=state,
        accounts=accounts,
        choosable=choosable,
        most=None if page.is_staff else page.runtime.settings.account_applications,
    )


@router.get("/new")
async def show_new_application(page: DeveloperOrAdminPage) -> Response:
    """Show the form of a new application."""
    return await _show_new(page)


@router.post("/new")
async def create_application(page: DeveloperOrAdminPage) -> Response:
    """Create an application. Its secrets are in this answer and nowhere else."""
    values = acting.read_values(page)
    with page.form.catching({"ACCOUNT_NOT_FOUND": "account"}):
        if values is not None:
            async with page.transaction() as tx:
                new = await acting.create_application(page, tx, values)
            return _show_secrets(page, new)
    return await _show_new(page)


@router.get("/{id}")
async def show_application(page: DeveloperPage, application_id: Id) -> Response:
    """Show an application: credentials, use of this month, last requests and webhooks."""
    await page.runtime.usage.flush()
    async with page.transaction() as tx:
        shown = await read_application(page, tx, application_id)
        recent = await read_recent_use(page, tx, application_id)
    return page.render(
        "applications/application.html",
        shown=shown,
        recent=recent,
        target=await example_target(page),
        **_values(page, shown),
    )


@router.get("/{id}/settings")
async def show_settings(page: DeveloperPage, application_id: Id) -> Response:
    """Show what an application is called and may do."""
    return await _show_settings(page, application_id)


@router.post("/{id}/settings")
async def change_settings(page: DeveloperOrAdminPage, application_id: Id) -> Response:
    """Change what an application is called and may do; its next call obeys."""
    values = acting.read_values(page)
    with page.form.catching():
        if values is not None:
            async with page.exclusive_transaction() as tx:
                shown = await read_application(page, tx, application_id)
                page.form.require_version(_version(shown.application))
                await acting.change_application(page, tx, application_id, values)
            return page.redirect(page.path, done=_("Application saved."))
    return await _show_settings(page, application_id)


@router.post("/{id}/disabled")
async def disable_application(page: DeveloperOrAdminPage, application_id: Id) -> Response:
    """Refuse an application's credentials and tokens, or accept them again."""
    disabled = page.form.flag("disabled")
    async with page.transaction() as tx:
        await acting.disable_application(page, tx, application_id, disabled=disabled)
    done = _("Application disabled. Its calls are refused.") if disabled else _("Application enabled.")
    return page.redirect(f"/ui/applications/{application_id}", done=done)


async def _show_new(page: PageRequest) -> Response:
    async with page.transaction() as tx:
        accounts = await search_accounts(tx, limit=acting.MOST_CHOICES) if page.is_staff else {}
    return page.render(
        "applications/new.html",
        accounts=accounts,
        account=read_list(page.request, filters=("account",)).number("account"),
    )


def _show_secrets(page: PageRequest, new: NewApplication) -> Response:
    return page.render(
        "applications/secrets.html",
        application=new.application,
        client_secret=new.client_secret,
        webhook_secret=new.webhook_secret,
        note=_("Both secrets are shown this once. Copy them now to where your program reads them."),
    )


async def _show_settings(page: PageRequest, application_id: int) -> Response:
    async with page.transaction() as tx:
        shown = await read_application(page, tx, application_id)
    version = _version(shown.application)
    return page.render("applications/settings.html", shown=shown, version=version, **_values(page, shown))


def _version(application: Application) -> str:
    """The version that the form of an application is shown for: of what the form changes."""
    return version_of(application.name, application.scopes, application.rate, application.role)


def _values(page: PageRequest, shown: ShownApplication) -> dict[str, Any]:
    """What all pages of one application need."""
    settings = page.runtime.settings
    return {
        "application": shown.application,
        "may_change": acting.may_change(page, shown.application),
        "token_minutes": settings.temporary_token_seconds // 60,
        "access_seconds": settings.access_token_seconds,
        "log_days": settings.request_log_days,
    }
