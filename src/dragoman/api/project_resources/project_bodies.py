"""The record of a project (P10), and what a list shows of it (P9)."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field


class TranslationOfFile(BaseModel):
    """A file into one language."""

    id: int = Field(description="The webhook's TranslationId")
    fileId: str | None = Field(description="Of the translated file, once it is finished")  # noqa: N815
    targetLanguage: str  # noqa: N815
    status: str = Field(examples=["Finished"])
    translationFileName: str | None  # noqa: N815
    translationFileLink: str | None  # noqa: N815


class FileOfProject(BaseModel):
    """A file to be translated."""

    sourceFileId: str  # noqa: N815
    sourceFileName: str  # noqa: N815
    sourceLanguage: str  # noqa: N815
    translations: list[TranslationOfFile]


class ReferenceFile(BaseModel):
    """A file for the linguists to read."""

    fileId: str  # noqa: N815
    fileName: str  # noqa: N815
    size: int = Field(description="Bytes")
    fileLink: str  # noqa: N815


class BandOfAnalysis(BaseModel):
    """How much text is known so well."""

    band: str = Field(examples=["fuzzy-85-94"])
    segments: int
    words: int


class UnreadableFile(BaseModel):
    """A file that cannot be translated, and must be taken out before the start."""

    sourceFileId: str  # noqa: N815
    errorCode: str = Field(examples=["DOCUMENT_ENCRYPTED"])  # noqa: N815
    reason: str


class AnalysisOfProject(BaseModel):
    """What all files hold together, each target language counted."""

    state: str = Field(description="`waiting` until all files are read, then `done` or `failed`")
    words: int = Field(description="Without numbers and protected text")
    weightedWords: float = Field(description="Words by the service's weights")  # noqa: N815
    bands: list[BandOfAnalysis]
    failures: list[UnreadableFile]


class Price(BaseModel):
    """An amount of money."""

    amount: float = Field(examples=[12.34])
    currency: str = Field(examples=["EUR"])


class ProjectBody(BaseModel):
    """A project (P10)."""

    id: int
    companyId: int = Field(description="The account")  # noqa: N815
    externalId: str | None  # noqa: N815
    title: str
    briefing: str | None
    briefingForExperts: str | None  # noqa: N815
    purchaseOrderNumber: str | None  # noqa: N815
    templateId: int | None  # noqa: N815
    serviceId: int  # noqa: N815
    useTranslationMemory: bool | None  # noqa: N815
    translationMemoryId: int | None = Field(description="That is used, if no set is")  # noqa: N815
    translationMemorySetId: int | None  # noqa: N815
    translationMemorySetVersion: int | None = Field(  # noqa: N815
        description="Pinned at the start; before it the current one"
    )
    memoryThreshold: int = Field(description="From which score a memory wins")  # noqa: N815
    memoryThresholdSetBy: str | None = Field(  # noqa: N815
        description="`client`; `provider`: template or account; null: it is the usual one"
    )
    termBaseId: int | None  # noqa: N815
    termBaseVersion: int | None = Field(description="Likewise")  # noqa: N815
    invoicingAccountId: int | None  # noqa: N815
    userId: int | None  # noqa: N815
    workAreaId: int | None  # noqa: N815
    metadata: dict[str, Any] | None
    status: str = Field(description="`Draft`, `Active`, `Finished` or `Cancelled`")
    hold: str | None = Field(description="Why it does not go on", examples=["DEADLINE_TOO_TIGHT"])
    deadline: str | None
    deadlineSetBy: str | None = Field(description="`client` or `provider`")  # noqa: N815
    creationDate: str  # noqa: N815
    updatedAt: str  # noqa: N815
    startedAt: str | None  # noqa: N815
    finishedAt: str | None  # noqa: N815
    cancelledAt: str | None  # noqa: N815
    cancelReason: str | None  # noqa: N815
    progress: float = Field(description="0 to 1")
    price: Price | None = Field(description="Agreed at the start")
    platformLink: str | None = Field(  # noqa: N815
        description="The project's page for people; null while there is none"
    )
    analysis: AnalysisOfProject | None
    referenceFiles: list[ReferenceFile]  # noqa: N815
    files: list[FileOfProject]


class ProjectSummary(BaseModel):
    """A project in a list (P9)."""

    id: int
    externalId: str | None  # noqa: N815
    title: str
    userId: int | None  # noqa: N815
    companyId: int  # noqa: N815
    status: str
    creationDate: str  # noqa: N815
    deadline: str | None
    finishedAt: str | None  # noqa: N815
