"""Staff's actions on reference data of every type: create, change and disable.

Reference data is never deleted, as projects refer to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from dragoman.access.staff import Staff
from dragoman.accounts.actions import hold_account
from dragoman.audit.actions import record
from dragoman.audit.model import AuditEvent
from dragoman.catalog import store
from dragoman.catalog import validation as checking
from dragoman.catalog.model import ReferenceItem, Template
from dragoman.catalog.reference_types import (
    INVOICING_ACCOUNT,
    LANGUAGE,
    SERVICE,
    TEMPLATE,
    WORK_AREA,
    Item,
    ReferenceType,
)
from dragoman.catalog.references import check_references
from dragoman.catalog.refusals import IsDefault, NameTaken, ReferenceItemNotFound
from dragoman.catalog.validation import Checked
from dragoman.database.connections import Transaction
from dragoman.errors import RuleBroken, RulesBroken

UNSTORED: Final = 0  # the id of a value that is yet to be stored

_CHECKS: Final[Mapping[str, Callable[[Any], Checked[Any]]]] = {
    LANGUAGE.name: checking.check_language,
    WORK_AREA.name: checking.check_work_area,
    SERVICE.name: checking.check_service,
    INVOICING_ACCOUNT.name: checking.check_invoicing_account,
    TEMPLATE.name: checking.check_template,
}


async def get(tx: Transaction, kind: ReferenceType[Item], id_: int) -> Item:
    """Find an item of any account. Raises `ReferenceItemNotFound`."""
    return await _find(tx, kind, id_, lock=False)


async def list_items(
    tx: Transaction,
    kind: ReferenceType[Item],
    *,
    account_id: int | None = None,
    limit: int | None,
    offset: int = 0,
) -> Sequence[Item]:
    """List all items of a type, of one account or all, disabled ones included, oldest first."""
    return await store.list_all(tx, kind, account_id=account_id, limit=limit, offset=offset)


async def create(tx: Transaction, kind: ReferenceType[Item], draft: Item, *, staff: Staff) -> Item:
    """Create an item from its value, whose id is `UNSTORED`.

    Raises `AccountUnknown`, or `RulesBroken` with all problems of its fields.
    """
    await _lock_owner(tx, kind, draft)
    checked = await _check(tx, kind, draft, None)
    made = await store.insert(tx, kind, kind.write(checked))
    await _record(tx, kind, made, staff=staff, verb="created")
    return made


async def change(
    tx: Transaction, kind: ReferenceType[Item], id_: int, *, changes: Mapping[str, Any], staff: Staff
) -> Item:
    """Change an item: `changes` has new values by the names of its fields, and `disabled` as a boolean.

    Raises `ReferenceItemNotFound`, `IsDefault`, or `RulesBroken` with all problems of the new values.
    """
    await _lock_owner(tx, kind, await get(tx, kind, id_))  # before the row, in the order of all locks
    before = await _find(tx, kind, id_, lock=True)
    fields = dict(changes)
    if "disabled" in fields:
        fields["disabled"] = _disabled_since(before.disabled, is_disabled=fields["disabled"], now=tx.now)
    after = await _check(tx, kind, replace(before, **fields), before)
    columns = kind.write(before)
    values = {name: value for name, value in kind.write(after).items() if value != columns[name]}
    if values.get("disabled") is not None:
        await refuse_default(tx, column=kind.default_column, id_=id_)
    if not values:
        return after
    changed = await store.update(tx, kind, id_, values)
    await _record(tx, kind, changed, staff=staff, verb="changed", fields=sorted(values))
    return changed


async def refuse_default(tx: Transaction, *, column: str | None, id_: int) -> None:
    """Raise `IsDefault` when the item is a default of accounts, whose new projects would then be refused."""
    count = 0 if column is None else await store.count_defaults(tx, column, id_)
    if count:
        raise IsDefault(
            f"Accounts whose default it is: {count}.",
            hints="Give the accounts another default first.",
            field="disabled",
        )


async def _lock_owner(tx: Transaction, kind: ReferenceType[Item], item: Item) -> None:
    """Lock the account, or the items for all accounts, against names given by other transactions."""
    account_id = kind.account_of(item)
    if account_id is None:
        await store.lock(tx, kind)
    else:
        await hold_account(tx, account_id=account_id)


async def _check(tx: Transaction, kind: ReferenceType[Item], draft: Item, before: Item | None) -> Item:
    """Validate an item; returns the value to store. Raises `RulesBroken`."""
    checked: Checked[Item] = _CHECKS[kind.name](draft)
    account_id = kind.account_of(checked.value)
    taken = [
        column
        for column, text in kind.unique(checked.value).items()
        if await store.is_taken(tx, kind, column=column, text=text, account_id=account_id, but=draft.id)
    ]
    problems: list[RuleBroken] = [
        *checked.problems,
        *await _check_references(tx, draft, before),
        *(
            NameTaken(
                f"There is another {kind.title} with this {column}.", hints="Use that one.", field=column
            )
            for column in taken
        ),
    ]
    if problems:
        raise RulesBroken(problems)
    return checked.value


async def _check_references(
    tx: Transaction, draft: ReferenceItem, before: ReferenceItem | None
) -> Sequence[RuleBroken]:
    """Find references of a template that are invalid; those that it already had may be disabled."""
    if not isinstance(draft, Template):
        return []
    had = before.references() if isinstance(before, Template) else None
    return await check_references(tx, draft.references(), account_id=draft.account_id, had=had)


def _disabled_since(since: datetime | None, *, is_disabled: bool, now: datetime) -> datetime | None:
    return (since or now) if is_disabled else None


async def _record(
    tx: Transaction, kind: ReferenceType[Item], item: Item, *, staff: Staff, verb: str, **details: Any
) -> None:
    event = AuditEvent(
        actor=staff.actor,
        action=f"{kind.name}.{verb}",
        subject=f"{kind.name}:{item.id}",
        account_id=kind.account_of(item),
        details=details,
    )
    await record(tx, event)


async def _find(tx: Transaction, kind: ReferenceType[Item], id_: int, *, lock: bool) -> Item:
    item = await store.find(tx, kind, id_, lock_row=lock)
    if item is None:
        raise ReferenceItemNotFound(f"There is no {kind.title} {id_}.")
    return item
