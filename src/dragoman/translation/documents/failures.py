"""Errors that end the work on a document, and their messages to users (D7); all others are retried."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from dragoman.blobs import BlobMissing, SealBroken
from dragoman.engines.engine import EngineRejected
from dragoman.errors import DragomanError, LanguagePairUnsupported, TimedOut
from dragoman.jobs.retry import is_outage_of_service
from dragoman.telemetry import log
from dragoman.text_io.errors import DocumentError
from dragoman.translation.documents.translating import NothingTranslated
from dragoman.translation.source_detection import SourceUnsure

_TIMEOUT_RUNS: Final = 5  # of engines that are too slow
_UNEXPECTED_ERROR_RUNS: Final = 3  # of unexpected errors
_MOST_RUNS: Final = 25  # of a job that takes its worker down each time


@dataclass(frozen=True, slots=True, kw_only=True)
class PermanentFailure:
    """The reason why a document will not be translated."""

    code: str  # one of D7's
    reason: str  # for people; quotes nothing of the document
    data: Mapping[str, Any] = field(default_factory=dict)


_INTERNAL: Final = PermanentFailure(
    code="INTERNAL_ERROR",
    reason="The service failed at this document. Send it again; if it stays, report its id.",
)


def check_run_limit(*, run: int, subject: str) -> PermanentFailure | None:
    """The failure of a job that keeps killing its workers; `run` counts from 1, `subject` is for the log."""
    if run <= _MOST_RUNS:
        return None
    log().error("document.given_up", subject=subject, runs=run)
    return _INTERNAL


def find_permanent_failure(error: Exception, *, run: int, subject: str) -> PermanentFailure | None:
    """The failure that an error means; None when a retry may succeed."""
    if isinstance(error, DocumentError | SourceUnsure):
        return PermanentFailure(code=error.code, reason=error.message, data=error.data)
    if isinstance(error, NothingTranslated | EngineRejected | LanguagePairUnsupported):
        return PermanentFailure(code="TRANSLATION_FAILED", reason=error.message)
    if isinstance(error, TimedOut):
        late = PermanentFailure(code="TIMEOUT", reason="The translation took longer than its limit.")
        return late if run >= _TIMEOUT_RUNS else None
    if isinstance(error, BlobMissing | SealBroken):
        log().error("document.file_unusable", subject=subject, code=error.code)
        return _INTERNAL
    if is_outage_of_service(error):
        return None
    log().error("document.failed", subject=subject, run=run, exc_info=error)
    return _INTERNAL if run >= _UNEXPECTED_ERROR_RUNS or isinstance(error, DragomanError) else None
