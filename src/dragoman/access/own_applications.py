"""What an account's own people do with its applications: as staff, within the limits of a customer.

The transaction sees their account only. They give no role, no rate limit and no scope beyond those of
customers, and leave alone the applications that staff gave more. Decision 0070 has the reasons.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from dragoman.access import provisioning, store
from dragoman.access.keyring import Keyring
from dragoman.access.model import (
    CUSTOMER_SCOPES,
    AccessScope,
    Application,
    ApplicationDraft,
    IssuedToken,
    NewApplication,
    format_scopes,
)
from dragoman.access.provisioning import ApplicationChanges
from dragoman.access.staff import Staff
from dragoman.accounts.actions import hold_account
from dragoman.database.connections import Transaction
from dragoman.errors import Conflict, Forbidden, LimitExceeded, RuleBroken
from dragoman.settings import Settings


class ScopeReserved(RuleBroken):
    """A customer asked for a scope that only the provider gives."""

    code = "SCOPE_RESERVED"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnApplicationDraft:
    """The data of an application that a customer creates."""

    name: str
    scopes: frozenset[AccessScope] = CUSTOMER_SCOPES


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnApplicationChanges:
    """Fields that a customer may change; None keeps the current value."""

    name: str | None = None
    scopes: frozenset[AccessScope] | None = None
    disabled: bool | None = None


async def create_own_application(
    tx: Transaction, keyring: Keyring, *, account_id: int, draft: OwnApplicationDraft, most: int, staff: Staff
) -> NewApplication:
    """Make an application of the account, which may have `most` besides the built-in one.

    Raises `ScopeReserved`, `LimitExceeded`, and what `provisioning.create_application` raises.
    """
    _check_scopes(draft.scopes)
    await require_room(tx, account_id=account_id, most=most)
    made = ApplicationDraft(account_id=account_id, name=draft.name, scopes=draft.scopes)
    return await provisioning.create_application(tx, keyring, draft=made, staff=staff)


async def require_room(tx: Transaction, *, account_id: int, most: int) -> None:
    """Check that the account has fewer than `most` applications besides the built-in one.

    The account is held first, so that two at once are not one too many. Raises `AccountUnknown` and
    `LimitExceeded`.
    """
    await hold_account(tx, account_id=account_id)
    made_so_far = [one for one in await store.list_applications(tx, account_id=account_id) if not one.builtin]
    count = len(made_so_far)
    if count >= most:
        raise LimitExceeded(
            f"The account has {count} applications; its people may have up to {most}, disabled ones too.",
            hints="Use one again under another name, or ask the provider for more.",
        )


async def change_own_application(
    tx: Transaction, application_id: int, *, changes: OwnApplicationChanges, staff: Staff
) -> Application:
    """Rename an application, choose its scopes, disable or enable it.

    Raises `NotFound`, `Forbidden`, `ScopeReserved`, `RuleBroken`, `Conflict` for disabling a built-in one.
    """
    application = await _find_own(tx, application_id)
    if changes.scopes is not None:
        _check_scopes(changes.scopes)
    if changes.disabled and application.builtin:
        raise Conflict(
            f"Application {application_id} is built in and cannot be disabled.",
            hints="Revoke its tokens, or regenerate its secret.",
        )
    wanted = ApplicationChanges(name=changes.name, scopes=changes.scopes, disabled=changes.disabled)
    return await provisioning.change_application(tx, application_id, changes=wanted, staff=staff)


async def regenerate_own_secret(
    tx: Transaction, keyring: Keyring, application_id: int, *, revoke_tokens: bool, staff: Staff
) -> tuple[Application, str]:
    """Replace the client secret (A8). Raises `NotFound`, `Forbidden`."""
    await _find_own(tx, application_id)
    return await provisioning.regenerate_secret(
        tx, keyring, application_id, revoke_tokens=revoke_tokens, staff=staff
    )


async def regenerate_own_webhook_secret(
    tx: Transaction, keyring: Keyring, application_id: int, *, keep_old: timedelta, staff: Staff
) -> tuple[Application, str]:
    """Replace the secret that signs webhooks (N2). Raises `NotFound`, `Forbidden`."""
    await _find_own(tx, application_id)
    return await provisioning.regenerate_webhook_secret(
        tx, keyring, application_id, keep_old=keep_old, staff=staff
    )


async def revoke_own_tokens(tx: Transaction, application_id: int, *, staff: Staff) -> Application:
    """Refuse every token issued to the application until now (A8). Raises `NotFound`, `Forbidden`."""
    await _find_own(tx, application_id)
    return await provisioning.revoke_tokens(tx, application_id, staff=staff)


async def create_own_temporary_token(
    tx: Transaction, keyring: Keyring, settings: Settings, application_id: int, *, staff: Staff
) -> IssuedToken:
    """Make a token without the secret (A8).

    Raises `NotFound`, `Forbidden`, and what `provisioning.create_temporary_token` raises.
    """
    await _find_own(tx, application_id)
    return await provisioning.create_temporary_token(tx, keyring, settings, application_id, staff=staff)


def may_change_own(application: Application) -> bool:
    """Whether the people of its account may change an application: not one with more than customers get."""
    return application.scopes <= CUSTOMER_SCOPES


async def _find_own(tx: Transaction, application_id: int) -> Application:
    application = await provisioning.find_application(tx, application_id)
    if not may_change_own(application):
        raise Forbidden(f"Application {application_id} is the provider's: ask the provider to change it.")
    return application


def _check_scopes(scopes: frozenset[AccessScope]) -> None:
    reserved = scopes - CUSTOMER_SCOPES
    if reserved:
        raise ScopeReserved(
            f"Only the provider gives the scope {format_scopes(reserved)}.",
            hints=f"Choose of {format_scopes(CUSTOMER_SCOPES)}.",
            field="scopes",
        )
