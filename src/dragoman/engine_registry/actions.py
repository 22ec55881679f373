"""What operators and staff do: set up services as engines, and choose which engines an account uses."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from dragoman.access.keyring import Keyring
from dragoman.accounts.actions import get_account, hold_account
from dragoman.audit.actions import record
from dragoman.audit.model import AuditEvent
from dragoman.database.connections import Transaction
from dragoman.engine_registry import store
from dragoman.engine_registry.model import (
    EngineNameTaken,
    EnginePolicy,
    EngineUnknown,
    PolicyRefused,
    RegisteredService,
    ServiceDraft,
    check_policy,
    write_policy,
)

_PURPOSE: Final = "engine service"  # of the key that wraps secrets


async def add_service(
    tx: Transaction, keyring: Keyring, draft: ServiceDraft, *, replace: bool, actor: str
) -> RegisteredService:
    """Set up a service as an engine. Its configuration was checked by who knows services of its kind.

    Raises `EngineNameTaken`, unless the one of this name is to be replaced.
    """
    if not replace and await store.find_service(tx, draft.name) is not None:
        raise EngineNameTaken(
            f"There is an engine {draft.name!r} already.", hints="Choose another name, or replace it."
        )
    secret = None
    if draft.secret is not None:
        secret = keyring.wrap(draft.secret.encode(), purpose=_PURPOSE, context=draft.name)
    made = await store.write_service(tx, draft, secret=secret)
    await _record(tx, actor, "engine.added", f"engine:{draft.name}", kind=draft.kind)
    return made


async def remove_service(tx: Transaction, name: str, *, actor: str) -> None:
    """Remove a service. Accounts' choices may still name it; they mean nothing then.

    Raises `EngineUnknown`.
    """
    if not await store.delete_service(tx, name):
        raise EngineUnknown(f"There is no service {name!r}.", hints="`dragoman engines list` shows them.")
    await _record(tx, actor, "engine.removed", f"engine:{name}")


async def read_secret(tx: Transaction, keyring: Keyring, name: str) -> str | None:
    """The secret of a service that is kept in the database. Raises `Misconfigured` if no key opens it."""
    wrapped = await store.find_secret(tx, name)
    if wrapped is None:
        return None
    return keyring.unwrap(wrapped, purpose=_PURPOSE, context=name).decode()


async def list_services(tx: Transaction) -> Sequence[RegisteredService]:
    """All services that are set up, by name."""
    return await store.list_services(tx)


async def find_account_policy(tx: Transaction, account_id: int) -> EnginePolicy:
    """An account's choice of engines. Raises `NotFound`."""
    await get_account(tx, account_id=account_id)
    return await store.read_account_policy(tx, account_id)


async def set_account_policy(
    tx: Transaction, account_id: int, policy: EnginePolicy, *, known: Collection[str], actor: str
) -> EnginePolicy:
    """Set an account's choice of engines. `known` are the names of engines that exist.

    Raises `NotFound`, or `PolicyRefused`, also for a name that is new in the choice and that no engine
    has.
    """
    await get_account(tx, account_id=account_id)
    await hold_account(tx, account_id=account_id)
    checked = check_policy(policy)
    before = await store.read_account_policy(tx, account_id)
    unknown = sorted(_names(checked) - _names(before) - frozenset(known))
    if unknown:
        raise PolicyRefused(
            f"There is no engine {unknown[0]!r}. There are: {', '.join(sorted(known)) or 'none'}."
        )
    if checked != before:
        await store.write_account_policy(tx, account_id, checked)
        event = AuditEvent(
            actor=actor,
            action="account.engines_chosen",
            subject=f"account:{account_id}",
            account_id=account_id,
            details={"before": write_policy(before), "after": write_policy(checked)},
        )
        await record(tx, event)
    return checked


def _names(policy: EnginePolicy) -> frozenset[str]:
    return policy.remote.union(*(one.engines for one in policy.preferences))


async def _record(tx: Transaction, actor: str, action: str, subject: str, **details: Any) -> None:
    await record(tx, AuditEvent(actor=actor, action=action, subject=subject, details=details))
