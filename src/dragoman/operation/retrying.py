"""Putting failed jobs back into their queues, with an entry in the audit log."""

from __future__ import annotations

from dragoman.access.staff import Staff
from dragoman.audit.actions import record
from dragoman.audit.model import AuditEvent
from dragoman.database.connections import Transaction
from dragoman.jobs.failed_jobs import FailedJob, retry_job


async def retry_failed_job(tx: Transaction, job_id: int, *, staff: Staff) -> FailedJob:
    """Put a failed job back into its queue; the job as it was. Raises what `retry_job` raises."""
    job = await retry_job(tx, job_id)
    event = AuditEvent(
        actor=staff.actor,
        action="job.retried",
        subject=f"job:{job.id}",
        account_id=job.account_id,
        details={"task": job.task, "error": job.error},
    )
    await record(tx, event)
    return job
