"""Keep rule lists as style guides of an account."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from dragoman.access.staff import Staff
from dragoman.database.connections import Transaction
from dragoman.errors import NotFound
from dragoman.style_guides.actions import (
    StyleGuideDraft,
    change_style_guide,
    create_style_guide,
    get_style_guide,
    list_style_guides,
)
from dragoman.style_guides.model import StyleGuide
from dragoman.style_guides.rule_lists import store
from dragoman.style_guides.rule_lists.entries import LabelledInstruction, RuleList, Rules, reconcile
from dragoman.styles import Style


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideWithRules:
    """A style guide, with its rule list as it is now."""

    guide: StyleGuide
    kept: RuleList


async def create_guide(
    tx: Transaction, *, staff: Staff, account_id: int, name: str, language: str, kept: RuleList
) -> GuideWithRules:
    """Create a style guide of a rule list. Raises what `create_style_guide` raises."""
    draft = StyleGuideDraft(
        account_id=account_id,
        name=name,
        target_language=language,
        style=Style(instructions=kept.sentences()),
    )
    guide = await create_style_guide(tx, staff=staff, draft=draft)
    await store.put_rule_list(tx, guide.id, account_id=guide.account_id, kept=kept)
    return await read_guide(tx, guide.id)


async def list_guides(tx: Transaction, *, account_id: int) -> Sequence[GuideWithRules]:
    """List an account's enabled style guides, oldest first."""
    guides = [one for one in await list_style_guides(tx, account_id=account_id) if one.disabled is None]
    known = await store.find_rule_lists(tx, [one.id for one in guides])
    return [_join(guide, known.get(guide.id)) for guide in guides]


async def read_guide(tx: Transaction, style_guide_id: int) -> GuideWithRules:
    """Read an enabled style guide with its rule list. Raises `NotFound`."""
    guide = await get_style_guide(tx, style_guide_id)
    if guide.disabled is not None:
        raise NotFound("There is no such style guide.")
    return _join(guide, (await store.find_rule_lists(tx, [guide.id])).get(guide.id))


async def rename_guide(tx: Transaction, style_guide_id: int, *, staff: Staff, name: str) -> GuideWithRules:
    """Rename a style guide. Raises `NotFound`, or `RuleBroken` for an unusable name."""
    await read_guide(tx, style_guide_id)
    await change_style_guide(tx, staff=staff, style_guide_id=style_guide_id, changes={"name": name})
    return await _write(tx, style_guide_id, staff=staff, change=lambda kept: kept)


async def replace_rules(
    tx: Transaction, style_guide_id: int, *, staff: Staff, rules: Rules
) -> GuideWithRules:
    """Replace the rules of a style guide. Raises `NotFound` or `InstructionsRefused`."""
    return await _write(tx, style_guide_id, staff=staff, change=lambda kept: replace(kept, rules=rules))


async def add_instruction(
    tx: Transaction,
    style_guide_id: int,
    *,
    staff: Staff,
    label: str,
    prompt: str,
    source_language: str | None,
) -> LabelledInstruction:
    """Add an instruction. Raises `NotFound` or `InstructionsRefused`."""
    made = LabelledInstruction(
        id=str(uuid.uuid4()), label=label, prompt=prompt, source_language=source_language
    )
    await _write(
        tx,
        style_guide_id,
        staff=staff,
        change=lambda kept: replace(kept, instructions=(*kept.instructions, made)),
    )
    return made


async def replace_instruction(
    tx: Transaction, style_guide_id: int, *, staff: Staff, instruction: LabelledInstruction
) -> None:
    """Replace the instruction of the same id. Raises `NotFound` or `InstructionsRefused`."""

    def change(kept: RuleList) -> RuleList:
        find_instruction(kept, instruction.id)
        return replace(
            kept,
            instructions=tuple(instruction if one.id == instruction.id else one for one in kept.instructions),
        )

    await _write(tx, style_guide_id, staff=staff, change=change)


async def delete_instruction(
    tx: Transaction, style_guide_id: int, *, staff: Staff, instruction_id: str
) -> None:
    """Delete an instruction. Raises `NotFound`."""

    def change(kept: RuleList) -> RuleList:
        find_instruction(kept, instruction_id)
        left = tuple(one for one in kept.instructions if one.id != instruction_id)
        return replace(kept, instructions=left)

    await _write(tx, style_guide_id, staff=staff, change=change)


def find_instruction(kept: RuleList, instruction_id: str) -> LabelledInstruction:
    """Find an instruction of a rule list. Raises `NotFound`."""
    found = next((one for one in kept.instructions if one.id == instruction_id), None)
    if found is None:
        raise NotFound("The style guide has no such instruction.")
    return found


async def _write(
    tx: Transaction, style_guide_id: int, *, staff: Staff, change: Callable[[RuleList], RuleList]
) -> GuideWithRules:
    before = await read_guide(tx, style_guide_id)
    kept = change(before.kept)
    changes = {"instructions": kept.sentences()}
    guide = await change_style_guide(tx, staff=staff, style_guide_id=style_guide_id, changes=changes)
    kept = replace(kept, version=before.kept.version + 1)
    await store.put_rule_list(tx, guide.id, account_id=guide.account_id, kept=kept)
    return await read_guide(tx, style_guide_id)


def _join(guide: StyleGuide, kept: RuleList | None) -> GuideWithRules:
    return GuideWithRules(guide=guide, kept=reconcile(kept or RuleList(), guide.style.instructions))
