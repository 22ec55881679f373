"""Models of translations, their segments and QA findings (V2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from dragoman.api.http.fields import CustomerText
from dragoman.api.http.paging import PageBody
from dragoman.memories.coding import read_segment
from dragoman.memories.units.tagging import number_codes, write_tagged
from dragoman.projects.linguists.desk import Details, Place
from dragoman.projects.linguists.importing import ImportReport
from dragoman.projects.linguists.reviewing import Issue, Review
from dragoman.projects.model import ProjectSegment, SegmentState, Stage, Status
from dragoman.quality import Severity, Span
from dragoman.timestamps import write_time

MOST_PROBLEMS = 1000  # told of an import; the rest is counted


class FailureBody(BaseModel):
    """Why a translation cannot go on by itself."""

    code: str
    reason: str
    data: dict[str, Any]


class TranslationBody(BaseModel):
    """One file into one language, as its provider sees it."""

    id: int
    projectId: int  # noqa: N815 - the names of the interface
    sourceFileId: str  # noqa: N815
    sourceFileName: str  # noqa: N815
    sourceLanguage: str  # noqa: N815
    targetLanguage: str  # noqa: N815
    status: Status
    stage: Stage = Field(description="`open`: with the linguists; `failed`: see `failure`")
    progress: float
    words: int | None = Field(description="To translate")
    failure: FailureBody | None
    quality: dict[str, Any] | None = Field(description="Counts of the checks at its delivery")
    deliveredBy: str | None  # noqa: N815
    overrideReason: str | None = Field(  # noqa: N815
        description="Why it was delivered with blocking issues"
    )
    fileId: str | None = Field(description="Of the translated file")  # noqa: N815
    fileName: str | None  # noqa: N815
    createdAt: str  # noqa: N815
    startedAt: str | None  # noqa: N815
    finishedAt: str | None  # noqa: N815


class TranslationListBody(BaseModel):
    """A project's translations, in the order in which they came."""

    translations: list[TranslationBody]


class DetailsBody(TranslationBody):
    """A translation and its segments in numbers."""

    segments: dict[SegmentState, int] = Field(description="How many are in each state")


class SegmentBody(BaseModel):
    """A sentence, or a text that stays whole. `<1>`, `</1>` and `<2/>` stand for its codes."""

    number: int
    source: str
    target: str | None
    status: SegmentState
    origin: str | None = Field(description="`memory`, `engine`, `human`, or `joined` by a tool with others")
    score: int | None
    key: str | None
    note: str | None


class SegmentListBody(BaseModel):
    """Segments in reading order."""

    segments: list[SegmentBody]
    metadata: PageBody


class XliffProblemBody(BaseModel):
    """Something about a segment that came back."""

    segment: int
    code: str
    message: str
    changedAt: str | None = Field(  # noqa: N815
        description="When somebody changed it, if that is the problem"
    )


class XliffImportBody(BaseModel):
    """What an import has done."""

    segments: int = Field(description="In the file")
    changed: int
    statuses: dict[SegmentState, int] = Field(description="Of all segments, afterwards")
    problemCount: int  # noqa: N815
    problems: list[XliffProblemBody] = Field(description=f"The first {MOST_PROBLEMS}")


class SpanBody(BaseModel):
    """A stretch of a text without its codes, in code points."""

    start: int
    end: int


class QualityIssueBody(BaseModel):
    """What a check found in a segment."""

    segment: int
    code: str
    severity: Severity
    blocking: bool = Field(description="Delivering with it takes a reason")
    message: str
    source: SpanBody | None
    target: SpanBody | None
    others: list[int] = Field(description="Segments that it disagrees with")


class ReviewBody(BaseModel):
    """What the quality checks say of a translation as it is now."""

    segments: int
    blocking: int
    overrideReason: str | None = Field(  # noqa: N815
        description="Why it was delivered with blocking issues"
    )
    codes: dict[str, int] = Field(description="Issues by code")
    issues: list[QualityIssueBody]
    metadata: PageBody


class OverrideBody(BaseModel):
    """Taking blocking issues upon oneself."""

    model_config = ConfigDict(strict=True)

    reason: CustomerText = Field(examples=["The client asked for these brackets."])


class DeliveryBody(BaseModel):
    """How a translation is delivered."""

    model_config = ConfigDict(strict=True)

    override: OverrideBody | None = Field(default=None, description="Needed where issues are blocking")


def write_translation(place: Place) -> TranslationBody:
    """A translation."""
    return TranslationBody(**_fields(place))


def write_details(details: Details) -> DetailsBody:
    """A translation in detail."""
    return DetailsBody(**_fields(details.place), segments=details.states)


def _fields(place: Place) -> Mapping[str, Any]:
    one, failure, result = place.translation, place.translation.failure, place.translation.result
    return {
        "id": one.id,
        "projectId": one.project_id,
        "sourceFileId": str(one.file_id),
        "sourceFileName": place.file.name,
        "sourceLanguage": place.source_language,
        "targetLanguage": one.target_language,
        "status": one.status,
        "stage": one.stage,
        "progress": round(one.progress, 3),
        "words": one.words,
        "failure": failure and FailureBody(code=failure.code, reason=failure.reason, data=dict(failure.data)),
        "quality": dict(one.quality) if one.quality is not None else None,
        "deliveredBy": one.delivered_by,
        "overrideReason": one.override_reason,
        "fileId": str(result.id) if result else None,
        "fileName": result.name if result else None,
        "createdAt": write_time(one.created),
        "startedAt": write_time(one.started),
        "finishedAt": write_time(one.finished),
    }


def write_segment(row: ProjectSegment) -> SegmentBody:
    """A segment."""
    source = read_segment(row.source)
    target = read_segment(row.target) if row.target is not None else None
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


def write_import(report: ImportReport) -> XliffImportBody:
    """What an import has done."""
    return XliffImportBody(
        segments=report.segments,
        changed=report.changed,
        statuses=report.states,
        problemCount=len(report.problems),
        problems=[
            XliffProblemBody(
                segment=one.number,
                code=one.code,
                message=one.message,
                changedAt=write_time(one.changed),
            )
            for one in report.problems[:MOST_PROBLEMS]
        ],
    )


def write_issue(issue: Issue) -> QualityIssueBody:
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
        overrideReason=found.override_reason,
        codes=summary["codes"],
        issues=issues,
        metadata=metadata,
    )


def _span(span: Span | None) -> SpanBody | None:
    return None if span is None else SpanBody(start=span.start, end=span.end)
