"""Validating the reference data of a project: it must exist for the account and not be disabled."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from dragoman.catalog import actions as catalog
from dragoman.catalog.model import ProjectDefaults, ReferenceField, Template
from dragoman.catalog.references import find_refusal
from dragoman.database.connections import Transaction
from dragoman.errors import RuleBroken
from dragoman.projects.model import Fields, Project

_FIELDS: Final = (  # in the order of their problems
    ReferenceField.SERVICE,
    ReferenceField.MEMORY,
    ReferenceField.MEMORY_SET,
    ReferenceField.TERM_BASE,
    ReferenceField.STYLE_GUIDE,
    ReferenceField.INVOICING_ACCOUNT,
    ReferenceField.USER,
    ReferenceField.WORK_AREA,
)
_BY_TEMPLATE: Final = "The template names it: give another one. "


async def find_template(
    tx: Transaction, template_id: int, *, account_id: int, known: bool
) -> Template | RuleBroken:
    """Find a template, or why it cannot be used; the project's current one (`known`) may be disabled."""
    refused = await find_refusal(tx, ReferenceField.TEMPLATE, template_id, account_id=account_id, kept=known)
    if refused:
        return refused[0]
    found = await catalog.find_template(tx, template_id, account_id=account_id)
    assert found is not None  # templates are disabled, never deleted
    return found


async def find_problems(
    tx: Transaction, fields: Fields, *, given: Fields, account_id: int, current: Project | None = None
) -> list[RuleBroken]:
    """Find problems with the ids among `fields` that are new for the project.

    The client's own ids are validated as well, even where the merged fields do not use them.
    """
    problems: list[RuleBroken] = []
    used_ids, given_ids = fields.references().by_field(), given.references().by_field()
    had = [] if current is None else [one.references().by_field() for one in (current.given, current.fields)]
    for field in _FIELDS:
        for one in dict.fromkeys((given_ids[field], used_ids[field])):
            if one is None or any(before[field] == one for before in had):
                continue
            origin = _BY_TEMPLATE if one != given_ids[field] else ""
            problems += await find_refusal(tx, field, one, account_id=account_id, origin=origin)
    return problems


async def find_defaults(tx: Transaction, *, account_id: int) -> ProjectDefaults:
    """Find the account's defaults, without those that cannot be chosen any more."""
    defaults = await catalog.find_defaults(tx, account_id)
    unusable = [
        field
        for field, one in defaults.references().by_field().items()
        if one is not None and await find_refusal(tx, field, one, account_id=account_id)
    ]
    return replace(defaults, **dict.fromkeys(unusable))
