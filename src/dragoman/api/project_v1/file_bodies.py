"""Models of project files (P13, P14)."""

from __future__ import annotations

from pydantic import Field

from dragoman.api.http.models import ResponseModel
from dragoman.api.http.paging import PageBody


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
