"""Translate segments along a route: each different text once, cached, with one engine call for a batch.

`splitting` plans each segment, `codes.restoring` keeps its codes, `text` translates plain strings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from dragoman.cpu_work import run, weigh
from dragoman.engines.engine import EngineTimedOut, EngineUnavailable
from dragoman.errors import TimedOut, Unavailable
from dragoman.segmentation import load_rules
from dragoman.segments import Code, CodeKind, Segment, codes, is_nested, keeps_codes
from dragoman.settings import Settings
from dragoman.telemetry import Metrics, log
from dragoman.translation.assets import NO_ASSETS, Assets
from dragoman.translation.cache import ResultCache, ResultKey, result_key
from dragoman.translation.codes.restoring import translate_units
from dragoman.translation.engine_output.cleanup import prepare
from dragoman.translation.engine_output.validation import UnitAnswer
from dragoman.translation.guidance import StepAssets, assets_of_step, make_guide
from dragoman.translation.memory.retrieval import translate_with_memories
from dragoman.translation.model import (
    CodesMethod,
    IssueCode,
    LanguagePair,
    Origin,
    Translation,
    TranslationIssue,
    has_letters,
    issue,
    leave_unchanged,
    worst_method,
)
from dragoman.translation.routes import EngineChoice, Route, RouteStep
from dragoman.translation.splitting.sentences import SegmentPlan, Splitting, plan
from dragoman.translation.terms import enforce, report


@dataclass(frozen=True, slots=True, kw_only=True)
class Translator:
    """The parts of translation that one process shares."""

    cache: ResultCache
    metrics: Metrics
    splitting: Splitting


def create_translator(settings: Settings, metrics: Metrics) -> Translator:
    """A translator with an empty cache. Raises `Misconfigured` for segmentation rules that cannot be used."""
    rules = load_rules(settings.srx_file) if settings.srx_file is not None else None
    return Translator(
        cache=ResultCache(limit_bytes=settings.result_cache_mb * 1024 * 1024, metrics=metrics),
        metrics=metrics,
        splitting=Splitting(longest=settings.split_characters, rules=rules),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _SegmentProgress:
    """The state of one segment after some steps of its route."""

    segment: Segment
    engines: tuple[str, ...] = ()
    codes: CodesMethod = CodesMethod.NONE
    issues: tuple[IssueCode, ...] = ()
    given_up: bool = False


async def translate_segments(
    translator: Translator, segments: Sequence[Segment], *, route: Route, assets: Assets = NO_ASSETS
) -> list[Translation]:
    """Translate segments, one translation for each, in order: from memory, else by engines with terms (T5).

    The translations have exactly the codes of their sources, properly nested. A segment without letters stays
    unchanged, and so does one for which no engine returns a usable translation: it has an issue. Raises
    `Unavailable` or `TimedOut` when no engine of a step can answer, and `EngineRejected` from an engine that
    can never translate a text.
    """
    different = list(dict.fromkeys(segments))
    translated = await _translate(translator, different, route, assets)
    results = dict(zip(different, translated, strict=True))
    translations = [results[segment] for segment in segments]
    _count(translator.metrics, translations)
    return translations


async def _translate(
    translator: Translator, segments: Sequence[Segment], route: Route, assets: Assets
) -> list[Translation]:
    glossary = assets.glossary

    async def translate_batch(some: Sequence[Segment]) -> list[Translation]:
        return await _translate_by_route(translator, some, route, assets)

    async def translate_with_terms(some: Sequence[Segment]) -> list[Translation]:
        return (
            await enforce(glossary, some, translate_batch)
            if glossary is not None
            else await translate_batch(some)
        )

    if assets.look_up is None:
        translated = await translate_with_terms(segments)
    else:
        translated = await translate_with_memories(
            assets.look_up,
            segments,
            translate_with_terms,
            language=route.source,
            splitting=translator.splitting,
        )
    if glossary is None:
        return translated

    def report_all() -> list[Translation]:
        return [
            report(glossary, segment, one)
            if one.units
            else one  # engines' translations have been reported on
            for segment, one in zip(segments, translated, strict=True)
        ]

    return await run(weigh(segments), report_all)


async def _translate_by_route(
    translator: Translator, segments: Sequence[Segment], route: Route, assets: Assets
) -> list[Translation]:
    weight = weigh(segments)
    flat = await run(weight, lambda: list(map(_flatten, segments)))
    progress = [_SegmentProgress(segment=segment) for segment in flat]
    for number, step in enumerate(route.steps):
        usable = assets_of_step(assets, number=number, steps=len(route.steps))
        unfinished = [
            index for index, segment_progress in enumerate(progress) if _is_language(segment_progress)
        ]
        if unfinished:
            sources = [progress[index].segment for index in unfinished]
            done_step = await _run_step(translator, step, sources, usable)
            for index, one in zip(unfinished, done_step, strict=True):
                # With a pivot, a text that is only translated in part would stay in the pivot language.
                progress[index] = _add_step(progress[index], one, alone=len(route.steps) == 1)
    return await run(weight, lambda: list(map(_make_translation, segments, flat, progress)))


def _is_language(segment_progress: _SegmentProgress) -> bool:
    return not segment_progress.given_up and has_letters(segment_progress.segment)


def _add_step(
    segment_progress: _SegmentProgress, done_step: _SegmentProgress, *, alone: bool
) -> _SegmentProgress:
    return _SegmentProgress(
        segment=done_step.segment,
        engines=tuple(dict.fromkeys(segment_progress.engines + done_step.engines)),
        codes=worst_method((segment_progress.codes, done_step.codes)),
        issues=tuple(dict.fromkeys(segment_progress.issues + done_step.issues)),
        given_up=done_step.given_up or (not alone and _FAILURES.intersection(done_step.issues) != set()),
    )


_FAILURES = frozenset({IssueCode.TRANSLATION_EMPTY, IssueCode.TRANSLATION_TOO_LONG})


def _make_translation(segment: Segment, sent: Segment, segment_progress: _SegmentProgress) -> Translation:
    """Make the translation after a last check; the unchanged source where there is none."""
    issues: tuple[TranslationIssue, ...] = tuple(map(issue, segment_progress.issues))
    target = segment_progress.segment
    if segment_progress.given_up or not segment_progress.engines:
        return leave_unchanged(segment, issues)
    if sent is not segment:
        target = _restore(segment, sent, target)
    if not keeps_codes(
        segment, target
    ):  # `codes.restoring` prevents this; it is checked because it is the guarantee of T4
        log().error("translation.codes_lost", engine=segment_progress.engines, method=segment_progress.codes)
        return leave_unchanged(segment, (*issues, issue(IssueCode.MARKUP_CHANGED)))
    return Translation(
        segment=target,
        origin=Origin.ENGINE,
        engine=", ".join(segment_progress.engines),
        codes=segment_progress.codes,
        issues=issues,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _UnitOutcome:
    """One unit's answer, and whose it is."""

    answer: UnitAnswer
    engine: str  # name and version
    replaced: bool  # an engine before it could not answer


