"""Models of what concerns many segments at once: all findings, what a replacement changes (V8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from pydantic import Field

from dragoman.http.editing.segment_bodies import (
    ActorNames,
    SegmentBody,
    SpanBody,
    write_segment,
    write_span,
)
from dragoman.http.models import ResponseModel
from dragoman.projects.linguists.editing.replacing import ReplacedSegment, ReplacementOutcome
from dragoman.projects.linguists.editing.targets import write_tagged_pair
from dragoman.projects.linguists.reviewing import Review, SegmentFinding
from dragoman.quality import Severity

_MOST_LISTED: Final = 2000  # findings


class QualityIssueBody(ResponseModel):
    """What a check found in a segment."""

    segment: int
    code: str
    severity: Severity
    blocking: bool = Field(description="Delivering with it takes a reason")
    message: str
    source: SpanBody | None
    target: SpanBody | None
    others: list[int] = Field(description="Segments that it disagrees with")


class AllFindingsBody(ResponseModel):
    """What the checks find in all segments."""

    segments: int
    blocking: int
    total: int
    issues: list[QualityIssueBody] = Field(description=f"The first {_MOST_LISTED}")


class ReplacedSegmentBody(ResponseModel):
    """A segment that a replacement would change."""

    number: int
    version: int
    before: str
    target: str = Field(description="What it would be")


class ReplacementPreviewBody(ResponseModel):
    """What a replacement would change."""

    segments: list[ReplacedSegmentBody]


class ReplacementOutcomeBody(ResponseModel):
    """What a replacement did."""

    segments: list[SegmentBody]
    kept: list[int] = Field(description="That were changed or locked since the preview")
    version: int = Field(description="Of the change, which can be undone")


def write_findings(found: Review, translate: Callable[[str], str]) -> AllFindingsBody:
    """All findings, with messages in the reader's language."""
    return AllFindingsBody(
        segments=found.segments,
        blocking=found.blocking,
        total=len(found.issues),
        issues=[write_issue(one, translate) for one in found.issues[:_MOST_LISTED]],
    )


def write_issue(issue: SegmentFinding, translate: Callable[[str], str] = str) -> QualityIssueBody:
    """A finding, with its message in the reader's language."""
    finding = issue.finding
    return QualityIssueBody(
        segment=issue.number,
        code=finding.code,
        severity=finding.severity,
        blocking=issue.blocking,
        message=translate(finding.message),
        source=write_span(finding.source),
        target=write_span(finding.target),
        others=list(issue.others),
    )


def write_preview(found: Sequence[ReplacedSegment]) -> ReplacementPreviewBody:
    """What a replacement would change."""
    return ReplacementPreviewBody(
        segments=[
            ReplacedSegmentBody(
                number=one.segment.number,
                version=one.segment.revision,
                before=write_tagged_pair(one.segment, one.segment.target)[1],
                target=write_tagged_pair(one.segment, one.target)[1],
            )
            for one in found
        ]
    )


def write_replacement(outcome: ReplacementOutcome, names: ActorNames) -> ReplacementOutcomeBody:
    """What a replacement did."""
    return ReplacementOutcomeBody(
        segments=[write_segment(row, names) for row in outcome.segments],
        kept=list(outcome.kept),
        version=outcome.revision,
    )
