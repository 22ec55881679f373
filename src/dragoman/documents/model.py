"""Document jobs as values, and their transitions."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from dragoman.counting import NOTHING, Count


class JobStatus(enum.StrEnum):
    """The status of a job (D4)."""

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
    SOURCE_UNSURE = "SOURCE_UNSURE"
    INTERNAL_ERROR = "INTERNAL_ERROR"


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentFilter:
    """Which jobs are wanted; None: any that the transaction sees."""

    account_id: int | None = None
    application_id: int | None = None
    status: JobStatus | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobFailure:
    """Why a job failed, for its client (E3)."""

    code: ErrorCode
    reason: str  # for people; quotes nothing of the document
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class JobDetails:
    """What the client sent besides the document. Stored encrypted with the job's key."""

    file_name: str
    translation_id: str | None = None  # the client's own
    success_url: str | None = None
    error_url: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)  # complete
    memory_threshold: int | None = None  # from which score a memory wins; None: the account's default
    term_base_ids: Sequence[int] | None = None  # instead of those that are enforced; the first has precedence
    memory_id: int | None = None  # instead of the account's memories for translation
    style_id: int | None = None  # of a style guide
    source_detected: bool | None = None  # True: the client left the source language to us


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A job that translates one document."""

    id: UUID
    account_id: int
    application_id: int
    status: JobStatus
    source: str  # language codes as the client wrote them; "auto" until it is detected
    target: str
    format: str  # its name
    size: int  # of the document, in bytes
    sandbox: bool
    details: JobDetails
    key: bytes = field(repr=False)  # encrypts everything that is stored of the job
    created: datetime
    run: int = 0  # the number of its last run, which alone may record an outcome
    pauses: int = 0  # runs that ended with a pause for other work
    progress: float = 0.0  # 0 to 1
    finished: datetime | None = None
    expires: datetime | None = None  # when it is destroyed
    failure: JobFailure | None = None
    result: str | None = None  # the blob of the translated document
    result_size: int | None = None
    report: Mapping[str, Any] | None = None  # the fidelity report, as JSON

    @property
    def is_finished(self) -> bool:
        """Whether it has succeeded or failed, so that it does not change any more."""
        return self.status in {JobStatus.SUCCESS, JobStatus.FAILED}

    @property
    def poll_seconds(self) -> int:
        """Seconds until looking again makes sense: documents of a page take one, long ones more."""
        return 1 if self.size < 200_000 else 5

    def succeed(self, *, now: datetime, keep: timedelta, result: JobResult) -> Job:
        """Return the job with its translated document, to be deleted after `keep`."""
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
        """Return the job with its failure, to be deleted after `keep`."""
        return replace(self, status=JobStatus.FAILED, finished=now, expires=now + keep, failure=failure)


@dataclass(frozen=True, slots=True, kw_only=True)
class JobResult:
    """A stored translated document, with its figures."""

    blob: str
    size: int
    report: Mapping[str, Any]
    words: int
    characters: int
    segments: int
    memory: Count = NOTHING  # the part that memories translated
