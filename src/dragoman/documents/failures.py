"""How a job's end is told to its client: `translation.failures` decides which errors are one (D7)."""

from __future__ import annotations

from dragoman.documents.model import ErrorCode, Job, JobFailure
from dragoman.translation.documents import failures
from dragoman.translation.documents.failures import PermanentFailure


def has_run_too_often(job: Job) -> JobFailure | None:
    """The end of a job that keeps killing its workers."""
    return _failure(failures.check_run_limit(run=job.run - job.pauses, subject=str(job.id)))


def explain(error: Exception, job: Job) -> JobFailure | None:
    """What ends the job; None when the same may go well at another try."""
    return _failure(failures.find_permanent_failure(error, run=job.run - job.pauses, subject=str(job.id)))


def _failure(defeat: PermanentFailure | None) -> JobFailure | None:
    if defeat is None:
        return None
    return JobFailure(code=ErrorCode(defeat.code), reason=defeat.reason, data=defeat.data)
