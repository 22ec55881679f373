"""Whether what a project names is there for its account, and may still be chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from dragoman.catalog import actions as catalog
from dragoman.catalog.model import Defaults, Template
from dragoman.catalog.references import find_refusal
from dragoman.database.connections import Transaction
from dragoman.errors import RuleBroken
from dragoman.projects.model import Fields, Project

_NAMES: Final = (
    "service_id",
    "memory_id",
    "memory_set_id",
    "term_base_id",
    "invoicing_account_id",
    "user_id",
    "work_area_id",
)
_BY_TEMPLATE: Final = "The template names it: give another one. "


async def find_template(
    tx: Transaction, template_id: int, *, account_id: int, known: bool
) -> Template | RuleBroken:
    """A template, or why it cannot be used; one that the project has already (`known`) may be disabled."""
    refused = await find_refusal(tx, "template_id", template_id, account_id=account_id, kept=known)
    if refused:
        return refused[0]
    found = await catalog.find_template(tx, template_id, account_id=account_id)
    assert found is not None  # templates are disabled, never deleted
    return found


async def find_problems(
    tx: Transaction, fields: Fields, *, given: Fields, account_id: int, current: Project | None = None
) -> list[RuleBroken]:
    """What is wrong with the ids among `fields` that the project does not have already.

    Looked up are those given as well, even where they do not come to be used.
    """
    problems: list[RuleBroken] = []
    for name in _NAMES:
        used, said = getattr(fields, name), getattr(given, name)
        for one in dict.fromkeys((said, used)):
            if one is None or (current is not None and one in _chosen(current, name)):
                continue
            origin = _BY_TEMPLATE if one != said else ""
            problems += await find_refusal(tx, name, one, account_id=account_id, origin=origin)
    return problems


def _chosen(current: Project, name: str) -> set[int | None]:
    return {getattr(current.given, name), getattr(current.fields, name)}


async def find_defaults(tx: Transaction, *, account_id: int) -> Defaults:
    """The account's defaults, without those that cannot be chosen any more."""
    defaults = await catalog.find_defaults(tx, account_id)
    gone: dict[str, Any] = {}
    for name in ("invoicing_account_id", "user_id", "work_area_id"):
        one = getattr(defaults, name)
        if one is not None and await find_refusal(tx, name, one, account_id=account_id):
            gone[name] = None
    return replace(defaults, **gone)
