"""Which errors end a job, and what the client is told (D7); all others are tried again."""

from __future__ import annotations

from typing import Final

from dragoman.blobs import BlobMissing, SealBroken
from dragoman.documents.model import ErrorCode, Failure, Job
from dragoman.engines.engine import EngineRejected
from dragoman.errors import DragomanError, LanguagePairUnsupported, TimedOut
from dragoman.formats.format import DocumentError
from dragoman.jobs.retry import is_outage_of_service
from dragoman.telemetry import log
from dragoman.translation.document import NothingTranslated

_SLOW_RUNS: Final = 5  # of engines that are too slow
_BROKEN_RUNS: Final = 3  # of errors that nobody expects
_MOST_RUNS: Final = 25  # of a job that takes its worker down each time

_INTERNAL: Final = Failure(
    code=ErrorCode.INTERNAL_ERROR,
    reason="The service failed at this document. Send it again; if it stays, report the job's id.",
)


def has_run_too_often(job: Job) -> Failure | None:
    """The end of a job that keeps killing its workers."""
    if job.run <= _MOST_RUNS:
        return None
    log().error("document.given_up", job=str(job.id), runs=job.run)
    return _INTERNAL


def explain(error: Exception, job: Job) -> Failure | None:
    """What ends the job; None when the same may go well at another try."""
    if isinstance(error, DocumentError):
        return Failure(code=ErrorCode(error.code), reason=error.message, data=error.data)
    if isinstance(error, NothingTranslated | EngineRejected | LanguagePairUnsupported):
        return Failure(code=ErrorCode.TRANSLATION_FAILED, reason=error.message)
    if isinstance(error, TimedOut):
        late = Failure(code=ErrorCode.TIMEOUT, reason="The translation took longer than its limit.")
        return late if job.run >= _SLOW_RUNS else None
    if isinstance(error, BlobMissing | SealBroken):
        log().error("document.file_unusable", job=str(job.id), code=error.code)
        return _INTERNAL
    if is_outage_of_service(error):
        return None
    log().error("document.failed", job=str(job.id), run=job.run, exc_info=error)
    return _INTERNAL if job.run >= _BROKEN_RUNS or isinstance(error, DragomanError) else None
