"""What a document job is, and how it may change."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from dragoman.counting import NOTHING, Count


class JobStatus(enum.StrEnum):
    """How far a job is (D4)."""

    CREATED = "CREATED"
    IN_PROGRESS = "IN_PROGRESS"
    SUCCESS = "SUCCESS"
    FAILED = "FAILED"


class ErrorCode(enum.StrEnum):
    """Why a job failed (D7). Stable."""

    MAX_WORDS_EXCEEDED = "MAX_WORDS_EXCEEDED"
    DOCUMENT_EMPTY = "DOCUMENT_EMPTY"
    DOCUMENT_CORRUPT = "DOCUMENT_CORRUPT"
    DOCUMENT_ENCRYPTED = "DOCUMENT_ENCRYPTED"
    CONVERSION_FAILED = "CONVERSION_FAILED"
    TRANSLATION_FAILED = "TRANSLATION_FAILED"
    TIMEOUT = "TIMEOUT"
    INTERNAL_ERROR = "INTERNAL_ERROR"


@dataclass(frozen=True, slots=True, kw_only=True)
class JobFailure:
    """What a client is told about a job that failed (E3)."""

    code: ErrorCode
    reason: str  # for people; quotes nothing of the document
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class JobDetails:
    """What the client gave besides the document. Kept sealed by the job's key, as the document itself."""

    file_name: str
    translation_id: str | None = None  # the client's own
    success_url: str | None = None
    error_url: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)  # complete
    memory_threshold: int | None = None  # from which score a memory wins; None: as the account says
    term_base_ids: Sequence[int] | None = None  # instead of those that are enforced; the first has precedence
    memory_id: int | None = None  # instead of those that are looked into


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One document on its way."""

    id: UUID
    account_id: int
    application_id: int
    status: JobStatus
    source: str  # language codes as the client wrote them
    target: str
    format: str  # its name
    size: int  # of the document, in bytes
    sandbox: bool
    details: JobDetails
    key: bytes = field(repr=False)  # seals everything that is kept of the job
    created: datetime
    run: int = 0  # counts the workers that took it; the last one may record its outcome
    pauses: int = 0  # of these runs, those that made room for other work
    progress: float = 0.0  # 0 to 1
    finished: datetime | None = None
    expires: datetime | None = None  # when it is destroyed
    failure: JobFailure | None = None
    result: str | None = None  # the blob of the translated document
    result_size: int | None = None
    report: Mapping[str, Any] | None = None  # the fidelity report, as JSON

    @property
    def is_finished(self) -> bool:
        """Whether nothing will change any more."""
        return self.status in {JobStatus.SUCCESS, JobStatus.FAILED}

    def succeed(self, *, now: datetime, keep: timedelta, result: JobResult) -> Job:
        """The job with its translated document, to be destroyed after `keep`."""
        return replace(
            self,
            status=JobStatus.SUCCESS,
            progress=1.0,
            finished=now,
            expires=now + keep,
            result=result.blob,
            result_size=result.size,
            report=result.report,
        )

    def fail(self, *, now: datetime, keep: timedelta, failure: JobFailure) -> Job:
        """The job with the reason why there is no translated document."""
        return replace(self, status=JobStatus.FAILED, finished=now, expires=now + keep, failure=failure)


@dataclass(frozen=True, slots=True, kw_only=True)
class JobResult:
    """A translated document, stored."""

    blob: str
    size: int
    report: Mapping[str, Any]
    words: int
    characters: int
    segments: int
    memory: Count = NOTHING  # what of it memories had
