"""How far a project is, as its client and its provider read it, and its history."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import Field
from pydantic.alias_generators import to_camel

from dragoman.audit.model import AuditEntry
from dragoman.http.models import ResponseModel
from dragoman.http.paging import PageBody
from dragoman.projects.model import Stage
from dragoman.projects.orders.overview import (
    BandShare,
    FileProgress,
    LanguageProgress,
    ProjectProgress,
    Remedy,
    TimelineEvent,
)
from dragoman.projects.progress import WordProgress
from dragoman.timestamps import write_time


class WordsBody(ResponseModel):
    """Words of the source, by how far their translation is."""

    total: int
    done: int
    suggested: int = Field(description="By memories or engines, not yet by linguists")
    translated: int = Field(description="By linguists, without the confirmed ones")
    confirmed: int


class LanguageProgressBody(ResponseModel):
    """A file into one language."""

    id: int = Field(description="Of the translation")
    target_language: str
    status: str
    progress: float = Field(description="0 to 1, by words")
    words: WordsBody
    file_id: str | None = Field(description="Of the translated file, once it is finished")
    file_name: str | None


class StaffLanguageBody(LanguageProgressBody):
    """A file into one language, as its provider sees it."""

    stage: Stage
    is_ready: bool = Field(description="It can be delivered")
    assignee_id: int | None
    handed_back_at: str | None
    error_code: str | None = Field(description="Why it has failed")
    reason: str | None
    remedies: list[Remedy] = Field(description="What can be done about it")


class FileProgressBody(ResponseModel):
    """A file and its translations."""

    source_file_id: str
    source_file_name: str
    source_language: str | None = Field(description="Null: a reference file")
    words: int | None
    analysis: str = Field(description="`waiting`, `done`, `failed`, or `none` for a reference file")
    error_code: str | None = Field(description="Why it cannot be read")
    reason: str | None
    remedies: list[Remedy]
    translations: list[LanguageProgressBody]


class StaffFileBody(FileProgressBody):
    """A file and its translations, as the provider sees them."""

    translations: list[StaffLanguageBody]  # type: ignore[assignment]


class BandShareBody(ResponseModel):
    """How much text is known so well, and what it costs."""

    band: str = Field(examples=["fuzzy-85-94"])
    weight: int = Field(description="What a word costs, in percent of a new one")
    segments: int
    words: int
    share: float = Field(description="Of all words, 0 to 1")
    amount: float | None = Field(description="At the service's price now; null in a sandbox")


class TimelineEntryBody(ResponseModel):
    """Something that happened to a project."""

    at: str
    event: TimelineEvent


class StaffTimelineEntryBody(TimelineEntryBody):
    """Something that happened to a project, and by whom."""

    by: str | None = Field(description="As in the audit log; null: the service", examples=["application:12"])
    details: dict[str, Any]


class ProgressBody(ResponseModel):
    """How far a project is."""

    id: int
    status: str
    hold: str | None
    hold_message: str | None
    deadline: str | None
    progress: float = Field(description="0 to 1, by words")
    words: WordsBody
    files: list[FileProgressBody]
    bands: list[BandShareBody]
    currency: str | None
    timeline: list[TimelineEntryBody] = Field(description="Oldest first")


class StaffProgressBody(ProgressBody):
    """How far a project is, as its provider sees it."""

    by_people: bool = Field(description="Linguists work on its segments")
    files: list[StaffFileBody]  # type: ignore[assignment]
    timeline: list[StaffTimelineEntryBody] = Field(description="Oldest first")  # type: ignore[assignment]


class HistoryEntryBody(ResponseModel):
    """Something that staff did."""

    at: str
    actor: str
    action: str = Field(examples=["translation.imported"])
    subject: str = Field(examples=["translation:7"])
    details: dict[str, Any]


class HistoryBody(ResponseModel):
    """What staff did with a project and its translations, oldest first."""

    entries: list[HistoryEntryBody]
    metadata: PageBody


def write_progress(found: ProjectProgress) -> ProgressBody:
    """How far a project is, for its client."""
    return ProgressBody(
        **_write_project(found),
        files=[
            FileProgressBody(
                **_write_file(file), translations=[_write_language(one) for one in file.languages]
            )
            for file in found.files
        ],
        timeline=[TimelineEntryBody(at=write_time(entry.at), event=entry.event) for entry in found.timeline],
    )


def write_staff_progress(found: ProjectProgress) -> StaffProgressBody:
    """How far a project is, for the provider."""
    return StaffProgressBody(
        **_write_project(found),
        by_people=found.by_people,
        files=[
            StaffFileBody(
                **_write_file(file), translations=[_write_staff_language(one) for one in file.languages]
            )
            for file in found.files
        ],
        timeline=[
            StaffTimelineEntryBody(
                at=write_time(entry.at),
                event=entry.event,
                by=entry.by,
                details={to_camel(name): value for name, value in entry.details.items()},
            )
            for entry in found.timeline
        ],
    )


def write_history(entries: Sequence[AuditEntry], metadata: PageBody) -> HistoryBody:
    """A page of a project's history."""
    return HistoryBody(
        entries=[
            HistoryEntryBody(
                at=write_time(entry.at),
                actor=entry.event.actor,
                action=entry.event.action,
                subject=entry.event.subject,
                details=dict(entry.event.details),
            )
            for entry in entries
        ],
        metadata=metadata,
    )


def _write_project(found: ProjectProgress) -> dict[str, Any]:
    project = found.project
    return {
        "id": project.id,
        "status": project.status,
        "hold": project.hold,
        "hold_message": project.hold_message,
        "deadline": write_time(project.deadline),
        "progress": found.progress.share,
        "words": _write_words(found.progress),
        "bands": [_write_band(band) for band in found.bands],
        "currency": found.currency,
    }


def _write_words(progress: WordProgress) -> WordsBody:
    return WordsBody.model_validate(progress)


def _write_band(band: BandShare) -> BandShareBody:
    figures = band.figures
    return BandShareBody(
        band=figures.band,
        weight=figures.weight,
        segments=figures.segments,
        words=figures.words,
        share=band.share,
        amount=None if band.amount is None else float(band.amount),
    )


def _write_file(file: FileProgress) -> dict[str, Any]:
    return {
        "source_file_id": str(file.file.id),
        "source_file_name": file.file.name,
        "source_language": file.file.source_language,
        "words": file.file.words,
        "analysis": file.file.analysis,
        "error_code": file.failure and file.failure.code,
        "reason": file.failure and file.failure.reason,
        "remedies": list(file.remedies),
    }


def _language_fields(one: LanguageProgress) -> dict[str, Any]:
    result = one.translation.finished_result
    return {
        "id": one.translation.id,
        "target_language": one.translation.target_language,
        "status": one.translation.status,
        "progress": one.progress.share,
        "words": _write_words(one.progress),
        "file_id": None if result is None else str(result.id),
        "file_name": None if result is None else result.name,
    }


def _write_language(one: LanguageProgress) -> LanguageProgressBody:
    return LanguageProgressBody(**_language_fields(one))


def _write_staff_language(one: LanguageProgress) -> StaffLanguageBody:
    translation, failure = one.translation, one.translation.failure
    return StaffLanguageBody(
        **_language_fields(one),
        stage=translation.stage,
        is_ready=translation.is_ready,
        assignee_id=translation.assignee_id,
        handed_back_at=write_time(translation.handed_back),
        error_code=None if failure is None else failure.code,
        reason=None if failure is None else failure.reason,
        remedies=list(one.remedies),
    )
