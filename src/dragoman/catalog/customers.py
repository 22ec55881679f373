"""Staff's actions on accounts, their defaults and their users; `access.provisioning` has applications."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from dragoman.access.staff import Staff
from dragoman.accounts import actions as accounts
from dragoman.accounts.model import Account, Role, User, UserChanges, UserDraft
from dragoman.audit.actions import record
from dragoman.audit.model import AuditEvent
from dragoman.catalog import store
from dragoman.catalog.editing import refuse_default
from dragoman.catalog.model import ProjectDefaults
from dragoman.catalog.references import check_references
from dragoman.catalog.refusals import FieldRefused
from dragoman.catalog.validation import check_threshold
from dragoman.database.connections import Transaction
from dragoman.errors import RulesBroken


@dataclass(frozen=True, slots=True, kw_only=True)
class Customer:
    """An account with the defaults of its projects."""

    account: Account
    defaults: ProjectDefaults


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountChanges:
    """Changes of an account; None: no change."""

    name: str | None = None
    disabled: bool | None = None
    defaults: Mapping[str, int | None] | None = None  # by the names of the fields of `ProjectDefaults`


async def find_customer(tx: Transaction, account_id: int) -> Customer:
    """Find an account with its defaults. Raises `NotFound`."""
    account = await accounts.get_account(tx, account_id=account_id)
    return Customer(account=account, defaults=await store.find_defaults(tx, account_id))


async def change_account(
    tx: Transaction, account_id: int, *, changes: AccountChanges, staff: Staff
) -> Customer:
    """Rename an account, disable or enable it, or change the defaults of its projects.

    Raises `NotFound`, or `RulesBroken` for a default that the account cannot have.
    """
    account, names = await accounts.change_account(
        tx, account_id=account_id, name=changes.name, disabled=changes.disabled
    )
    before = await store.find_defaults(tx, account_id)
    defaults = replace(before, **(changes.defaults or {}))
    if defaults != before:
        await _require_choosable(tx, account_id, defaults)
        await store.write_defaults(tx, account_id, defaults)
        names = [*names, "defaults"]
    if names:
        await _record(tx, staff, "account.changed", f"account:{account_id}", account_id, fields=list(names))
    return Customer(account=account, defaults=defaults)


async def _require_choosable(tx: Transaction, account_id: int, defaults: ProjectDefaults) -> None:
    problems = await check_references(tx, defaults.references(), account_id=account_id)
    holds, message, hints, field = check_threshold(defaults.memory_threshold)
    if not holds:
        problems = [*problems, FieldRefused(message, hints=hints, field=field)]
    if problems:
        raise RulesBroken(problems)


async def create_user(tx: Transaction, *, draft: UserDraft, staff: Staff) -> User:
    """Create a user of an account. Raises what `accounts.actions.create_user` raises."""
    user = await accounts.create_user(tx, draft=draft)
    roles = {"role": user.role, "roles": sorted(user.roles)}
    await _record(tx, staff, "user.created", f"user:{user.id}", user.account_id, **roles)
    return user


async def change_user(tx: Transaction, user_id: int, *, changes: UserChanges, staff: Staff) -> User:
    """Change a user. Raises what `accounts.actions.change_user` raises, and `IsDefault`."""
    found = await accounts.find_user(tx, user_id=user_id)
    await accounts.hold_account(tx, account_id=found.account_id)  # whose defaults change under the same lock
    user, names = await accounts.change_user(tx, user_id=user_id, changes=changes)
    if user.disabled is not None or Role.CUSTOMER not in user.roles:
        await refuse_default(tx, column="user_id", id_=user_id)
    if names:
        await _record(tx, staff, "user.changed", f"user:{user_id}", user.account_id, fields=list(names))
    return user


async def _record(
    tx: Transaction, staff: Staff, action: str, subject: str, account_id: int, **details: Any
) -> None:
    event = AuditEvent(
        actor=staff.actor, action=action, subject=subject, account_id=account_id, details=details
    )
    await record(tx, event)
