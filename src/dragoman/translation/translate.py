"""Segments through a route: every different text once, results remembered, one engine call for a whole batch.

`splitting` plans each segment, `ladder` keeps its codes, `text` is the way in for plain strings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from dragoman.cpu_work import run, weigh
from dragoman.engines.engine import Engine, EngineTimedOut, EngineUnavailable
from dragoman.errors import TimedOut, Unavailable
from dragoman.fair_semaphore import FairSemaphore
from dragoman.segmentation import load_rules
from dragoman.segments import Code, CodeKind, Segment, codes, is_nested, keeps_codes
from dragoman.settings import Settings
from dragoman.telemetry import Metrics, log
from dragoman.translation.assets import NO_ASSETS, Assets
from dragoman.translation.cache import ResultCache, ResultKey, result_key
from dragoman.translation.codes.restoring import translate_units
from dragoman.translation.engine_output.validation import UnitAnswer
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
    """What translation works with in one process."""

    cache: ResultCache
    metrics: Metrics
    splitting: Splitting
    # Held by work on long texts in threads: more of it at once would leave short requests little of Python.
    bulk: FairSemaphore = field(default_factory=lambda: FairSemaphore(1))


def create_translator(settings: Settings, metrics: Metrics) -> Translator:
    """A translator with an empty cache. Raises `Misconfigured` for segmentation rules that cannot be used."""
    rules = load_rules(settings.srx_file) if settings.srx_file is not None else None
    return Translator(
        cache=ResultCache(limit_bytes=settings.result_cache_mb * 1024 * 1024, metrics=metrics),
        metrics=metrics,
        splitting=Splitting(longest=settings.split_characters, rules=rules),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Passage:
    """How far one segment got on its route."""

    segment: Segment
    engines: tuple[str, ...] = ()
    codes: CodesMethod = CodesMethod.NONE
    issues: tuple[IssueCode, ...] = ()
    given_up: bool = False


async def translate_segments(
    translator: Translator, segments: Sequence[Segment], *, route: Route, assets: Assets = NO_ASSETS
) -> list[Translation]:
    """Translate segments, one translation for each, in order: from memory, else by engines with terms (T5).

    Codes come back exactly as they were sent, properly nested; what has no letters comes back as it is, and
    so does what no engine translates usably: its issues say so. Raises `Unavailable` or `TimedOut` when no
    engine of a step can answer, and `EngineRejected` from an engine that never will.
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

    async def ask(some: Sequence[Segment]) -> list[Translation]:
        return await _travel(translator, some, route)

    async def obey(some: Sequence[Segment]) -> list[Translation]:
        return await enforce(glossary, some, ask) if glossary is not None else await ask(some)

    if assets.look_up is None:
        translated = await obey(segments)
    else:
        translated = await translate_with_memories(
            assets.look_up, segments, obey, language=route.source, splitting=translator.splitting
        )
    if glossary is None:
        return translated

    def report_all() -> list[Translation]:
        return [
            report(glossary, segment, one) if one.units else one  # what engines made has its report
            for segment, one in zip(segments, translated, strict=True)
        ]

    return await run(weigh(segments), report_all)


async def _travel(translator: Translator, segments: Sequence[Segment], route: Route) -> list[Translation]:
    weight = weigh(segments)
    flat = await run(weight, lambda: list(map(_flatten, segments)))
    passages = [_Passage(segment=segment) for segment in flat]
    for step in route.steps:
        going = [index for index, passage in enumerate(passages) if _is_language(passage)]
        if going:
            taken = await _take(translator, step, [passages[index].segment for index in going])
            for index, one in zip(going, taken, strict=True):
                # On a route through another language half a translation would end up in that language.
                passages[index] = _add(passages[index], one, alone=len(route.steps) == 1)
    return await run(weight, lambda: list(map(_arrive, segments, flat, passages)))


def _is_language(passage: _Passage) -> bool:
    return not passage.given_up and has_letters(passage.segment)


def _add(passage: _Passage, taken: _Passage, *, alone: bool) -> _Passage:
    return _Passage(
        segment=taken.segment,
        engines=tuple(dict.fromkeys(passage.engines + taken.engines)),
        codes=worst_method((passage.codes, taken.codes)),
        issues=tuple(dict.fromkeys(passage.issues + taken.issues)),
        given_up=taken.given_up or (not alone and _FAILURES.intersection(taken.issues) != set()),
    )


_FAILURES = frozenset({IssueCode.TRANSLATION_EMPTY, IssueCode.TRANSLATION_TOO_LONG})


