"""What staff does with applications: the verbs of `actions`, each with its entry in the audit log."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from dragoman.access import actions, store
from dragoman.access.issuing import issue_sandbox_token, issue_temporary_token
from dragoman.access.keyring import Keyring
from dragoman.access.model import (
    AccessScope,
    Application,
    ApplicationDraft,
    IssuedToken,
    NewApplication,
    RateRule,
    StaffRole,
)
from dragoman.access.staff import Staff
from dragoman.accounts.model import check_name
from dragoman.audit.actions import record
from dragoman.audit.model import AuditEvent
from dragoman.database.connections import Transaction
from dragoman.errors import NotFound, RuleBroken
from dragoman.settings import Rate, Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplicationChanges:
    """Fields to change; None keeps the current value."""

    name: str | None = None
    scopes: frozenset[AccessScope] | None = None
    rate: Rate | RateRule | None = None
    role: StaffRole | None = None
    disabled: bool | None = None


async def find_application(tx: Transaction, application_id: int) -> Application:
    """Find an application of any account. Raises `NotFound`."""
    return _found(await store.find_application(tx, application_id), application_id)


async def hold_application(tx: Transaction, application_id: int) -> Application:
    """Find an application and keep others from holding or changing it until the end. Raises `NotFound`."""
    return _found(await store.find_application(tx, application_id, hold=True), application_id)


async def create_application(
    tx: Transaction, keyring: Keyring, *, draft: ApplicationDraft, staff: Staff
) -> NewApplication:
    """Make an application. Raises what `actions.create_application` raises."""
    new = await actions.create_application(tx, keyring, draft=draft)
    await _record(tx, staff, "created", new.application, scopes=sorted(new.application.scopes))
    return new


async def change_application(
    tx: Transaction, application_id: int, *, changes: ApplicationChanges, staff: Staff
) -> Application:
    """Change what an application is called and may do; its next call obeys. Raises `NotFound`, `RuleBroken`.

    Tokens issued before keep no scope that it has no longer.
    """
    before = _found(await store.find_application(tx, application_id, hold=True), application_id)
    values = _decide(before, changes, tx)
    if not values:
        return before
    changed = _found(await store.update_application(tx, application_id, **values), application_id)
    names = {"rate_limit" if name.startswith("rate_") else name for name in values}
    await _record(tx, staff, "changed", changed, fields=sorted(names))
    return changed


async def regenerate_secret(
    tx: Transaction, keyring: Keyring, application_id: int, *, revoke_tokens: bool, staff: Staff
) -> tuple[Application, str]:
    """Replace the client secret (A8). Raises `NotFound`."""
    application, secret = await actions.regenerate_secret(
        tx, keyring, application_id=application_id, revoke_tokens=revoke_tokens
    )
    await _record(tx, staff, "secret_regenerated", application, tokens_revoked=revoke_tokens)
    return application, secret


async def regenerate_webhook_secret(
    tx: Transaction, keyring: Keyring, application_id: int, *, keep_old: timedelta, staff: Staff
) -> tuple[Application, str]:
    """Replace the secret that signs webhooks (N2). Raises `NotFound`."""
    application, secret = await actions.regenerate_webhook_secret(
        tx, keyring, application_id=application_id, keep_old=keep_old
    )
    kept = int(keep_old.total_seconds())
    await _record(tx, staff, "webhook_secret_regenerated", application, old_kept_seconds=kept)
    return application, secret


async def revoke_tokens(tx: Transaction, application_id: int, *, staff: Staff) -> Application:
    """Refuse every token issued to the application until now (A8). Raises `NotFound`."""
    application = await actions.revoke_application_tokens(tx, application_id=application_id)
    await _record(tx, staff, "tokens_revoked", application)
    return application


async def create_temporary_token(
    tx: Transaction, keyring: Keyring, settings: Settings, application_id: int, *, staff: Staff
) -> IssuedToken:
    """Make a token for an application without its secret (A8), for the time that the settings say.

    Raises `NotFound`, and `Conflict` when the application gets no tokens or no process has ever served.
    """
    application = _found(await store.find_application(tx, application_id), application_id)
    issued = await issue_temporary_token(tx, keyring, settings, application_id=application_id)
    await _record(tx, staff, "token_created", application, seconds=issued.expires_in)
    return issued


async def create_sandbox_token(
    tx: Transaction, keyring: Keyring, settings: Settings, account_id: int, *, staff: Staff
) -> IssuedToken:
    """Make a token for a sandbox account directly (A9). Raises what `issue_sandbox_token` raises."""
    issued = await issue_sandbox_token(tx, keyring, settings, account_id=account_id)
    application = await store.find_builtin_application(tx, account_id)
    if application is not None:
        await _record(tx, staff, "token_created", application, seconds=issued.expires_in)
    return issued


def _decide(before: Application, changes: ApplicationChanges, tx: Transaction) -> dict[str, Any]:
    """The columns that become different. Raises `RuleBroken`."""
    if before.builtin and (
        changes.disabled or changes.role or AccessScope.PROVIDER in (changes.scopes or ())
    ):
        raise RuleBroken(
            "An account's built-in application cannot be disabled or get a role: its people act through it.",
            hints="Disable the account or its users; make another application for the provider.",
        )
    scopes = before.scopes if changes.scopes is None else changes.scopes
    if not scopes:
        raise RuleBroken("An application needs at least one scope.", field="scopes")
    wanted: dict[str, Any] = {
        "name": before.name if changes.name is None else check_name(changes.name),
        "scopes": sorted(scopes),
        "role": _role(before, changes, scopes),
    }
    stored = {"name": before.name, "scopes": sorted(before.scopes), "role": before.role}
    values = {name: value for name, value in wanted.items() if value != stored[name]}
    if changes.rate is not None and changes.rate != before.rate:
        values |= store.write_rate(changes.rate)
    if changes.disabled is not None and changes.disabled is (before.disabled is None):
        values["disabled"] = tx.now if changes.disabled else None
    return values


def _role(
    before: Application, changes: ApplicationChanges, scopes: frozenset[AccessScope]
) -> StaffRole | None:
    if AccessScope.PROVIDER in scopes:
        return changes.role or before.role or StaffRole.MANAGER
    if changes.role is not None:
        raise RuleBroken("Only an application with the scope provider has a role.", field="role")
    return None


async def _record(tx: Transaction, staff: Staff, verb: str, application: Application, **details: Any) -> None:
    event = AuditEvent(
        actor=staff.actor,
        action=f"application.{verb}",
        subject=f"application:{application.id}",
        account_id=application.account_id,
        details=details,
    )
    await record(tx, event)


def _found(application: Application | None, application_id: int) -> Application:
    if application is None:
        raise NotFound(f"There is no application {application_id}.")
    return application
