"""What the provider's staff see of projects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from dragoman_client.projects.results import (
    FileProgress,
    LanguageProgress,
    Price,
    ProjectProgress,
    ProjectSummary,
    TimelineEntry,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedFile:
    """The file for which staff must act."""

    file_name: str
    error_code: str
    target_language: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderProject(ProjectSummary):
    """A project of any account, in a list."""

    company_name: str = ""
    stage: str | None = None  # "to_do", "held", "in_work" or "to_deliver"
    attention: str | None = None  # why staff must act, such as "OVERDUE"
    failure: FailedFile | None = None
    hold: str | None = None
    hold_message: str | None = field(default=None, repr=False)
    source_languages: tuple[str, ...] = ()
    target_languages: tuple[str, ...] = ()
    words: int = 0
    progress: float = 0.0  # 0 to 1, by words
    price: Price | None = None
    translation_count: int = 0
    ready_count: int = 0
    finished_count: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StageCounts:
    """How many projects are at each stage; one may be at several."""

    to_do: int
    held: int
    in_work: int
    to_deliver: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderLanguageProgress(LanguageProgress):
    """How far a file is in one language, and what staff can do about it."""

    stage: str = ""  # "waiting", "preparing", "open", "delivering", "done" or "failed"
    is_ready: bool = False
    assignee_id: int | None = None
    handed_back_at: datetime | None = None
    file_id: str | None = None
    file_name: str | None = None
    error_code: str | None = None
    reason: str | None = None
    remedies: tuple[str, ...] = ()  # "retry", "deliver-file", "remove-file" or "cancel-rest"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderFileProgress(FileProgress):
    """How far a file is."""

    translations: tuple[ProviderLanguageProgress, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BandShare:
    """The words of a match band, and what they cost."""

    band: str
    weight: int = 0  # percent of the price of a new word
    segments: int = 0
    words: int = 0
    share: float = 0.0
    amount: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderTimelineEntry(TimelineEntry):
    """Something that happened to a project, and by whom."""

    by: str | None = None
    details: Mapping[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderProgress(ProjectProgress):
    """How far a project is, and what it costs."""

    files: tuple[ProviderFileProgress, ...] = ()
    timeline: tuple[ProviderTimelineEntry, ...] = ()
    bands: tuple[BandShare, ...] = ()
    currency: str | None = None
    by_people: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryEntry:
    """An entry of the audit log about a project or its translations."""

    at: datetime
    actor: str
    action: str
    subject: str
    details: Mapping[str, Any] = field(default_factory=dict, repr=False)