def _arrive(segment: Segment, sent: Segment, passage: _Passage) -> Translation:
    """The translation, checked for the last time; the source where there is none."""
    issues: tuple[TranslationIssue, ...] = tuple(map(issue, passage.issues))
    target = passage.segment
    if passage.given_up or not passage.engines:
        return leave_unchanged(segment, issues)
    if sent is not segment:
        target = _restore(segment, sent, target)
    if not keeps_codes(
        segment, target
    ):  # checked although the ladder rules it out: it is the guarantee of T4
        log().error("translation.codes_lost", engine=passage.engines, method=passage.codes)
        return leave_unchanged(segment, (*issues, issue(IssueCode.MARKUP_CHANGED)))
    return Translation(
        segment=target,
        origin=Origin.ENGINE,
        engine=", ".join(passage.engines),
        codes=passage.codes,
        issues=issues,
    )


async def _take(translator: Translator, step: RouteStep, segments: Sequence[Segment]) -> list[_Passage]:
    """One step for a batch: by the first of its engines that can answer."""
    failure: EngineUnavailable | None = None
    weight = weigh(segments)

    def make_plans() -> list[SegmentPlan]:
        return [plan(segment, language=step.source, splitting=translator.splitting) for segment in segments]

    plans = await run(weight, make_plans)
    for choice in step.choices:
        try:
            outcomes = await _outcomes(translator, choice, plans)
        except EngineUnavailable as error:
            failure = error
            log().warning("engine.unavailable", engine=choice.engine.name, code=error.code)
            continue
        return await run(weight, partial(_passages, plans, outcomes, choice.engine, replaced=bool(failure)))
    if isinstance(failure, EngineTimedOut):
        raise TimedOut("The translation took longer than its limit. Send less text at once, or try again.")
    raise Unavailable("No engine for this language pair can answer at the moment. Try again.") from failure


def _passages(
    plans: Sequence[SegmentPlan], outcomes: dict[Segment, UnitAnswer], engine: Engine, *, replaced: bool
) -> list[_Passage]:
    issues = (IssueCode.ENGINE_REPLACED,) if replaced else ()
    return [_passage(one, outcomes, f"{engine.name} {engine.version}", issues) for one in plans]


def _passage(
    planned: SegmentPlan, outcomes: dict[Segment, UnitAnswer], engine: str, issues: tuple[IssueCode, ...]
) -> _Passage:
    """Join one segment from the outcomes of its units."""
    parts = [outcomes.get(unit) for unit in planned.units]
    done = [outcome for outcome in parts if outcome is not None]
    targets = [
        outcome.target if outcome is not None else unit
        for unit, outcome in zip(planned.units, parts, strict=True)
    ]
    segment = planned.join(targets)
    aside = CodesMethod.EDGES if any(codes(segment)) else CodesMethod.NONE
    return _Passage(
        segment=segment,
        engines=(engine,),
        codes=worst_method([aside, *(outcome.codes for outcome in done)]),
        issues=(*issues, *dict.fromkeys(code for outcome in done for code in outcome.issues)),
        given_up=all(outcome.failed for outcome in done),
    )


async def _outcomes(
    translator: Translator, choice: EngineChoice, plans: Sequence[SegmentPlan]
) -> dict[Segment, UnitAnswer]:
    """What one engine makes of every different unit with letters: from the cache, the rest in one call."""
    cache, engine, pair = translator.cache, choice.engine, choice.pair

    def make_keys() -> dict[Segment, ResultKey]:
        units = dict.fromkeys(unit for planned in plans for unit in planned.units if has_letters(unit))
        return {unit: result_key(engine, pair, unit) for unit in units}

    keys = await run(weigh(unit for planned in plans for unit in planned.units), make_keys)
    outcomes = {unit: found for unit, key in keys.items() if (found := cache.get(key)) is not None}
    missing = [unit for unit in keys if unit not in outcomes]

    async def ask(batch: Sequence[Segment]) -> Sequence[Segment]:
        answers = await engine.translate(batch, pair)
        if len(answers) != len(batch):
            raise EngineUnavailable("The engine answered with another number of segments than it was sent.")
        return answers

    if missing:
        languages = LanguagePair(pair.source, pair.target)
        for unit, outcome in zip(missing, await translate_units(missing, languages, ask), strict=True):
            outcomes[unit] = outcome
            if not outcome.failed:
                cache.put(keys[unit], outcome)
    cache.count(hits=len(keys) - len(missing), misses=len(missing))
    return outcomes


def _flatten(segment: Segment) -> Segment:
    """A segment whose pairs overlap goes with codes that stand alone, so that any order of them is right."""
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
