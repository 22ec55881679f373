"""Models of project files (P13, P14)."""

from __future__ import annotations

from pydantic import Field

from dragoman.http.models import ResponseModel
from dragoman.http.paging import PageBody
from dragoman.projects.intake.downloading import SentFileRecord, TranslatedFileRecord
from dragoman.projects.model import Analysis, FileTranslation, ProjectFile
from dragoman.timestamps import write_time


class FileTranslationBody(ResponseModel):
    """A file into one language."""

    id: int = Field(description="The webhook's TranslationId")
    target_language: str
    status: str = Field(examples=["Draft"])
    file_id: str | None = Field(description="Of the translated file, once it is finished")
    file_name: str | None


class FileAnalysisBody(ResponseModel):
    """How far a file is read."""

    state: str = Field(description="`waiting`, `done` or `failed`")
    words: int | None = Field(description="To translate, of one language")
    error_code: str | None = Field(description="Why it cannot be read, for programs")
    reason: str | None = Field(description="Why it cannot be read, for people")


class ProjectFileBody(ResponseModel):
    """A file of a project."""

    id: str
    project_id: int
    file_name: str
    source_file_id: str | None = Field(description="Of which it is the translation; null: it was sent")
    source_language: str | None = Field(description="null: a reference file")
    target_language: str | None = Field(description="Of a translation; null: it was sent")
    size: int = Field(description="In bytes")
    reference: bool = Field(description="Whether it is only read by who translates")
    creation_date: str
    analysis: FileAnalysisBody | None = Field(description="null: a reference file, or a translation")
    translations: list[FileTranslationBody]


class FileListBody(ResponseModel):
    """Files, the newest first."""

    files: list[ProjectFileBody]
    metadata: PageBody


def write_file(record: SentFileRecord) -> ProjectFileBody:
    """A file that was sent, and its translations."""
    file = record.file
    return ProjectFileBody(
        id=str(file.id),
        project_id=file.project_id,
        file_name=file.name,
        source_file_id=None,
        source_language=file.source_language,
        target_language=None,
        size=file.size,
        reference=file.reference,
        creation_date=write_time(file.created),
        analysis=_write_analysis(file),
        translations=[_write_translation(one) for one in record.translations],
    )


def write_any_file(record: SentFileRecord | TranslatedFileRecord) -> ProjectFileBody:
    """A file that was sent, or that of a finished translation, which has the same fields."""
    if isinstance(record, SentFileRecord):
        return write_file(record)
    translation, result = record.translation, record.result
    return ProjectFileBody(
        id=str(result.id),
        project_id=translation.project_id,
        file_name=result.name,
        source_file_id=str(record.source.id),
        source_language=record.source.source_language,
        target_language=translation.target_language,
        size=result.size,
        reference=False,
        creation_date=write_time(translation.finished) or "",
        analysis=None,
        translations=[],
    )


def _write_analysis(file: ProjectFile) -> FileAnalysisBody | None:
    if file.analysis is Analysis.NONE:
        return None
    failure = file.failure
    return FileAnalysisBody(
        state=file.analysis,
        words=file.words,
        error_code=failure.code if failure else None,
        reason=failure.reason if failure else None,
    )


def _write_translation(one: FileTranslation) -> FileTranslationBody:
    result = one.finished_result
    return FileTranslationBody(
        id=one.id,
        target_language=one.target_language,
        status=one.status,
        file_id=str(result.id) if result else None,
        file_name=result.name if result else None,
    )
