"""The quality report of a translation as JSON (V8)."""

from __future__ import annotations

from pydantic import Field

from dragoman.http.editing.segment_bodies import ActorNames
from dragoman.http.models import ResponseModel
from dragoman.projects.linguists.editing.quality_reports import (
    PASS_MARK,
    AuthorFigures,
    QualityFigures,
    QualityReport,
)
from dragoman.projects.review_model import PENALTIES, ErrorCategory, ErrorSeverity


class ErrorCountBody(ResponseModel):
    """How many errors of a category and a severity there are."""

    category: ErrorCategory
    severity: ErrorSeverity
    count: int
    penalty: int = Field(description="Points: 0, 1, 5 or 25 for each")


class QualityFiguresBody(ResponseModel):
    """Reviewed words, and the errors in them."""

    reviewed_words: int = Field(description="Of the sources")
    error_count: int
    penalty: int = Field(description="Points")
    score: float | None = Field(
        description="100 less the points per 100 reviewed words, at least 0; null: nothing was reviewed"
    )
    errors: list[ErrorCountBody] = Field(description="Resolved ones included; kinds without any are left out")


class AuthorQualityBody(QualityFiguresBody):
    """The figures of the reviewed segments that one author wrote or confirmed in the first pass."""

    author: str | None = Field(description="Null: not known, or a machine's text", examples=["user:7"])
    author_name: str | None


class QualityReportBody(QualityFiguresBody):
    """What the review of a translation found, by the categories of MQM."""

    first_pass_version: int | None = Field(description="Of the translation, when it was handed back first")
    segments: int
    words: int
    reviewed_segments: int = Field(description="Accepted, returned, edited, or with an error")
    accepted_segments: int
    returned_segments: int = Field(description="That are not changed since")
    edited_segments: int | None = Field(description="Since the first pass; null: it goes on")
    edit_share: float | None = Field(description="How many of the edited segments' words were edited, 0 to 1")
    pass_mark: float = Field(description="Of the score", examples=[PASS_MARK])
    passed: bool | None
    authors: list[AuthorQualityBody]


def write_quality_report(report: QualityReport, names: ActorNames) -> QualityReportBody:
    """A report."""
    return QualityReportBody(
        **_figures(report.figures).model_dump(by_alias=False),
        first_pass_version=report.first_pass,
        segments=report.segments,
        words=report.words,
        reviewed_segments=report.reviewed,
        accepted_segments=report.accepted,
        returned_segments=report.returned,
        edited_segments=report.edited,
        edit_share=report.edit_share,
        pass_mark=PASS_MARK,
        passed=report.figures.passed,
        authors=[_author(one, names) for one in report.authors],
    )


def _figures(figures: QualityFigures) -> QualityFiguresBody:
    return QualityFiguresBody(
        reviewed_words=figures.words,
        error_count=figures.count,
        penalty=figures.penalty,
        score=figures.score,
        errors=[
            ErrorCountBody(
                category=error.category,
                severity=error.severity,
                count=count,
                penalty=PENALTIES[error.severity] * count,
            )
            for error, count in figures.errors.items()
        ],
    )


def _author(one: AuthorFigures, names: ActorNames) -> AuthorQualityBody:
    return AuthorQualityBody(
        **_figures(one.figures).model_dump(by_alias=False),
        author=one.actor,
        author_name=names.get(one.actor or ""),
    )
