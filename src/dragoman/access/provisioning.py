"""What staff does with applications: the verbs of `actions`, each with its entry in the audit log."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from dragoman.access import actions, store
from dragoman.access.keyring import Keyring
from dragoman.access.model import (
    AccessScope,
    Application,
    ApplicationDraft,
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
from dragoman.settings import Rate


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


def _decide(before: Application, changes: ApplicationChanges, tx: Transaction) -> dict[str, Any]:
    """The columns that become different. Raises `RuleBroken`."""
    scopes = before.scopes if changes.scopes is None else changes.scopes
    if not scopes:
        raise RuleBroken("An application needs at least one scope.")
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
        raise RuleBroken("Only an application with the scope provider has a role.")
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
