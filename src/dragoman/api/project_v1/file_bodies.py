"""Models of project files (P13, P14)."""

from __future__ import annotations

from pydantic import BaseModel, Field

from dragoman.api.http.paging import PageBody


class FileTranslationBody(BaseModel):
    """A file into one language."""

    id: int = Field(description="The webhook's TranslationId")
    targetLanguage: str  # noqa: N815 - the names of the interface
    status: str = Field(examples=["Draft"])
    fileId: str | None = Field(description="Of the translated file, once it is finished")  # noqa: N815
    fileName: str | None  # noqa: N815


class FileAnalysisBody(BaseModel):
    """How far a file is read."""

    state: str = Field(description="`waiting`, `done` or `failed`")
    words: int | None = Field(description="To translate, of one language")
    errorCode: str | None = Field(description="Why it cannot be read, for programs")  # noqa: N815
    reason: str | None = Field(description="Why it cannot be read, for people")


class ProjectFileBody(BaseModel):
    """A file of a project."""

    id: str
    projectId: int  # noqa: N815
    fileName: str  # noqa: N815
    sourceFileId: str | None = Field(  # noqa: N815
        description="Of which it is the translation; null: it was sent"
    )
    sourceLanguage: str | None = Field(description="null: a reference file")  # noqa: N815
    targetLanguage: str | None = Field(description="Of a translation; null: it was sent")  # noqa: N815
    size: int = Field(description="In bytes")
    reference: bool = Field(description="Whether it is only read by who translates")
    creationDate: str  # noqa: N815
    analysis: FileAnalysisBody | None = Field(description="null: a reference file, or a translation")
    translations: list[FileTranslationBody]


class FileListBody(BaseModel):
    """Files, the newest first."""

    files: list[ProjectFileBody]
    metadata: PageBody
