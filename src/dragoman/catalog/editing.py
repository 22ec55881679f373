"""What staff does with the catalogue: make things, change them, disable them; all things in the same way.

Nothing of the catalogue is ever deleted: projects name it.
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
from dragoman.catalog.refusals import IsDefault, NameTaken, NoSuchThing
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
    """A thing of the catalogue, of whichever account. Raises `NoSuchThing`."""
    return await _find(tx, kind, id_, hold=False)


async def list_things(
    tx: Transaction,
    kind: ReferenceType[Item],
    *,
    account_id: int | None = None,
    limit: int | None,
    offset: int = 0,
) -> Sequence[Item]:
    """Every thing of a kind, of one account or all, disabled ones too, oldest first."""
    return await store.list_all(tx, kind, account_id=account_id, limit=limit, offset=offset)


async def create(tx: Transaction, kind: ReferenceType[Item], wanted: Item, *, staff: Staff) -> Item:
    """Make a thing from its value, whose id is `UNSTORED`.

    Raises `AccountUnknown`, or `RulesBroken` with all that its fields break.
    """
    await _hold_place(tx, kind, wanted)
    checked = await _check(tx, kind, wanted, None)
    made = await store.insert(tx, kind, kind.write(checked))
    await _record(tx, kind, made, staff=staff, verb="created")
    return made


async def change(
    tx: Transaction, kind: ReferenceType[Item], id_: int, *, changes: Mapping[str, Any], staff: Staff
) -> Item:
    """Change a thing: `changes` has new values by the names of its fields, and `disabled` as a boolean.

    Raises `NoSuchThing`, `IsDefault`, or `RulesBroken` with all that the new values break.
    """
    await _hold_place(tx, kind, await get(tx, kind, id_))  # first, as everywhere
    before = await _find(tx, kind, id_, hold=True)
    given = dict(changes)
    if "disabled" in given:
        given["disabled"] = _moment(before.disabled, wanted=given["disabled"], now=tx.now)
    after = await _check(tx, kind, replace(before, **given), before)
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
    """Raise `IsDefault` when accounts have the thing as their default: no project could be made any more."""
    count = 0 if column is None else await store.count_defaults(tx, column, id_)
    if count:
        raise IsDefault(
            f"It is the default of {count} account{'s' if count > 1 else ''}.",
            hints="Give the accounts another default first.",
        )


async def _hold_place(tx: Transaction, kind: ReferenceType[Item], thing: Item) -> None:
    """Hold the account, or what is everybody's, so that no other transaction gives names there meanwhile."""
    account_id = kind.account_of(thing)
    if account_id is None:
        await store.lock(tx, kind)
    else:
        await hold_account(tx, account_id=account_id)


async def _check(tx: Transaction, kind: ReferenceType[Item], wanted: Item, before: Item | None) -> Item:
    """The value as it is kept. Raises `RulesBroken`."""
    checked: Checked[Item] = _CHECKS[kind.name](wanted)
    account_id = kind.account_of(checked.value)
    taken = [
        column
        for column, text in kind.unique(checked.value).items()
        if await store.is_taken(tx, kind, column=column, text=text, account_id=account_id, but=wanted.id)
    ]
    problems: list[RuleBroken] = [
        *checked.problems,
        *await _check_references(tx, wanted, before),
        *(
            NameTaken(f"There is another {kind.title} with this {column}.", hints="Use that one.")
            for column in taken
        ),
    ]
    if problems:
        raise RulesBroken(problems)
    return checked.value


async def _check_references(
    tx: Transaction, wanted: ReferenceItem, before: ReferenceItem | None
) -> Sequence[RuleBroken]:
    """What a template names and its account cannot choose; what it named before may have been disabled."""
    if not isinstance(wanted, Template):
        return []
    had = before.references() if isinstance(before, Template) else None
    return await check_references(tx, wanted.references(), account_id=wanted.account_id, had=had)


def _moment(since: datetime | None, *, wanted: bool, now: datetime) -> datetime | None:
    return (since or now) if wanted else None


async def _record(
    tx: Transaction, kind: ReferenceType[Item], thing: Item, *, staff: Staff, verb: str, **details: Any
) -> None:
    deed = AuditEvent(
        actor=staff.actor,
        action=f"{kind.name}.{verb}",
        subject=f"{kind.name}:{thing.id}",
        account_id=kind.account_of(thing),
        details=details,
    )
    await record(tx, deed)


async def _find(tx: Transaction, kind: ReferenceType[Item], id_: int, *, hold: bool) -> Item:
    thing = await store.find(tx, kind, id_, hold=hold)
    if thing is None:
        raise NoSuchThing(f"There is no {kind.title} {id_}.")
    return thing
