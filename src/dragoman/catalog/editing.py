"""What staff does with the catalogue: make things, change them, disable them; all things in the same way.

Nothing of the catalogue is ever deleted: projects name it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime
from typing import Any, Final

from dragoman.access.staff import Staff
from dragoman.accounts.actions import hold_account
from dragoman.audit.actions import record
from dragoman.audit.model import Deed
from dragoman.catalog import checking, store
from dragoman.catalog.checking import Checked
from dragoman.catalog.nouns import (
    INVOICING_ACCOUNT,
    LANGUAGE,
    SERVICE,
    TEMPLATE,
    WORK_AREA,
    Noun,
    Value,
    write_values,
)
from dragoman.catalog.refusals import IsDefault, NameTaken, NoSuchThing
from dragoman.database.connections import Transaction
from dragoman.errors import RuleBroken, RulesBroken

UNSTORED: Final = 0  # the id of a value that is yet to be stored

_CHECKS: Final[Mapping[str, Callable[[Transaction, Any, Any], Awaitable[Checked]]]] = {
    LANGUAGE.word: checking.check_language,
    WORK_AREA.word: checking.check_work_area,
    SERVICE.word: checking.check_service,
    INVOICING_ACCOUNT.word: checking.check_invoicing_account,
    TEMPLATE.word: checking.check_template,
}
_DEFAULT_COLUMNS: Final = {WORK_AREA.word: "work_area_id", INVOICING_ACCOUNT.word: "invoicing_account_id"}


async def get(tx: Transaction, noun: Noun[Value], id_: int) -> Value:
    """A thing of the catalogue, of whichever account. Raises `NoSuchThing`."""
    return await _find(tx, noun, id_, hold=False)


async def list_things(
    tx: Transaction, noun: Noun[Value], *, account_id: int | None = None, limit: int | None, offset: int = 0
) -> Sequence[Value]:
    """Every thing of a kind, of one account or all, disabled ones too, oldest first."""
    return await store.list_all(tx, noun, account_id=account_id, limit=limit, offset=offset)


async def create(tx: Transaction, noun: Noun[Value], wanted: Value, *, staff: Staff) -> Value:
    """Make a thing from its value, whose id is `UNSTORED`.

    Raises `AccountUnknown`, or `RulesBroken` with all that its fields break.
    """
    await _hold_place(tx, noun, wanted)
    checked = await _check(tx, noun, wanted, None)
    made = await store.insert(tx, noun, write_values(checked))
    await _record(tx, noun, made, staff=staff, verb="created")
    return made


async def change(
    tx: Transaction, noun: Noun[Value], id_: int, *, changes: Mapping[str, Any], staff: Staff
) -> Value:
    """Change a thing: `changes` has new values by the names of its fields, and `disabled` as a boolean.

    Raises `NoSuchThing`, `IsDefault`, or `RulesBroken` with all that the new values break.
    """
    await _hold_place(tx, noun, await get(tx, noun, id_))  # first, as everywhere
    before: Any = await _find(tx, noun, id_, hold=True)
    given = dict(changes)
    if "disabled" in given:
        given["disabled"] = _moment(before.disabled, wanted=given["disabled"], now=tx.now)
    after: Value = await _check(tx, noun, replace(before, **given), before)
    values = write_values(after)
    values = {name: value for name, value in values.items() if value != write_values(before)[name]}
    if values.get("disabled") is not None:
        await refuse_default(tx, column=_DEFAULT_COLUMNS.get(noun.word), id_=id_)
    if not values:
        return after
    changed = await store.update(tx, noun, id_, values)
    await _record(tx, noun, changed, staff=staff, verb="changed", fields=sorted(values))
    return changed


async def refuse_default(tx: Transaction, *, column: str | None, id_: int) -> None:
    """Raise `IsDefault` when accounts have the thing as their default: no project could be made any more."""
    count = 0 if column is None else await store.count_defaults(tx, column, id_)
    if count:
        raise IsDefault(
            f"It is the default of {count} account{'s' if count > 1 else ''}.",
            hints="Give the accounts another default first.",
        )


async def _hold_place(tx: Transaction, noun: Noun[Any], thing: Any) -> None:
    """Let nobody else give names in the same place meanwhile."""
    account_id: int | None = getattr(thing, "account_id", None)
    if account_id is None:
        await store.lock(tx, noun)
    else:
        await hold_account(tx, account_id=account_id)


async def _check(tx: Transaction, noun: Noun[Value], wanted: Any, before: Any) -> Any:
    """The value as it is kept. Raises `RulesBroken`."""
    checked = await _CHECKS[noun.word](tx, wanted, before)
    taken = [column for column in ("name", "code") if await _is_taken(tx, noun, checked.value, column)]
    problems: list[RuleBroken] = [
        *checked.problems,
        *(
            NameTaken(f"There is another {noun.title} with this {column}.", hints="Use that one.")
            for column in taken
        ),
    ]
    if problems:
        raise RulesBroken(problems)
    return checked.value


async def _is_taken(tx: Transaction, noun: Noun[Any], thing: Any, column: str) -> bool:
    if not any(field.name == column for field in fields(thing)):
        return False
    account_id = getattr(thing, "account_id", None)
    return await store.is_taken(
        tx, noun, column=column, text=getattr(thing, column), account_id=account_id, but=thing.id
    )


def _moment(since: datetime | None, *, wanted: bool, now: datetime) -> datetime | None:
    return (since or now) if wanted else None


async def _record(
    tx: Transaction, noun: Noun[Any], thing: Any, *, staff: Staff, verb: str, **details: Any
) -> None:
    deed = Deed(
        actor=staff.actor,
        action=f"{noun.word}.{verb}",
        subject=f"{noun.word}:{thing.id}",
        account_id=getattr(thing, "account_id", None),
        details=details,
    )
    await record(tx, deed)


async def _find(tx: Transaction, noun: Noun[Value], id_: int, *, hold: bool) -> Value:
    thing = await store.find(tx, noun, id_, hold=hold)
    if thing is None:
        raise NoSuchThing(f"There is no {noun.title} {id_}.")
    return thing
