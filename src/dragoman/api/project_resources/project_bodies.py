"""The record of a project (P10), and what a list shows of it (P9)."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from dragoman.http.models import ResponseModel


class TranslationOfFile(ResponseModel):
    """A file into one language."""

    id: int = Field(description="The webhook's TranslationId")
    file_id: str | None = Field(description="Of the translated file, once it is finished")
    target_language: str
    status: str = Field(examples=["Finished"])
    translation_file_name: str | None
    translation_file_link: str | None


class FileOfProject(ResponseModel):
    """A file to be translated."""

    source_file_id: str
    source_file_name: str
    source_language: str
    translations: list[TranslationOfFile]


class ReferenceFile(ResponseModel):
    """A file for the linguists to read."""

    file_id: str
    file_name: str
    size: int = Field(description="Bytes")
    file_link: str


class BandOfAnalysis(ResponseModel):
    """How much text is known so well."""

    band: str = Field(examples=["fuzzy-85-94"])
    segments: int
    words: int


class UnreadableFile(ResponseModel):
    """A file that cannot be translated, and must be taken out before the start."""

    source_file_id: str
    error_code: str = Field(examples=["DOCUMENT_ENCRYPTED"])
    reason: str


class AnalysisOfProject(ResponseModel):
    """What all files hold together, each target language counted."""

    state: str = Field(description="`waiting` until all files are read, then `done` or `failed`")
    words: int = Field(description="Without numbers and protected text")
    weighted_words: float = Field(description="Words by the service's weights")
    bands: list[BandOfAnalysis]
    failures: list[UnreadableFile]


class Price(ResponseModel):
    """An amount of money."""

    amount: float = Field(examples=[12.34])
    currency: str = Field(examples=["EUR"])


class ProjectBody(ResponseModel):
    """A project (P10)."""

    id: int
    company_id: int = Field(description="The account")
    external_id: str | None
    title: str
    briefing: str | None
    briefing_for_experts: str | None
    purchase_order_number: str | None
    template_id: int | None
    service_id: int
    use_translation_memory: bool | None
    translation_memory_id: int | None = Field(description="That is used, if no set is")
    translation_memory_set_id: int | None
    translation_memory_set_version: int | None = Field(
        description="Pinned at the start; before it the current one"
    )
    memory_threshold: int = Field(description="From which score a memory wins")
    memory_threshold_set_by: str | None = Field(
        description="`client`; `provider`: template or account; null: it is the usual one"
    )
    term_base_id: int | None
    term_base_version: int | None = Field(description="Likewise")
    style_id: int | None = Field(description="The style guide")
    invoicing_account_id: int | None
    user_id: int | None
    work_area_id: int | None
    metadata: dict[str, Any] | None
    status: str = Field(description="`Draft`, `Active`, `Finished` or `Cancelled`")
    hold: str | None = Field(description="Why it does not go on", examples=["DEADLINE_TOO_TIGHT"])
    hold_message: str | None = Field(description="Of the provider, who holds it")
    deadline: str | None
    deadline_set_by: str | None = Field(description="`client` or `provider`")
    creation_date: str
    updated_at: str
    started_at: str | None
    finished_at: str | None
    cancelled_at: str | None
    cancel_reason: str | None
    progress: float = Field(description="0 to 1")
    price: Price | None = Field(description="Agreed at the start")
    platform_link: str | None = Field(description="The project's page for people; null while there is none")
    analysis: AnalysisOfProject | None
    reference_files: list[ReferenceFile]
    files: list[FileOfProject]


class ProjectSummary(ResponseModel):
    """A project in a list (P9)."""

    id: int
    external_id: str | None
    title: str
    user_id: int | None
    company_id: int
    status: str
    creation_date: str
    deadline: str | None
    finished_at: str | None
