"""What a form asks for is done as its reader: an administrator, or somebody of the application's account.

Both are actions of `access`. Those for an account's own people keep the limits of customers.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from dragoman.access import own_applications, provisioning
from dragoman.access.model import (
    AccessScope,
    Application,
    ApplicationDraft,
    IssuedToken,
    NewApplication,
    RateRule,
    StaffRole,
)
from dragoman.access.own_applications import OwnApplicationChanges, OwnApplicationDraft, may_change_own
from dragoman.access.provisioning import ApplicationChanges
from dragoman.dashboard.page.forms import PageForm
from dragoman.dashboard.page.request import PageRequest
from dragoman.database.connections import Transaction
from dragoman.settings import Rate

MOST_CHOICES: Final = 500  # accounts in a list to choose from
_OWN: Final = "own"
_MOST_CALLS: Final = 1_000_000
_MOST_SECONDS: Final = 86_400


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplicationValues:
    """The fields of the form of an application. Limit, role and account are sent by administrators only."""

    name: str
    scopes: frozenset[AccessScope]
    rate: Rate | RateRule
    role: StaffRole | None
    account_id: int | None


def read_values(page: PageRequest) -> ApplicationValues | None:
    """Read the form; None if something is missing, which its problems say."""
    form = page.form
    known = {scope.value: scope for scope in AccessScope}
    scopes = frozenset(known[text] for text in form.texts("scopes") if text in known)
    account = form.number("account", least=1) if page.is_staff else None
    rate = _read_rate(form)
    form.require("name", *(["account"] if page.is_staff and "account" in form.data else []))
    if not form:
        return None
    is_provider = AccessScope.PROVIDER in scopes
    role = form.text("role")
    return ApplicationValues(
        name=form.text("name"),
        scopes=scopes,
        rate=rate,
        role=StaffRole(role) if is_provider and role in set(StaffRole) else None,
        account_id=account,
    )


def _read_rate(form: PageForm) -> Rate | RateRule:
    chosen = form.text("rate")
    if chosen == _OWN:
        calls = form.number("calls", least=1, most=_MOST_CALLS)
        seconds = form.number("seconds", least=1, most=_MOST_SECONDS)
        form.require("calls", "seconds")
        if calls is not None and seconds is not None:
            return Rate(calls=calls, seconds=seconds)
    return RateRule.OFF if chosen == RateRule.OFF.value else RateRule.DEFAULT


def may_change(page: PageRequest, application: Application) -> bool:
    """Whether the reader may change an application and get credentials for it."""
    if page.may("admin"):
        return True
    is_own = application.account_id == page.person.account.id
    return page.may("developer") and is_own and may_change_own(application)


async def create_application(page: PageRequest, tx: Transaction, values: ApplicationValues) -> NewApplication:
    """Make an application of the reader's account, or of the one that an administrator chose."""
    keyring = page.runtime.keyring
    if page.is_staff and values.account_id is not None:
        draft = ApplicationDraft(
            account_id=values.account_id,
            name=values.name,
            scopes=values.scopes,
            rate=values.rate,
            role=values.role,
        )
        return await provisioning.create_application(tx, keyring, draft=draft, staff=page.staff)
    return await own_applications.create_own_application(
        tx,
        keyring,
        account_id=page.person.account.id,
        draft=OwnApplicationDraft(name=values.name, scopes=values.scopes),
        most=page.runtime.settings.account_applications,
        staff=page.staff,
    )


async def change_application(
    page: PageRequest, tx: Transaction, application_id: int, values: ApplicationValues
) -> Application:
    """Change what an application is called and may do."""
    if page.is_staff:
        changes = ApplicationChanges(
            name=values.name, scopes=values.scopes, rate=values.rate, role=values.role
        )
        return await provisioning.change_application(tx, application_id, changes=changes, staff=page.staff)
    own = OwnApplicationChanges(name=values.name, scopes=values.scopes)
    return await own_applications.change_own_application(tx, application_id, changes=own, staff=page.staff)


async def disable_application(
    page: PageRequest, tx: Transaction, application_id: int, *, disabled: bool
) -> Application:
    """Refuse an application's credentials and tokens, or accept them again."""
    if page.is_staff:
        changes = ApplicationChanges(disabled=disabled)
        return await provisioning.change_application(tx, application_id, changes=changes, staff=page.staff)
    own = OwnApplicationChanges(disabled=disabled)
    return await own_applications.change_own_application(tx, application_id, changes=own, staff=page.staff)


async def regenerate_secret(
    page: PageRequest, tx: Transaction, application_id: int, *, revoke_tokens: bool
) -> tuple[Application, str]:
    """Replace the client secret."""
    act = provisioning.regenerate_secret if page.is_staff else own_applications.regenerate_own_secret
    return await act(tx, page.runtime.keyring, application_id, revoke_tokens=revoke_tokens, staff=page.staff)


async def regenerate_webhook_secret(
    page: PageRequest, tx: Transaction, application_id: int, *, keep_old: timedelta
) -> tuple[Application, str]:
    """Replace the secret that signs webhooks."""
    act = (
        provisioning.regenerate_webhook_secret
        if page.is_staff
        else own_applications.regenerate_own_webhook_secret
    )
    return await act(tx, page.runtime.keyring, application_id, keep_old=keep_old, staff=page.staff)


async def revoke_tokens(page: PageRequest, tx: Transaction, application_id: int) -> Application:
    """Refuse every token issued until now."""
    act = provisioning.revoke_tokens if page.is_staff else own_applications.revoke_own_tokens
    return await act(tx, application_id, staff=page.staff)


async def create_token(page: PageRequest, tx: Transaction, application_id: int) -> IssuedToken:
    """Make a temporary token."""
    act = (
        provisioning.create_temporary_token if page.is_staff else own_applications.create_own_temporary_token
    )
    return await act(tx, page.runtime.keyring, page.runtime.settings, application_id, staff=page.staff)
