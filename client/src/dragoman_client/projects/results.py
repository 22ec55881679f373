"""What is known of projects, their files and their translations (clauses P9 to P14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from dragoman_client.documents.results import MatchBand


class ProjectStatus(StrEnum):
    """The status of a project, and of each of its translations (clause P11)."""

    DRAFT = "Draft"
    ACTIVE = "Active"
    FINISHED = "Finished"
    CANCELLED = "Cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """An amount of money."""

    amount: float
    currency: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectTranslation:
    """The translation of a file into a language, in the record of its project."""

    id: int
    target_language: str
    status: ProjectStatus | str
    file_id: str | None = None  # once it is finished
    translation_file_name: str | None = None
    translation_file_link: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FileOfProject:
    """A file with its translations, in the record of its project."""

    source_file_id: str
    source_file_name: str
    source_language: str
    translations: tuple[ProjectTranslation, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceFile:
    """A file that is not translated, but read by who translates."""

    file_id: str
    file_name: str
    size: int
    file_link: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadableFile:
    """A file that cannot be read, and why."""

    source_file_id: str
    error_code: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectAnalysis:
    """The words of a project by match band."""

    state: str
    words: int = 0
    weighted_words: float = 0.0
    bands: tuple[MatchBand, ...] = ()
    failures: tuple[UnreadableFile, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectSummary:
    """A project in a list."""

    id: int
    title: str
    status: ProjectStatus | str
    external_id: str | None = None
    user_id: int | None = None
    company_id: int | None = None
    creation_date: datetime | None = None
    deadline: datetime | None = None
    finished_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Project(ProjectSummary):
    """A project with its files (clause P10)."""

    service_id: int | None = None
    hold: str | None = None  # why it has not started
    hold_message: str | None = field(default=None, repr=False)
    progress: float = 0.0  # 0 to 1
    price: Price | None = None
    files: tuple[FileOfProject, ...] = ()
    reference_files: tuple[ReferenceFile, ...] = ()
    analysis: ProjectAnalysis | None = None
    briefing: str | None = field(default=None, repr=False)
    briefing_for_experts: str | None = field(default=None, repr=False)
    purchase_order_number: str | None = None
    metadata: Mapping[str, Any] | None = field(default=None, repr=False)
    template_id: int | None = None
    use_translation_memory: bool | None = None
    translation_memory_id: int | None = None
    translation_memory_set_id: int | None = None
    translation_memory_set_version: int | None = None
    memory_threshold: int | None = None
    term_base_id: int | None = None
    term_base_version: int | None = None
    style_id: int | None = None
    invoicing_account_id: int | None = None
    work_area_id: int | None = None
    deadline_set_by: str | None = None
    updated_at: datetime | None = None
    started_at: datetime | None = None
    cancelled_at: datetime | None = None
    cancel_reason: str | None = field(default=None, repr=False)
    platform_link: str | None = None

    @property
    def is_finished(self) -> bool:
        """Whether it is finished or cancelled."""
        return self.status in {ProjectStatus.FINISHED, ProjectStatus.CANCELLED}


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """What a project costs and when it is ready (clause P12)."""

    words: int
    weighted_words: float
    price: Price
    deadline: datetime
    bands: tuple[MatchBand, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FileTranslation:
    """The translation of a file into a language."""

    id: int
    target_language: str
    status: ProjectStatus | str
    file_id: str | None = None
    file_name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FileAnalysis:
    """What reading a file found."""

    state: str  # "running", "done", "failed"
    words: int | None = None
    error_code: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectFile:
    """A file of a project: one that was sent, or a finished translation (clause P13)."""

    id: str
    project_id: int
    file_name: str
    size: int
    source_file_id: str | None = None  # of a translation
    source_language: str | None = None
    target_language: str | None = None  # of a translation
    reference: bool = False
    creation_date: datetime | None = None
    analysis: FileAnalysis | None = None
    translations: tuple[FileTranslation, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WordProgress:
    """How far the words of a translation are."""

    total: int = 0
    done: int = 0
    suggested: int = 0  # by memories or engines
    translated: int = 0  # by linguists
    confirmed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageProgress:
    """How far a file is in one language."""

    id: int
    target_language: str
    status: ProjectStatus | str
    progress: float
    words: WordProgress = field(default_factory=WordProgress)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileProgress:
    """How far a file is."""

    source_file_id: str
    source_file_name: str
    source_language: str | None = None
    words: int | None = None
    analysis: str = ""
    error_code: str | None = None
    reason: str | None = None
    remedies: tuple[str, ...] = ()
    translations: tuple[LanguageProgress, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineEntry:
    """Something that happened to a project."""

    at: datetime
    event: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectProgress:
    """How far a project is, file by file and language by language."""

    id: int
    status: ProjectStatus | str
    progress: float
    hold: str | None = None
    hold_message: str | None = field(default=None, repr=False)
    deadline: datetime | None = None
    words: WordProgress = field(default_factory=WordProgress)
    files: tuple[FileProgress, ...] = ()
    timeline: tuple[TimelineEntry, ...] = ()
