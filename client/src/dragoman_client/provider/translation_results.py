"""Translations of projects as linguists and managers see them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from dragoman_client.projects.results import ProjectStatus
from dragoman_client.records import read_list
from dragoman_client.words.importing import ImportFailure


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslationFailure:
    """Why a translation failed."""

    code: str
    reason: str
    data: Mapping[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderTranslation:
    """A file in one language. `status` is what its client sees, `stage` what the provider does with it."""

    id: int
    project_id: int
    source_file_id: str
    source_file_name: str
    source_language: str
    target_language: str
    status: ProjectStatus | str
    stage: str  # "waiting", "preparing", "open", "delivering", "done" or "failed"
    progress: float = 0.0
    words: int | None = None
    failure: TranslationFailure | None = None
    quality: Mapping[str, Any] | None = field(default=None, repr=False)
    delivered_by: str | None = None
    override_reason: str | None = field(default=None, repr=False)
    assignee_id: int | None = None
    handed_back_at: datetime | None = None
    handed_back_by: str | None = None
    reviewer_id: int | None = None
    review_ended_at: datetime | None = None
    review_ended_by: str | None = None
    is_ready: bool = False
    file_id: str | None = None
    file_name: str | None = None
    created_at: datetime | None = None
    started_at: datetime | None = None
    finished_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslationDetails(ProviderTranslation):
    """A translation, and how many of its segments have which status."""

    segments: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignedTranslation(ProviderTranslation):
    """A translation on a linguist's list."""

    project_title: str = ""
    deadline: datetime | None = None
    hold: str | None = None
    is_review: bool = False  # another one translates it
    is_open: bool = False
    total_words: int = 0
    done_words: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class XliffProblem:
    """What is odd about a segment of a file that came back."""

    segment: int
    code: str
    message: str = field(default="", repr=False)
    changed_at: datetime | None = None  # when the stored translation was changed


@dataclass(frozen=True, slots=True, kw_only=True)
class XliffImportReport:
    """What a file that came back changed."""

    segments: int
    changed: int
    statuses: Mapping[str, int] = field(default_factory=dict)
    problem_count: int = 0
    problems: tuple[XliffProblem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageResult:
    """What one of many packages changed, or why it was refused."""

    name: str
    translation_id: int | None = None
    target_language: str | None = None
    report: XliffImportReport | None = None
    problems: tuple[ImportFailure, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSpan:
    """A part of a text, in code points."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityIssue:
    """What a check found in a segment."""

    segment: int
    code: str
    severity: str  # "error", "warning" or "notice"
    blocking: bool = False  # it must be overridden before the delivery
    message: str = field(default="", repr=False)
    source: TextSpan | None = None
    target: TextSpan | None = None
    others: tuple[int, ...] = ()  # segments that it is about too


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """What the checks found in a translation."""

    segments: int
    blocking: int
    codes: Mapping[str, int] = field(default_factory=dict)
    override_reason: str | None = field(default=None, repr=False)
    issues: tuple[QualityIssue, ...] = ()


P = TypeVar("P", bound=ProviderTranslation)


def read_translations(kind: type[P], answer: Any) -> list[P]:
    """The translations of an answer, which has all of them."""
    return read_list(kind, answer, "translations")
