"""Validating references of projects and templates: items must exist for the account and not be disabled.

The id of another account's item gives the same message as an unknown id, as ids can be guessed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Protocol

from dragoman.catalog import actions, refusals
from dragoman.catalog.model import ReferenceField, References
from dragoman.database.connections import Transaction
from dragoman.errors import Call, Operation, RuleBroken


class _Disableable(Protocol):
    @property
    def disabled(self) -> datetime | None: ...


Finder = Callable[..., Awaitable[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rule:
    """How a type of reference is looked up, and the errors when it cannot be chosen."""

    find: Finder
    field: str  # its name in the interface
    title: str  # for people
    choices: Operation  # lists those to choose from
    unknown: type[RuleBroken]
    disabled: type[RuleBroken] | None  # None: it cannot be disabled


_RULES: Final[Mapping[ReferenceField, _Rule]] = {
    ReferenceField.SERVICE: _Rule(
        find=actions.find_service,
        field="serviceId",
        title="service",
        choices=Operation.LIST_SERVICES,
        unknown=refusals.ServiceUnknown,
        disabled=refusals.ServiceDisabled,
    ),
    ReferenceField.TEMPLATE: _Rule(
        find=actions.find_template,
        field="templateId",
        title="project template",
        choices=Operation.LIST_PROJECT_TEMPLATES,
        unknown=refusals.TemplateUnknown,
        disabled=refusals.TemplateDisabled,
    ),
    ReferenceField.WORK_AREA: _Rule(
        find=actions.find_work_area,
        field="workAreaId",
        title="work area",
        choices=Operation.LIST_WORK_AREAS,
        unknown=refusals.WorkAreaUnknown,
        disabled=refusals.WorkAreaDisabled,
    ),
    ReferenceField.INVOICING_ACCOUNT: _Rule(
        find=actions.find_invoicing_account,
        field="invoicingAccountId",
        title="invoicing account",
        choices=Operation.LIST_INVOICING_ACCOUNTS,
        unknown=refusals.InvoicingAccountUnknown,
        disabled=refusals.InvoicingAccountDisabled,
    ),
    ReferenceField.USER: _Rule(
        find=actions.find_person,
        field="userId",
        title="user",
        choices=Operation.LIST_USERS,
        unknown=refusals.PersonUnknown,
        disabled=refusals.PersonDisabled,
    ),
    ReferenceField.MEMORY: _Rule(
        find=actions.find_memory,
        field="translationMemoryId",
        title="translation memory",
        choices=Operation.LIST_MEMORIES,
        unknown=refusals.MemoryUnknown,
        disabled=refusals.MemoryDisabled,
    ),
    ReferenceField.MEMORY_SET: _Rule(
        find=actions.find_memory_set,
        field="translationMemorySetId",
        title="translation memory set",
        choices=Operation.LIST_MEMORY_SETS,
        unknown=refusals.MemorySetUnknown,
        disabled=None,
    ),
    ReferenceField.TERM_BASE: _Rule(
        find=actions.find_term_base,
        field="termBaseId",
        title="term base",
        choices=Operation.LIST_TERM_BASES,
        unknown=refusals.TermBaseUnknown,
        disabled=refusals.TermBaseDisabled,
    ),
    ReferenceField.STYLE_GUIDE: _Rule(
        find=actions.find_style_guide,
        field="styleId",
        title="style guide",
        choices=Operation.LIST_STYLE_GUIDES,
        unknown=refusals.StyleGuideUnknown,
        disabled=refusals.StyleGuideDisabled,
    ),
}


async def check_references(
    tx: Transaction, chosen: References, *, account_id: int, had: References | None = None
) -> Sequence[RuleBroken]:
    """Find the references that the account cannot choose, in the order of the fields.

    References in `had` were chosen before, and may stay even if disabled since.
    """
    before = {} if had is None else had.by_field()
    problems: list[RuleBroken] = []
    for field, identity in chosen.by_field().items():
        if identity is not None:
            kept = before.get(field) == identity
            problems += await find_refusal(tx, field, identity, account_id=account_id, kept=kept)
    return problems


async def find_refusal(
    tx: Transaction,
    field: ReferenceField,
    identity: int,
    *,
    account_id: int,
    kept: bool = False,
    origin: str = "",
) -> Sequence[RuleBroken]:
    """Find why an id cannot be chosen for the account; an empty result if it can.

    A reference that was chosen before (`kept`) may be disabled. `origin` names the source of the id in the
    hints, where that is not the client.
    """
    rule = _RULES[field]
    found: _Disableable | None = await rule.find(tx, identity, account_id=account_id)
    hints, calls = f"{origin}Choose one of the list.", [Call(rule.choices)]
    if found is None:
        message = f"{rule.field}: There is no such {rule.title}."
        return [rule.unknown(message, hints=hints, calls=calls, field=field)]
    if rule.disabled is None or kept or found.disabled is None:
        return []
    message = f"{rule.field}: The {rule.title} is disabled and cannot be chosen any more."
    return [rule.disabled(message, hints=hints, calls=calls, field=field)]
