"""Style rules of the DeepL dialect: `/v3/style_rules`. They are style guides of the account (X1)."""

from __future__ import annotations

import uuid
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from dragoman.api.compat.bodies import read_fields, validate
from dragoman.api.compat.deepl.codes import read_language
from dragoman.api.compat.deepl.glossary_fields import write_timestamp
from dragoman.api.compat.deepl.interface import PREFIX
from dragoman.api.compat.ids import IdKind, parse_id, write_id
from dragoman.api.compat.own_words import OwnWordsCaller, OwnWordsRequest
from dragoman.catalog import removal
from dragoman.errors import NotFound
from dragoman.http.errors import answer
from dragoman.http.fields import CustomerText
from dragoman.http.staff_request import StaffRequest
from dragoman.style_guides.rule_lists import actions
from dragoman.style_guides.rule_lists.actions import GuideWithRules
from dragoman.style_guides.rule_lists.entries import LONGEST_LABEL, LabelledInstruction, RuleList, Rules

_Category = Literal[
    "dates_and_times",
    "formatting",
    "numbers",
    "punctuation",
    "spelling_and_grammar",
    "style_and_tone",
    "vocabulary",
]
_Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,100}$")]
_Rules = dict[_Category, Annotated[dict[_Name, _Name], Field(max_length=100)]]
PageSize = Annotated[int, Query(ge=1, le=100)]

router = APIRouter(prefix=f"{PREFIX}/v3/style_rules", include_in_schema=False)


class InstructionFields(BaseModel):
    """An instruction in words."""

    label: CustomerText = Field(min_length=1, max_length=LONGEST_LABEL)
    prompt: CustomerText = Field(min_length=1, max_length=300)
    source_language: str | None = None

    def instruction(self, identity: str) -> LabelledInstruction:
        """The instruction under an id."""
        source = self.source_language and read_language(self.source_language, parameter="source_language")
        return LabelledInstruction(
            id=identity, label=self.label, prompt=self.prompt.strip(), source_language=source
        )


class NewStyleRule(BaseModel):
    """A list of rules to be made."""

    name: CustomerText
    language: str
    configured_rules: _Rules = {}
    custom_instructions: list[InstructionFields] = []


class StyleRuleName(BaseModel):
    """A new name."""

    name: CustomerText


class ConfiguredRules(BaseModel):
    """All rules of a list."""

    rules: _Rules


@router.get("")
async def list_style_rules(
    ctx: OwnWordsRequest,
    caller: OwnWordsCaller,
    page: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    page_size: PageSize = 25,
    detailed: bool = False,
) -> Response:
    """List the style guides that are enabled, oldest first; their rules only if details are wanted."""
    found = await actions.list_guides(ctx.tx, account_id=caller.account_id)
    shown = found[page * page_size : (page + 1) * page_size]
    written = [_write(one, detailed=detailed) for one in shown]
    return answer(200, {"style_rules": written, "total_count": len(found)})


@router.post("")
async def create_style_rule(request: Request, ctx: OwnWordsRequest, caller: OwnWordsCaller) -> Response:
    """Make a style guide of rules and instructions."""
    fields = validate(NewStyleRule, await read_fields(request))
    kept = RuleList(
        rules=_read_rules(fields.configured_rules),
        instructions=tuple(one.instruction(str(uuid.uuid4())) for one in fields.custom_instructions),
    )
    made = await actions.create_guide(
        ctx.tx,
        staff=ctx.staff,
        account_id=caller.account_id,
        name=fields.name,
        language=read_language(fields.language, parameter="language"),
        kept=kept,
    )
    return answer(201, _write(made, detailed=True))


@router.get("/{style_id}")
async def get_style_rule(style_id: str, ctx: OwnWordsRequest) -> Response:
    """Show a style guide with its rules."""
    return answer(200, _write(await _find(ctx, style_id), detailed=True))


@router.patch("/{style_id}")
async def rename_style_rule(style_id: str, request: Request, ctx: OwnWordsRequest) -> Response:
    """Rename a style guide."""
    number = (await _find(ctx, style_id)).guide.id
    fields = validate(StyleRuleName, await read_fields(request))
    changed = await actions.rename_guide(ctx.tx, number, staff=ctx.staff, name=fields.name)
    return answer(200, _write(changed, detailed=True))


