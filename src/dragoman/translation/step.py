"""One step of a route: segments from one language into another, by the first engine that can answer.

`codes.restoring` keeps the codes of an engine's answers; `translate` goes from step to step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dragoman.cpu_work import run, weigh
from dragoman.engines.engine import EngineTimedOut, EngineUnavailable
from dragoman.errors import TimedOut, Unavailable
from dragoman.segments import Segment, codes
from dragoman.telemetry import log
from dragoman.translation.cache import ResultKey, result_key
from dragoman.translation.codes.restoring import translate_units
from dragoman.translation.engine_output.cleanup import prepare
from dragoman.translation.engine_output.validation import UnitAnswer
from dragoman.translation.guidance import StepAssets, make_guide
from dragoman.translation.model import CodesMethod, IssueCode, LanguagePair, has_letters, worst_method
from dragoman.translation.pair_index import EngineChoice, RouteStep
from dragoman.translation.splitting.sentences import SegmentPlan, plan
from dragoman.translation.translator import Translator


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentProgress:
    """The state of one segment after some steps of its route."""

    segment: Segment
    engines: tuple[str, ...] = ()
    codes: CodesMethod = CodesMethod.NONE
    issues: tuple[IssueCode, ...] = ()
    given_up: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _UnitOutcome:
    """One unit's answer, and whose it is."""

    answer: UnitAnswer
    engine: str  # name and version
    replaced: bool  # an engine before it could not answer


async def run_step(
    translator: Translator, step: RouteStep, segments: Sequence[Segment], usable: StepAssets
) -> list[SegmentProgress]:
    """Translate a batch by one step: by the first of its engines that can answer.

    Units to which it has no usable answer are translated by the next one.
    """
    failure: EngineUnavailable | None = None
    weight = weigh(segments)

    def make_plans() -> list[SegmentPlan]:
        return [plan(segment, language=step.source, splitting=translator.splitting) for segment in segments]

    plans = await run(weight, make_plans)
    in_order = [unit for planned in plans for unit in planned.units]
    missing = [unit for unit in dict.fromkeys(in_order) if has_letters(unit)]
    outcomes: dict[Segment, _UnitOutcome] = {}
    for place, choice in enumerate(step.choices):
        try:
            answers = await _answers(translator, choice, missing, _Usable(usable, in_order))
        except EngineUnavailable as error:
            failure = error
            log().warning("engine.unavailable", engine=choice.engine.name, code=error.code)
            continue
        engine = f"{choice.engine.name} {choice.engine.version}"
        for unit, answer in answers.items():
            if not answer.failed or unit not in outcomes:
                outcomes[unit] = _UnitOutcome(answer=answer, engine=engine, replaced=place > 0)
        missing = [unit for unit in missing if unit not in outcomes or outcomes[unit].answer.failed]
        if not missing:
            break
    if any(unit not in outcomes for unit in missing):  # no engine has answered at all
        raise _no_answer(failure)
    return await run(weight, lambda: [_join_plan(one, outcomes) for one in plans])


def _no_answer(failure: EngineUnavailable | None) -> Unavailable | TimedOut:
    error: Unavailable | TimedOut = (
        TimedOut("The translation took longer than its limit. Send less text at once, or try again.")
        if isinstance(failure, EngineTimedOut)
        else Unavailable("No engine for this language pair can answer now. Try again.")
    )
    error.__cause__ = failure
    return error


def _join_plan(planned: SegmentPlan, outcomes: Mapping[Segment, _UnitOutcome]) -> SegmentProgress:
    """Join one segment from the outcomes of its units."""
    parts = [outcomes.get(unit) for unit in planned.units]
    done = [outcome for outcome in parts if outcome is not None]
    targets = [
        outcome.answer.target if outcome is not None else unit
        for unit, outcome in zip(planned.units, parts, strict=True)
    ]
    segment = planned.join(targets)
    aside = CodesMethod.EDGES if any(codes(segment)) else CodesMethod.NONE
    replaced = (IssueCode.ENGINE_REPLACED,) if any(outcome.replaced for outcome in done) else ()
    issues = dict.fromkeys(code for outcome in done for code in outcome.answer.issues)
    return SegmentProgress(
        segment=segment,
        engines=tuple(dict.fromkeys(outcome.engine for outcome in done)),
        codes=worst_method([aside, *(outcome.answer.codes for outcome in done)]),
        issues=(*replaced, *issues),
        given_up=all(outcome.answer.failed for outcome in done),
    )


@dataclass(frozen=True, slots=True)
class _Usable:
    """What an engine may use beside the units of a batch."""

    assets: StepAssets
    in_order: Sequence[Segment]  # all units of the batch


async def _answers(
    translator: Translator, choice: EngineChoice, units: Sequence[Segment], usable: _Usable
) -> dict[Segment, UnitAnswer]:
    """One engine's answers for units with letters: cached ones, and the rest in one call."""
    cache, engine, pair = translator.cache, choice.engine, choice.pair
    languages = LanguagePair(pair.source, pair.target, engine.traits.fluent)
    guide = await make_guide(usable.assets, engine.traits, units, usable.in_order)

    def make_keys() -> dict[Segment, ResultKey]:
        return {unit: result_key(engine, pair, unit, guide.key(unit)) for unit in units}

    keys = await run(weigh(units), make_keys)
    answers = {unit: found for unit, key in keys.items() if (found := cache.get(key)) is not None}
    missing = [unit for unit in keys if unit not in answers]
    guide = guide.for_prepared({prepare(unit, languages): unit for unit in missing} if guide.hints else {})

    async def translate_batch(batch: Sequence[Segment]) -> Sequence[Segment]:
        translated = await engine.translate(batch, pair, guide.of_batch(batch))
        if len(translated) != len(batch):
            raise EngineUnavailable("The engine answered with another number of segments than it was sent.")
        return translated

    if missing:
        for unit, answer in zip(
            missing, await translate_units(missing, languages, translate_batch), strict=True
        ):
            answers[unit] = answer
            if not answer.failed:
                cache.put(keys[unit], answer)
    cache.count(hits=len(keys) - len(missing), misses=len(missing))
    return answers
