"""What is known of documents and of their translation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeAlias

from dragoman_client.errors import DragomanError


class DocumentStatus(StrEnum):
    """The status of a document (clause D4)."""

    CREATED = "CREATED"
    IN_PROGRESS = "IN_PROGRESS"
    SUCCESS = "SUCCESS"
    FAILED = "FAILED"


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document that was sent (clause D3)."""

    job_id: str
    source: str
    target: str
    file_name: str
    status: DocumentStatus | str
    progress: float = 0.0  # 0 to 1
    reason: str | None = None  # why it failed, for people
    error_code: str | None = None
    error_data: Mapping[str, Any] | None = None
    translation_id: str | None = None  # the client's own
    success_callback_url: str | None = field(default=None, repr=False)
    error_callback_url: str | None = field(default=None, repr=False)
    created_at: datetime | None = None
    finished_at: datetime | None = None
    expires_at: datetime | None = None  # then it is deleted
    report: Mapping[str, Any] | None = field(default=None, repr=False)

    @property
    def is_finished(self) -> bool:
        """Whether it succeeded or failed."""
        return self.status in {DocumentStatus.SUCCESS, DocumentStatus.FAILED}


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslatedDocument:
    """A translated document: in a file, or in memory."""

    document: Document
    path: Path | None = None
    content: bytes | None = field(default=None, repr=False)
    name: str | None = None  # as the server calls it; its extension is the result's own


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentOutcome:
    """What became of one of many documents: the translated document, or why there is none."""

    source: Path
    target: str
    result: TranslatedDocument | None = None
    error: DragomanError | None = None

    @property
    def succeeded(self) -> bool:
        """Whether it was translated."""
        return self.result is not None


class DocumentStage(StrEnum):
    """What is being done with a document."""

    UPLOAD = "upload"
    TRANSLATION = "translation"
    DOWNLOAD = "download"


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentProgress:
    """How far the translation of a document is."""

    stage: DocumentStage
    fraction: float | None  # of this stage, 0 to 1; None: not known
    job_id: str | None = None  # once it was accepted


ReportProgress: TypeAlias = Callable[[DocumentProgress], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentType:
    """A type of documents that can be translated (clause D9)."""

    format: str
    file_extensions: tuple[str, ...] = ()  # without the dot
    content_types: tuple[str, ...] = ()
    experimental: bool = False
    result_extension: str | None = None  # where the result is of another type
    result_content_type: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchBand:
    """The words of one match band."""

    band: str
    segments: int = 0
    words: int = 0
    weight: int | None = None  # percent of the price of a word


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisFigures:
    """What is in a document, counted."""

    segments: int = 0
    words: int = 0
    characters: int = 0
    words_to_translate: int = 0
    weighted_words: float = 0.0
    bands: tuple[MatchBand, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """The words of a document by match band, before it is translated (clause D10)."""

    source: str
    target: str
    counting_rule: str
    total: AnalysisFigures
