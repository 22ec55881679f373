"""Models of translations and QA findings (V2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ConfigDict, Field

from dragoman.http.editing.many_bodies import QualityIssueBody
from dragoman.http.editing.segment_bodies import SegmentBody
from dragoman.http.fields import CustomerText
from dragoman.http.models import RequestModel, ResponseModel
from dragoman.http.paging import PageBody
from dragoman.projects.linguists.importing import PackageReport
from dragoman.projects.linguists.reviewing import Review
from dragoman.projects.linguists.translation_context import TranslationContext, TranslationDetails
from dragoman.projects.model import ProjectStatus, Stage
from dragoman.projects.segment_model import SegmentState
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
    reviewer_id: int | None = Field(description="The user who reviews it after its translator")
    review_ended_at: str | None = Field(description="When its reviewer ended the work")
    review_ended_by: str | None
    is_ready: bool = Field(
        description="It was handed back, or all of its segments are confirmed; and so was its review, if any"
    )
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


class SegmentListBody(ResponseModel):
    """Segments in reading order."""

    segments: list[SegmentBody]
    total: int = Field(description="That pass the filters")
    version: int = Field(description="Of the translation: `/changes` since then are those after this answer")
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
        "reviewer_id": one.reviewer_id,
        "review_ended_at": write_time(one.review_ended),
        "review_ended_by": one.review_ended_by,
        "is_ready": one.is_ready,
        "file_id": str(result.id) if result else None,
        "file_name": result.name if result else None,
        "created_at": write_time(one.created),
        "started_at": write_time(one.started),
        "finished_at": write_time(one.finished),
    }


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
