"""What a call names of the account: glossaries are term bases, style rules are style guides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dragoman.access.model import Caller
from dragoman.api.compat.deepl.codes import read_language
from dragoman.api.compat.deepl.text_fields import AskedFormality, AssetFields, TextFields
from dragoman.api.compat.ids import IdKind, parse_id
from dragoman.api.compat.languages import follows_formality
from dragoman.database.connections import Transaction, transaction
from dragoman.errors import NotFound, RuleBroken
from dragoman.http.runtime import Runtime
from dragoman.memories.scoring import LOWEST_THRESHOLD
from dragoman.memories.usage import find_memories
from dragoman.style_guides.lookup import find_style_guide
from dragoman.style_guides.model import check_instructions
from dragoman.styles import Formality, Style
from dragoman.termbases.dictionaries.actions import list_dictionaries
from dragoman.termbases.dictionaries.entries import fits
from dragoman.translation.assets import AssetChoice
from dragoman.translation.routes import Routes

_FORMALITIES: Final = {
    AskedFormality.DEFAULT: None,
    AskedFormality.MORE: Formality.FORMAL,
    AskedFormality.PREFER_MORE: Formality.FORMAL,
    AskedFormality.LESS: Formality.INFORMAL,
    AskedFormality.PREFER_LESS: Formality.INFORMAL,
}
_USUAL_THRESHOLD = 75  # DeepL's, for a request that names a memory


async def choose_assets(fields: AssetFields, runtime: Runtime, *, caller: Caller) -> AssetChoice:
    """The assets that a call names, instead of those that the account uses by itself.

    Raises `RuleBroken` and `NotFound` where DeepL refuses the call as well.
    """
    glossaries = _named_glossaries(fields)
    if fields.translation_memory_id is None and fields.translation_memory_threshold is not None:
        raise RuleBroken("'translation_memory_threshold' requires 'translation_memory_id'.")
    if not glossaries and fields.translation_memory_id is None and fields.style_id is None:
        return AssetChoice()
    async with transaction(runtime.database, account=caller.account_id) as tx:
        return AssetChoice(
            threshold=_threshold(fields),
            term_base_ids=await _find_glossaries(tx, glossaries, fields) if glossaries else None,
            memory_id=await _find_memory(tx, fields.translation_memory_id, caller),
            style_id=await _find_style(tx, fields.style_id, caller),
        )


def choose_style(fields: TextFields, routes: Routes) -> Style | None:
    """What a call asks by itself of how its texts are written. Raises `RuleBroken`.

    Engines that follow it are told. A formality that must be followed is refused, as DeepL does, for targets
    that no such engine translates into.
    """
    check_formality(fields, is_followed=follows_formality(routes, fields.target_lang or ""))
    instructions = check_instructions(fields.custom_instructions or ())
    formality = None if fields.formality is None else _FORMALITIES[fields.formality]
    if formality is None and not instructions:
        return None
    return Style(formality=formality, instructions=instructions)


def check_formality(fields: AssetFields, *, is_followed: bool) -> None:
    """Refuse a formality that must be followed and is not. Raises `RuleBroken` in DeepL's words."""
    if fields.formality in {AskedFormality.MORE, AskedFormality.LESS} and not is_followed:
        raise RuleBroken("'formality' is not supported for given 'target_lang'.")


def _named_glossaries(fields: AssetFields) -> Sequence[str]:
    if fields.glossary_id is not None and fields.glossary_ids:
        raise RuleBroken("Parameters 'glossary_id' and 'glossary_ids' cannot be used together.")
    named = [fields.glossary_id] if fields.glossary_id is not None else fields.glossary_ids or []
    if named and fields.source_lang is None:
        raise RuleBroken("Value for 'source_lang' must be given when a glossary is used.")
    return named


async def _find_glossaries(tx: Transaction, named: Sequence[str], fields: AssetFields) -> tuple[int, ...]:
    source = read_language(fields.source_lang or "", parameter="source_lang")
    target = read_language(fields.target_lang or "", parameter="target_lang")
    numbers = [parse_id(IdKind.TERM_BASE, one) for one in named]
    wanted = [number for number in numbers if number is not None]
    found = await list_dictionaries(tx, wanted)
    if len(wanted) < len(named) or any(number not in found for number in wanted):
        raise NotFound("Glossary not found.")
    if not any(fits(one, source, target) for number in wanted for one in found[number]):
        raise RuleBroken("No dictionary found for language pair.")
    return tuple(dict.fromkeys(wanted))


def _threshold(fields: AssetFields) -> int | None:
    if fields.translation_memory_id is None:
        return None
    given = fields.translation_memory_threshold
    return max(LOWEST_THRESHOLD, _USUAL_THRESHOLD if given is None else given)


async def _find_memory(tx: Transaction, named: str | None, caller: Caller) -> int | None:
    if named is None:
        return None
    number = parse_id(IdKind.MEMORY, named)
    known = await find_memories(tx, [number], account_id=caller.account_id) if number is not None else {}
    if number is None or number not in known or known[number].disabled is not None:
        raise NotFound("Translation memory not found.")
    return number


async def _find_style(tx: Transaction, named: str | None, caller: Caller) -> int | None:
    if named is None:
        return None
    number = parse_id(IdKind.STYLE_GUIDE, named)
    known = None
    if number is not None:
        known = await find_style_guide(tx, number, account_id=caller.account_id)
    if known is None or known.disabled is not None:
        raise NotFound("Style rule not found.")
    return known.id
