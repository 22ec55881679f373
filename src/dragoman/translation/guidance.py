"""What an engine gets beside the texts: terms, examples of memories, the text around, the style.

Only for engines whose traits name it: gathering it takes look-ups that others would not use.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from dragoman.cpu_work import run, weigh
from dragoman.engines.engine import (
    NO_GUIDANCE,
    NO_HINTS,
    EngineTraits,
    Example,
    Guidance,
    HintKind,
    Hints,
    TermHint,
)
from dragoman.memories.scoring import EXACT
from dragoman.segments import Segment, plain_text
from dragoman.style_guides.instructions import write_instructions
from dragoman.styles import StyleRule
from dragoman.termbases.recognition import Glossary, recognise
from dragoman.translation.assets import NO_ASSETS, Assets, MemoryLookup, TextContext
from dragoman.translation.model import has_letters

_EXAMPLES_FROM: Final = 60  # score; below that, units have other words than the text for the most part
_MOST_CONTEXT: Final = 300  # characters of a neighbouring text


@dataclass(frozen=True, slots=True, kw_only=True)
class StepAssets:
    """The assets that one step of a route can use: terms and memories are for the whole route."""

    assets: Assets = NO_ASSETS
    is_last: bool = True  # the style is that of the last step's language


def assets_of_step(assets: Assets, *, number: int, steps: int) -> StepAssets:
    """The assets that a step can use, counted from 0."""
    if steps == 1:
        return StepAssets(assets=assets)
    if number == 0:
        return StepAssets(assets=Assets(text_context=assets.text_context), is_last=False)
    return StepAssets(assets=Assets(style=assets.style), is_last=number == steps - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Guide:
    """What one engine gets beside the units of a batch."""

    common: Guidance = NO_GUIDANCE  # the part that is the same for all units
    hints: Mapping[Segment, Hints] = field(default_factory=dict)  # empty: the engine uses none

    def key(self, unit: Segment) -> Hashable:
        """All of it that the engine's answer to a unit depends on."""
        return (self.common, self.hints.get(unit)) if self.hints or self.common is not NO_GUIDANCE else None

    def for_prepared(self, units: Mapping[Segment, Segment]) -> Guide:
        """The same with the hints for units as they are sent, by what they were made from."""
        sent = {prepared: self.hints[unit] for prepared, unit in units.items()}
        return replace(self, hints={**self.hints, **sent}) if sent else self

    def of_batch(self, batch: Sequence[Segment]) -> Guidance:
        """The guidance for one call of the engine. A part of a unit has no hints."""
        if not self.hints:
            return self.common
        return replace(self.common, hints=tuple(self.hints.get(unit, NO_HINTS) for unit in batch))


_NO_GUIDE: Final = Guide()


async def make_guide(
    step: StepAssets, traits: EngineTraits, units: Sequence[Segment], in_order: Sequence[Segment]
) -> Guide:
    """The guide of an engine for units. `in_order` are all units of the batch as they follow each other."""
    if not traits.uses and not traits.follows:
        return _NO_GUIDE
    hints = await _gather_hints(step, traits, units, in_order) if traits.uses else {}
    return Guide(common=_common_guidance(step, traits), hints=hints)


def _common_guidance(step: StepAssets, traits: EngineTraits) -> Guidance:
    """The part that is the same for all segments."""
    guidance = NO_GUIDANCE
    if HintKind.CONTEXT in traits.uses:
        around = step.assets.text_context
        guidance = Guidance(title=around.title, briefing=around.briefing, context=around.context)
    style = step.assets.style if step.is_last else None
    if style is not None and StyleRule.FORMALITY in traits.follows:
        guidance = replace(guidance, formality=style.formality)
    if style is not None and StyleRule.INSTRUCTIONS in traits.follows:
        guidance = replace(guidance, instructions=write_instructions(style))
    return guidance


async def _gather_hints(
    step: StepAssets, traits: EngineTraits, units: Sequence[Segment], in_order: Sequence[Segment]
) -> Mapping[Segment, Hints]:
    """The hints for each unit."""
    hints = dict.fromkeys(units, NO_HINTS)
    if HintKind.CONTEXT in traits.uses:
        hints = _with_neighbours(hints, in_order, step.assets.text_context)
    glossary, look_up = step.assets.glossary, step.assets.look_up
    if HintKind.TERMS in traits.uses and glossary is not None:
        terms = await run(weigh(units), lambda: [_find_terms(glossary, unit) for unit in units])
        hints = {unit: replace(hints[unit], terms=found) for unit, found in zip(units, terms, strict=True)}
    if HintKind.EXAMPLES in traits.uses and look_up is not None:
        examples = await _find_examples(look_up, units)
        hints = {unit: replace(one, examples=examples.get(unit, ())) for unit, one in hints.items()}
    return hints


def _with_neighbours(
    hints: Mapping[Segment, Hints], in_order: Sequence[Segment], around: TextContext
) -> dict[Segment, Hints]:
    """Add the texts before and after; of a text that is there several times, those of the first place."""
    texts = [around.before, *(plain_text(unit).strip() for unit in in_order), around.after]
    found: dict[Segment, Hints] = {}
    for number, unit in enumerate(in_order):
        if unit in hints and unit not in found:
            before, after = texts[number][-_MOST_CONTEXT:], texts[number + 2][:_MOST_CONTEXT]
            found[unit] = replace(hints[unit], before=before, after=after)
    return {**hints, **found}


def _find_terms(glossary: Glossary, unit: Segment) -> tuple[TermHint, ...]:
    if not has_letters(unit):
        return ()
    hints = [
        TermHint(source=match.text, targets=tuple(term.text for term in match.required))
        for match in recognise(glossary, unit)
        if match.required
    ]
    return tuple(dict.fromkeys(hints))


async def _find_examples(
    look_up: MemoryLookup, units: Iterable[Segment]
) -> dict[Segment, tuple[Example, ...]]:
    wanted = [unit for unit in units if has_letters(unit)]
    wider = replace(look_up, threshold=min(look_up.threshold, _EXAMPLES_FROM), other_words=True, _similar={})
    found: dict[Segment, tuple[Example, ...]] = {}
    for unit, matches in zip(wanted, await wider.find_similar(wanted), strict=True):
        examples = [
            Example(
                source=plain_text(match.found.unit.source),
                target=plain_text(match.found.unit.target),
                score=min(match.score, EXACT),
            )
            for match in matches
        ]
        found[unit] = tuple(dict.fromkeys(examples))
    return found
