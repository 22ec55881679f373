"""Translate segments along a route: each different text once, cached, with one engine call for a batch.

`splitting` plans each segment, `codes.restoring` keeps its codes, `text` translates plain strings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from dragoman.cpu_work import run, weigh
from dragoman.engines.engine import HintKind
from dragoman.segments import Code, CodeKind, Segment, codes, is_nested, keeps_codes
from dragoman.telemetry import Metrics, log
from dragoman.translation.assets import NO_ASSETS, Assets
from dragoman.translation.guidance import assets_of_step
from dragoman.translation.memory.retrieval import translate_with_memories
from dragoman.translation.model import (
    ENGINE_SEPARATOR,
    CodesMethod,
    IssueCode,
    Origin,
    Translation,
    TranslationIssue,
    has_letters,
    issue,
    leave_unchanged,
    worst_method,
)
from dragoman.translation.routes import Route
from dragoman.translation.step import SegmentProgress, run_step
from dragoman.translation.terms import enforce, report
from dragoman.translation.translator import Translator


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
            await enforce(glossary, some, translate_batch, told=_is_told_terms(route))
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


def _is_told_terms(route: Route) -> bool:
    """Whether the preferred engine of a route gets the terms as hints (`guidance`)."""
    return len(route.steps) == 1 and HintKind.TERMS in route.steps[0].choices[0].engine.traits.uses


async def _translate_by_route(
    translator: Translator, segments: Sequence[Segment], route: Route, assets: Assets
) -> list[Translation]:
    weight = weigh(segments)
    flat = await run(weight, lambda: list(map(_flatten, segments)))
    progress = [SegmentProgress(segment=segment) for segment in flat]
    for number, step in enumerate(route.steps):
        usable = assets_of_step(assets, number=number, steps=len(route.steps))
        unfinished = [
            index for index, segment_progress in enumerate(progress) if _is_language(segment_progress)
        ]
        if unfinished:
            sources = [progress[index].segment for index in unfinished]
            done_step = await run_step(translator, step, sources, usable)
            for index, one in zip(unfinished, done_step, strict=True):
                # With a pivot, a text that is only translated in part would stay in the pivot language.
                progress[index] = _add_step(progress[index], one, alone=len(route.steps) == 1)
    return await run(weight, lambda: list(map(_make_translation, segments, flat, progress)))


def _is_language(segment_progress: SegmentProgress) -> bool:
    return not segment_progress.given_up and has_letters(segment_progress.segment)


def _add_step(
    segment_progress: SegmentProgress, done_step: SegmentProgress, *, alone: bool
) -> SegmentProgress:
    return SegmentProgress(
        segment=done_step.segment,
        engines=tuple(dict.fromkeys(segment_progress.engines + done_step.engines)),
        codes=worst_method((segment_progress.codes, done_step.codes)),
        issues=tuple(dict.fromkeys(segment_progress.issues + done_step.issues)),
        given_up=done_step.given_up or (not alone and _FAILURES.intersection(done_step.issues) != set()),
    )


_FAILURES = frozenset({IssueCode.TRANSLATION_EMPTY, IssueCode.TRANSLATION_TOO_LONG})


def _make_translation(segment: Segment, sent: Segment, segment_progress: SegmentProgress) -> Translation:
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
        engine=ENGINE_SEPARATOR.join(segment_progress.engines),
        codes=segment_progress.codes,
        issues=issues,
    )


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