@router.delete("/{style_id}")
async def delete_style_rule(style_id: str, ctx: OwnWordsRequest) -> Response:
    """Delete a style guide that no project template names."""
    number = (await _find(ctx, style_id)).guide.id
    await removal.delete_style_guide(ctx.tx, number, staff=ctx.staff)
    return Response(status_code=204)


@router.put("/{style_id}/configured_rules")
async def replace_configured_rules(style_id: str, request: Request, ctx: OwnWordsRequest) -> Response:
    """Replace the rules of a style guide."""
    number = (await _find(ctx, style_id)).guide.id
    fields = validate(ConfiguredRules, {"rules": await read_fields(request)})
    changed = await actions.replace_rules(ctx.tx, number, staff=ctx.staff, rules=_read_rules(fields.rules))
    return answer(200, _write(changed, detailed=True))


@router.post("/{style_id}/custom_instructions")
async def add_custom_instruction(style_id: str, request: Request, ctx: OwnWordsRequest) -> Response:
    """Add an instruction."""
    number = (await _find(ctx, style_id)).guide.id
    wanted = validate(InstructionFields, await read_fields(request)).instruction("")
    made = await actions.add_instruction(
        ctx.tx,
        number,
        staff=ctx.staff,
        label=wanted.label,
        prompt=wanted.prompt,
        source_language=wanted.source_language,
    )
    return answer(201, _write_instruction(made))


@router.get("/{style_id}/custom_instructions/{instruction_id}")
async def get_custom_instruction(style_id: str, instruction_id: str, ctx: OwnWordsRequest) -> Response:
    """Show an instruction."""
    found = await _find(ctx, style_id)
    return answer(200, _write_instruction(actions.find_instruction(found.kept, instruction_id)))


@router.put("/{style_id}/custom_instructions/{instruction_id}")
async def replace_custom_instruction(
    style_id: str, instruction_id: str, request: Request, ctx: OwnWordsRequest
) -> Response:
    """Replace an instruction."""
    number = (await _find(ctx, style_id)).guide.id
    wanted = validate(InstructionFields, await read_fields(request)).instruction(instruction_id)
    await actions.replace_instruction(ctx.tx, number, staff=ctx.staff, instruction=wanted)
    return answer(200, _write_instruction(wanted))


@router.delete("/{style_id}/custom_instructions/{instruction_id}")
async def delete_custom_instruction(style_id: str, instruction_id: str, ctx: OwnWordsRequest) -> Response:
    """Delete an instruction."""
    number = (await _find(ctx, style_id)).guide.id
    await actions.delete_instruction(ctx.tx, number, staff=ctx.staff, instruction_id=instruction_id)
    return Response(status_code=204)


async def _find(ctx: StaffRequest, style_id: str) -> GuideWithRules:
    number = parse_id(IdKind.STYLE_GUIDE, style_id)
    if number is None:
        raise NotFound("Style rule not found.")
    try:
        return await actions.read_guide(ctx.tx, number)
    except NotFound:
        raise NotFound("Style rule not found.") from None


def _read_rules(rules: _Rules) -> Rules:
    return {str(name): values for name, values in rules.items()}


def _write(one: GuideWithRules, *, detailed: bool) -> dict[str, Any]:
    guide, kept = one.guide, one.kept
    written: dict[str, Any] = {
        "style_id": write_id(IdKind.STYLE_GUIDE, guide.id),
        "name": guide.name,
        "creation_time": write_timestamp(guide.created),
        "updated_time": write_timestamp(guide.updated),
        "language": guide.target_language or "",
        "version": kept.version,
    }
    if detailed:
        written["configured_rules"] = kept.rules
        written["custom_instructions"] = [_write_instruction(each) for each in kept.instructions]
    return written


def _write_instruction(one: LabelledInstruction) -> dict[str, Any]:
    written = {"id": one.id, "label": one.label, "prompt": one.prompt}
    return written if one.source_language is None else {**written, "source_language": one.source_language}
