"""The record of a job as JSON: a data format that this module owns.

Callbacks carry it (D8), and the interface answers with the same (D3).
"""

from __future__ import annotations

from typing import Any

from dragoman.documents.model import Job
from dragoman.timestamps import write_time


def write_record(job: Job, *, details: bool = False) -> dict[str, Any]:
    """The record, ready for JSON. `details` adds the format, the fidelity report, and more."""
    failure = job.failure
    record: dict[str, Any] = {
        "jobId": str(job.id),
        "source": job.source,
        "target": job.target,
        "fileName": job.details.file_name,
        "translationId": job.details.translation_id,
        "successCallbackUrl": job.details.success_url,
        "errorCallbackUrl": job.details.error_url,
        "status": job.status.value,
        "reason": failure.reason if failure else None,
        "errorCode": failure.code.value if failure else None,
        "errorData": dict(failure.data) if failure else None,
        "progress": round(job.progress, 3),
        "createdAt": write_time(job.created),
        "finishedAt": write_time(job.finished),
        "expiresAt": write_time(job.expires),
    }
    if details:
        record["format"] = job.format
        record["size"] = job.size
        record["report"] = job.report
        record["sourceDetected"] = bool(job.details.source_detected)
    return record
