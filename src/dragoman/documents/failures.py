"""Failures of jobs for clients (D7). `translation.documents.failures` decides which errors are permanent."""

from __future__ import annotations

from dragoman.documents.model import ErrorCode, Job, JobFailure
from dragoman.translation.documents import failures
from dragoman.translation.documents.failures import PermanentFailure


def check_run_limit(job: Job) -> JobFailure | None:
    """Return the failure of a job with too many crashed runs; None within the limit."""
    return _failure(failures.check_run_limit(run=job.run - job.pauses, subject=str(job.id)))


def explain(error: Exception, job: Job) -> JobFailure | None:
    """Return the failure for a permanent error; None when the job should be retried."""
    return _failure(failures.find_permanent_failure(error, run=job.run - job.pauses, subject=str(job.id)))


def _failure(defeat: PermanentFailure | None) -> JobFailure | None:
    if defeat is None:
        return None
    return JobFailure(code=ErrorCode(defeat.code), reason=defeat.reason, data=defeat.data)