async def _run_step(
    translator: Translator, step: RouteStep, segments: Sequence[Segment], usable: StepAssets
) -> list[_SegmentProgress]:
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


def _join_plan(planned: SegmentPlan, outcomes: Mapping[Segment, _UnitOutcome]) -> _SegmentProgress:
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
    return _SegmentProgress(
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


def _flatten(segment: Segment) -> Segment:
    """Turn the codes of a segment with overlapping pairs into standalone codes, valid in any order."""
    if is_nested(segment):
        return segment
    numbers = iter(range(len(segment)))
    return tuple(
        replace(part, id=f"flat{next(numbers)}", kind=CodeKind.STANDALONE) if isinstance(part, Code) else part
        for part in segment
    )


def _restore(segment: Segment, sent: Segment, target: Segment) -> Segment:
    originals = dict(zip(codes(sent), codes(segment), strict=True))
    return tuple(originals[part] if isinstance(part, Code) else part for part in target)


def _count(metrics: Metrics, translations: Iterable[Translation]) -> None:
    for (origin, engine), number in Counter((one.origin, one.engine or "") for one in translations).items():
        metrics.segments.labels(origin, engine).inc(number)
    methods = Counter(one.codes for one in translations if one.codes is not CodesMethod.NONE)
    for method, number in methods.items():
        metrics.code_placements.labels(method).inc(number)
