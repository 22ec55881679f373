"""Running the QA checks on all segments of a translation (V2). Changes nothing."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from dragoman import quality
from dragoman.access.staff import Staff
from dragoman.memories.segment_json import decode_segment
from dragoman.projects.linguists.tools import LinguistTools
from dragoman.projects.linguists.translation_context import (
    TranslationContext,
    find_glossary,
    find_style,
    read_work,
)
from dragoman.projects.segment_model import ProjectSegment, SegmentState
from dragoman.projects.work.segmenting import ENGINE, MEMORY
from dragoman.quality import Finding, Pair, Severity, Span, Suggestion
from dragoman.segments import plain_text
from dragoman.styles import Style
from dragoman.termbases.recognition import (
    Glossary,
    check_target,
    disagrees,
    has_other_number,
    recognise,
)

UNCONFIRMED: Final = "SEGMENT_UNCONFIRMED"
_BATCH_SIZE: Final = 100
_BLOCKING: Final = frozenset({"TERM_FORBIDDEN", UNCONFIRMED})  # besides all errors
_OF_PEOPLE: Final = (SegmentState.TRANSLATED, SegmentState.CONFIRMED)


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentFinding:
    """A finding about a segment."""

    number: int  # of the segment
    finding: Finding
    others: tuple[int, ...] = ()  # segments that it disagrees with

    @property
    def blocking(self) -> bool:
        """Whether it blocks the delivery unless a reason for an override is given."""
        return self.finding.severity is Severity.ERROR or self.finding.code in _BLOCKING


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """All issues of a translation, in the order of its segments."""

    segments: int
    issues: Sequence[SegmentFinding]
    override_reason: str | None = None  # why it was delivered with blocking issues

    @property
    def blocking(self) -> int:
        """How many issues block the delivery."""
        return sum(issue.blocking for issue in self.issues)

    def summary(self) -> dict[str, Any]:
        """Make the counts that are stored with the translation; they contain no text."""
        return {
            "segments": self.segments,
            "issues": len(self.issues),
            "blocking": self.blocking,
            "codes": dict(sorted(Counter(issue.finding.code for issue in self.issues).items())),
        }


async def review_translation(
    tools: LinguistTools, project_id: int, translation_id: int, *, staff: Staff
) -> Review:
    """Check all current segments. Raises `NotFound`, `NotOpen` when there are none, `Forbidden`."""
    context, rows = await read_work(tools, project_id, translation_id, staff=staff)
    found = await review(tools, context, rows)
    return replace(found, override_reason=context.translation.override_reason)


async def review(tools: LinguistTools, context: TranslationContext, rows: Sequence[ProjectSegment]) -> Review:
    """Check segments of a translation in a thread, batch by batch, with the project's terms and style."""
    issues, numbered = await _check_each(tools, context, rows)
    if context.by_people:
        issues += find_unconfirmed(rows)
    issues += await asyncio.to_thread(_check_together, numbered)
    return Review(segments=len(rows), issues=sorted(issues, key=lambda issue: issue.number))


async def check_segment(
    tools: LinguistTools, context: TranslationContext, row: ProjectSegment
) -> Sequence[Finding]:
    """Check one segment by itself; what it disagrees with in others is found by `review`."""
    if row.target is None:
        return []
    return [issue.finding for issue in (await _check_each(tools, context, [row]))[0]]


async def _check_each(
    tools: LinguistTools, context: TranslationContext, rows: Sequence[ProjectSegment]
) -> tuple[list[SegmentFinding], Sequence[tuple[ProjectSegment, Pair]]]:
    glossary, style = await find_glossary(tools, context), await find_style(tools, context)
    numbered = [(row, _pair(context, row, style)) for row in rows]
    issues: list[SegmentFinding] = []
    for start in range(0, len(numbered), _BATCH_SIZE):
        issues += await asyncio.to_thread(_check, numbered[start : start + _BATCH_SIZE], glossary)
    return issues, numbered


def _pair(context: TranslationContext, row: ProjectSegment, style: Style | None) -> Pair:
    return Pair(
        source=decode_segment(row.source),
        target=decode_segment(row.target) if row.target is not None else (),
        source_language=context.source_language,
        target_language=context.translation.target_language,
        limit=row.max_length,
        suggestion=_suggestion(row) if context.by_people else None,
        style=style,
    )


def find_unconfirmed(rows: Sequence[ProjectSegment]) -> list[SegmentFinding]:
    """Find the segments with a target that no linguist has translated or confirmed."""
    return [
        SegmentFinding(number=row.number, finding=quality.CHECKS[UNCONFIRMED].found())
        for row in rows
        if row.state not in _OF_PEOPLE and row.target is not None
    ]


def _suggestion(row: ProjectSegment) -> Suggestion | None:
    """Make the suggestion that the linguist started from; a linguist's own text is none."""
    if row.origin not in (ENGINE, MEMORY):
        return None
    score = row.score if row.origin == MEMORY else None
    return Suggestion(score=score, edited=row.state is SegmentState.CONFIRMED)


def _check(
    numbered: Sequence[tuple[ProjectSegment, Pair]], glossary: Glossary | None
) -> list[SegmentFinding]:
    return [
        SegmentFinding(number=row.number, finding=finding)
        for row, pair in numbered
        for finding in (*quality.check_pair(pair), *(_check_terms(glossary, pair) if glossary else ()))
    ]


def _check_terms(glossary: Glossary, pair: Pair) -> Iterator[Finding]:
    """Check terms, inflected forms included; an empty translation already has a finding."""
    if not plain_text(pair.target).strip():
        return
    checked = check_target(glossary, recognise(glossary, pair.source), pair.target)
    for match in checked.missing:
        yield quality.CHECKS["TERM_MISSING"].found(source=Span(start=match.start, end=match.end))
    text = plain_text(pair.target)
    for match, occurrence in checked.placed:
        source, target = (
            Span(start=match.start, end=match.end),
            Span(start=occurrence.start, end=occurrence.end),
        )
        if has_other_number(match, occurrence, text):
            yield quality.CHECKS["TERM_NUMBER"].found(source=source, target=target)
        if disagrees(match, occurrence, text):
            yield quality.CHECKS["TERM_AGREEMENT"].found(source=source, target=target)
    for found in checked.forbidden:
        yield quality.CHECKS["TERM_FORBIDDEN"].found(target=Span(start=found.start, end=found.end))


def _check_together(numbered: Sequence[tuple[ProjectSegment, Pair]]) -> list[SegmentFinding]:
    """Check the consistency of all pairs; each different pair is checked once."""
    first: dict[tuple[object, object], int] = {}
    for row, pair in numbered:
        first.setdefault((pair.source, pair.target), row.number)
    pairs: Mapping[int, Pair] = {row.number: pair for row, pair in numbered}
    different = sorted(first.values())
    found = quality.check_batch([pairs[number] for number in different])
    return [
        SegmentFinding(
            number=different[one.index],
            finding=one.finding,
            others=tuple(different[other] for other in one.others),
        )
        for one in found
    ]
