"""Models of translations, their segments and QA findings (V2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ConfigDict, Field

from dragoman.http.fields import CustomerText
from dragoman.http.models import RequestModel, ResponseModel
from dragoman.http.paging import PageBody
from dragoman.memories.segment_json import decode_segment
from dragoman.memories.units.tagging import number_codes, write_tagged
from dragoman.projects.linguists.importing import PackageReport
from dragoman.projects.linguists.reviewing import Review, SegmentFinding
from dragoman.projects.linguists.translation_context import TranslationContext, TranslationDetails
from dragoman.projects.model import ProjectSegment, ProjectStatus, SegmentState, Stage
from dragoman.quality import Severity, Span
from dragoman.timestamps import write_time

MOST_PROBLEMS = 1000  # listed of an import; the others are counted


class FailureBody(ResponseModel):
    """Why a translation cannot go on by itself."""

    code: str
    reason: str
    data: dict[str, Any]


class TranslationBody(ResponseModel):
    """One file into one language, as its provider sees it."""

    id: int
    project_id: int
    source_file_id: str
    source_file_name: str
    source_language: str
    target_language: str
    status: ProjectStatus
    stage: Stage = Field(description="`open`: with the linguists; `failed`: see `failure`")
    progress: float
    words: int | None = Field(description="To translate")
    failure: FailureBody | None
    quality: dict[str, Any] | None = Field(description="Counts of the checks at its delivery")
    delivered_by: str | None
    override_reason: str | None = Field(description="Why it was delivered with blocking issues")
    assignee_id: int | None = Field(description="The user who translates it")
    handed_back_at: str | None = Field(description="When its linguist ended the work")
    handed_back_by: str | None
    is_ready: bool = Field(description="It was handed back, or all of its segments are confirmed")
    file_id: str | None = Field(description="Of the translated file")
    file_name: str | None
    created_at: str
    started_at: str | None
    finished_at: str | None


class TranslationListBody(ResponseModel):
    """A project's translations, in the order in which they came."""

    translations: list[TranslationBody]


class DetailsBody(TranslationBody):
    """A translation and its segments in numbers."""

    segments: dict[SegmentState, int] = Field(description="How many are in each state")


class SegmentBody(ResponseModel):
    """A sentence, or a text that stays whole. `<1>`, `</1>` and `<2/>` represent its codes."""

    number: int
    source: str
    target: str | None
    status: SegmentState
    origin: str | None = Field(description="`memory`, `engine`, `human`, or `joined` by a tool with others")
    score: int | None
    key: str | None
    note: str | None


class SegmentListBody(ResponseModel):
    """Segments in reading order."""

    segments: list[SegmentBody]
    metadata: PageBody


class XliffProblemBody(ResponseModel):
    """Something about a segment that came back."""

    segment: int
    code: str
    message: str
    changed_at: str | None = Field(description="When it was changed, if that is the problem")


class XliffImportBody(ResponseModel):
    """What an import has done."""

    segments: int = Field(description="In the file")
    changed: int
    statuses: dict[SegmentState, int] = Field(description="Of all segments, afterwards")
    problem_count: int
    problems: list[XliffProblemBody] = Field(description=f"The first {MOST_PROBLEMS}")


class SpanBody(ResponseModel):
    """A stretch of a text without its codes, in code points."""

    start: int
    end: int


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


class ReviewBody(ResponseModel):
    """The findings of the quality checks in the current state of a translation."""

    segments: int
    blocking: int
    override_reason: str | None = Field(description="Why it was delivered with blocking issues")
    codes: dict[str, int] = Field(description="Issues by code")
    issues: list[QualityIssueBody]
    metadata: PageBody


class OverrideBody(RequestModel):
    """Taking blocking issues upon oneself."""

    model_config = ConfigDict(strict=True)

    reason: CustomerText = Field(examples=["The client asked for these brackets."])


class DeliveryBody(RequestModel):
    """How a translation is delivered."""

    model_config = ConfigDict(strict=True)

    override: OverrideBody | None = Field(default=None, description="Needed where issues are blocking")


def write_translation(place: TranslationContext) -> TranslationBody:
    """A translation."""
    return TranslationBody(**_fields(place))


def write_details(details: TranslationDetails) -> DetailsBody:
    """A translation in detail."""
    return DetailsBody(**_fields(details.context), segments=details.states)


def _fields(place: TranslationContext) -> Mapping[str, Any]:
    one, failure, result = place.translation, place.translation.failure, place.translation.result
    return {
        "id": one.id,
        "project_id": one.project_id,
        "source_file_id": str(one.file_id),
        "source_file_name": place.file.name,
        "source_language": place.source_language,
        "target_language": one.target_language,
        "status": one.status,
        "stage": one.stage,
        "progress": round(one.progress, 3),
        "words": one.words,
        "failure": failure and FailureBody(code=failure.code, reason=failure.reason, data=dict(failure.data)),
        "quality": dict(one.quality) if one.quality is not None else None,
        "delivered_by": one.delivered_by,
        "override_reason": one.override_reason,
        "assignee_id": one.assignee_id,
        "handed_back_at": write_time(one.handed_back),
        "handed_back_by": one.handed_back_by,
        "is_ready": one.is_ready,
        "file_id": str(result.id) if result else None,
        "file_name": result.name if result else None,
        "created_at": write_time(one.created),
        "started_at": write_time(one.started),
        "finished_at": write_time(one.finished),
    }


def write_segment(row: ProjectSegment) -> SegmentBody:
    """A segment."""
    source = decode_segment(row.source)
    target = decode_segment(row.target) if row.target is not None else None
    numbers = number_codes(source, target or ())
    return SegmentBody(
        number=row.number,
        source=write_tagged(source, numbers),
        target=None if target is None else write_tagged(target, numbers),
        status=row.state,
        origin=row.origin,
        score=row.score,
        key=row.key,
        note=row.note,
    )


def write_import(report: PackageReport) -> XliffImportBody:
    """What an import has done."""
    return XliffImportBody(
        segments=report.segments,
        changed=report.changed,
        statuses=report.states,
        problem_count=len(report.problems),
        problems=[
            XliffProblemBody(
                segment=one.number,
                code=one.code,
                message=one.message,
                changed_at=write_time(one.changed),
            )
            for one in report.problems[:MOST_PROBLEMS]
        ],
    )


def write_issue(issue: SegmentFinding) -> QualityIssueBody:
    """An issue."""
    return QualityIssueBody(
        segment=issue.number,
        code=issue.finding.code,
        severity=issue.finding.severity,
        blocking=issue.blocking,
        message=issue.finding.message,
        source=_span(issue.finding.source),
        target=_span(issue.finding.target),
        others=list(issue.others),
    )


def write_review(found: Review, issues: list[QualityIssueBody], metadata: PageBody) -> ReviewBody:
    """A page of a review."""
    summary = found.summary()
    return ReviewBody(
        segments=found.segments,
        blocking=found.blocking,
        override_reason=found.override_reason,
        codes=summary["codes"],
        issues=issues,
        metadata=metadata,
    )


def _span(span: Span | None) -> SpanBody | None:
    return None if span is None else SpanBody(start=span.start, end=span.end)
