"""Create, change and delete term bases. `editing` edits concepts, `imports` and `exports` own files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from dragoman.access.staff import Staff
from dragoman.accounts.actions import hold_account
from dragoman.accounts.model import check_name
from dragoman.audit.actions import record
from dragoman.audit.model import AuditEvent
from dragoman.database.connections import Transaction
from dragoman.errors import NotFound, RuleBroken
from dragoman.termbases import concept_store, store
from dragoman.termbases.bases import BaseVersion, TermBase
from dragoman.termbases.model import Pin

MOST_TERM_BASES: Final = 1000  # of an account


class TooManyTermBases(RuleBroken):
    """The account has as many term bases as it may have."""

    code = "TOO_MANY"


@dataclass(frozen=True, slots=True, kw_only=True)
class TermBaseChanges:
    """Changes to a term base; None changes nothing."""

    name: str | None = None
    use_for_translation: bool | None = None
    disabled: bool | None = None


async def create_term_base(
    tx: Transaction, *, staff: Staff, account_id: int, name: str, use_for_translation: bool = True
) -> TermBase:
    """Create an empty term base.

    Raises `AccountUnknown`, `TooManyTermBases`, or `RuleBroken` for an unusable name.
    """
    name = check_name(name)
    await hold_account(tx, account_id=account_id)
    if await store.count_bases(tx, account_id=account_id) >= MOST_TERM_BASES:
        raise TooManyTermBases(f"An account has at most {MOST_TERM_BASES} term bases. Delete one first.")
    base = await store.insert_base(
        tx, account_id=account_id, name=name, use_for_translation=use_for_translation
    )
    await record_change(tx, base, staff=staff, verb="created")
    return base


async def list_term_bases(
    tx: Transaction, *, account_id: int | None = None, limit: int | None = None, offset: int = 0
) -> Sequence[TermBase]:
    """List the term bases that this transaction sees, of one account or all, oldest first."""
    return await store.list_bases(tx, account_id=account_id, limit=limit, offset=offset)


async def get_term_base(tx: Transaction, *, term_base_id: int, lock: bool = False) -> TermBase:
    """Find a term base; `lock` prevents changes by others until the transaction ends. Raises `NotFound`."""
    return _found(await store.find_base(tx, term_base_id, lock=lock), term_base_id)


async def hold_term_base(tx: Transaction, *, term_base_id: int) -> TermBase:
    """Find a term base and prevent its deletion until the transaction ends. Raises `NotFound`."""
    return _found(await store.hold_base(tx, term_base_id), term_base_id)


async def change_term_base(
    tx: Transaction, *, staff: Staff, term_base_id: int, changes: TermBaseChanges
) -> TermBase:
    """Rename a term base, enforce it or not, disable or enable it. Raises `NotFound`, `RuleBroken`."""
    base = await get_term_base(tx, term_base_id=term_base_id, lock=True)
    values: dict[str, Any] = {}
    if changes.name is not None:
        values["name"] = check_name(changes.name)
    if changes.use_for_translation is not None:
        values["use_for_translation"] = changes.use_for_translation
    if changes.disabled is not None and changes.disabled is (base.disabled is None):
        values["disabled"] = tx.now if changes.disabled else None
    changed = {name: value for name, value in values.items() if value != getattr(base, name)}
    if not changed:
        return base
    await record_change(tx, base, staff=staff, verb="changed", fields=sorted(changed))
    return _found(await store.update_base(tx, term_base_id, changed), term_base_id)


async def delete_term_base(tx: Transaction, *, staff: Staff, term_base_id: int) -> None:
    """Delete a term base with all its versions. Raises `NotFound`."""
    base = await get_term_base(tx, term_base_id=term_base_id, lock=True)
    await record_change(tx, base, staff=staff, verb="deleted", version=base.version, concepts=base.concepts)
    await store.delete_base(tx, term_base_id)


async def list_versions(
    tx: Transaction, *, term_base_id: int, limit: int, offset: int
) -> Sequence[BaseVersion]:
    """List the versions of a term base, newest first. Raises `NotFound`."""
    await get_term_base(tx, term_base_id=term_base_id)
    return await store.list_versions(tx, term_base_id, limit=limit, offset=offset)


async def record_change(
    tx: Transaction, base: TermBase, *, staff: Staff, verb: str, **details: object
) -> None:
    """Record a change of a term base in the audit log: counts and names of fields, no terms."""
    event = AuditEvent(
        actor=staff.actor,
        action=f"term-base.{verb}",
        subject=f"term-base:{base.id}",
        account_id=base.account_id,
        details=details,
    )
    await record(tx, event)


async def find_definitions(tx: Transaction, pin: Pin, keys: Sequence[str]) -> dict[str, str]:
    """Find definitions of a version's concepts, by key; concepts without a definition are left out."""
    return await concept_store.find_definitions(tx, pin, keys)


def choose_version(base: TermBase, version: int | None) -> Pin:
    """Find a version of a term base, the current one for None. Raises `NotFound`."""
    if version is not None and version > base.version:
        raise NotFound(f"Term base {base.id} has no version {version}; the current one is {base.version}.")
    return Pin(base.id, base.version if version is None else version)


def _found(base: TermBase | None, term_base_id: int) -> TermBase:
    if base is None:
        raise NotFound(f"There is no term base {term_base_id}.")
    return base
