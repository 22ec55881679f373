"""Create, list, change and delete style guides. `lookup` has what translations read of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final

from dragoman.access.staff import Staff
from dragoman.accounts.actions import hold_account
from dragoman.accounts.model import check_name
from dragoman.audit.actions import record
from dragoman.audit.model import AuditEvent
from dragoman.database.connections import Transaction
from dragoman.errors import NotFound, RuleBroken
from dragoman.languages import canonical, is_well_formed, read_code
from dragoman.style_guides import store
from dragoman.style_guides.model import StyleGuide, check_instructions
from dragoman.styles import Style

MOST_STYLE_GUIDES: Final = 1000  # of an account
_RULES: Final = frozenset(one.name for one in fields(Style)) - {"guide_id"}


class TooManyStyleGuides(RuleBroken):
    """The account has as many style guides as it may have."""

    code = "TOO_MANY"


class StyleLanguageRefused(RuleBroken):
    """The target language is not a language code."""

    code = "LANGUAGE_REFUSED"


@dataclass(frozen=True, slots=True, kw_only=True)
class StyleGuideDraft:
    """A style guide to be made."""

    account_id: int
    name: str
    target_language: str | None = None
    style: Style = field(default_factory=Style)


async def create_style_guide(tx: Transaction, *, staff: Staff, draft: StyleGuideDraft) -> StyleGuide:
    """Create a style guide. Raises `AccountUnknown`, `TooManyStyleGuides`, `RuleBroken` for a bad value."""
    name, language = check_name(draft.name), _check_language(draft.target_language)
    style = replace(draft.style, instructions=check_instructions(draft.style.instructions))
    await hold_account(tx, account_id=draft.account_id)
    if await store.count_guides(tx, account_id=draft.account_id) >= MOST_STYLE_GUIDES:
        raise TooManyStyleGuides(
            f"An account has at most {MOST_STYLE_GUIDES} style guides. Delete one first."
        )
    guide = await store.insert_guide(
        tx, account_id=draft.account_id, name=name, target_language=language, style=style
    )
    await _record(tx, guide, staff=staff, verb="created")
    return guide


async def list_style_guides(
    tx: Transaction,
    *,
    account_id: int | None = None,
    search: str = "",
    limit: int | None = None,
    offset: int = 0,
) -> Sequence[StyleGuide]:
    """List the style guides that this transaction sees, of one account or all, oldest first."""
    return await store.list_guides(tx, account_id=account_id, search=search, limit=limit, offset=offset)


async def get_style_guide(tx: Transaction, style_guide_id: int) -> StyleGuide:
    """Find a style guide that this transaction sees. Raises `NotFound`."""
    return _found(await store.find_guide(tx, style_guide_id))


async def change_style_guide(
    tx: Transaction, *, staff: Staff, style_guide_id: int, changes: Mapping[str, Any]
) -> StyleGuide:
    """Change a style guide: `changes` has new values of its rules, name, target language and `disabled`.

    They go by the names of the fields; `disabled` is a boolean. Raises `NotFound`, or `RuleBroken` for a
    bad value.
    """
    before = _found(await store.find_guide(tx, style_guide_id, lock=True))
    rules = {name: value for name, value in changes.items() if name in _RULES}
    if "instructions" in rules:
        rules["instructions"] = check_instructions(rules["instructions"])
    after = replace(before, style=replace(before.style, **rules))
    if "name" in changes:
        after = replace(after, name=check_name(changes["name"]))
    if "target_language" in changes:
        after = replace(after, target_language=_check_language(changes["target_language"]))
    if "disabled" in changes:
        after = replace(after, disabled=(before.disabled or tx.now) if changes["disabled"] else None)
    if after == before:
        return before
    await _record(tx, before, staff=staff, verb="changed", fields=_differences(before, after))
    return await store.update_guide(tx, after)


async def delete_style_guide(tx: Transaction, *, staff: Staff, style_guide_id: int) -> None:
    """Delete a style guide. Raises `NotFound`."""
    guide = _found(await store.find_guide(tx, style_guide_id, lock=True))
    await _record(tx, guide, staff=staff, verb="deleted")
    await store.delete_guide(tx, style_guide_id)


def _differences(before: StyleGuide, after: StyleGuide) -> list[str]:
    """The names of what differs, for the audit log."""
    rules = [name for name in _RULES if getattr(before.style, name) != getattr(after.style, name)]
    others = ("name", "target_language", "disabled")
    return sorted([*rules, *(name for name in others if getattr(before, name) != getattr(after, name))])


def _check_language(code: str | None) -> str | None:
    if code is None:
        return None
    code = read_code(code)
    if not is_well_formed(code):
        raise StyleLanguageRefused(
            "The target language is not a BCP 47 language code.",
            hints="Write one such as de, pt-BR or zh-Hans, or none: any language.",
            field="target_language",
        )
    return canonical(code)


async def _record(tx: Transaction, guide: StyleGuide, *, staff: Staff, verb: str, **details: object) -> None:
    """Record a change in the audit log: names of fields, no texts."""
    event = AuditEvent(
        actor=staff.actor,
        action=f"style-guide.{verb}",
        subject=f"style-guide:{guide.id}",
        account_id=guide.account_id,
        details=details,
    )
    await record(tx, event)


def _found(guide: StyleGuide | None) -> StyleGuide:
    if guide is None:
        raise NotFound("There is no such style guide.")
    return guide
