"""Document jobs: made, read, finished or failed, expired (D3 to D7)."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from dragoman_client.mock import document_files, pseudo
from dragoman_client.mock.deliveries import Message, notify
from dragoman_client.mock.faults import OF_JOBS, Fault, PlannedFault
from dragoman_client.mock.pace import JobPace
from dragoman_client.mock.state import Record, State, new_id
from dragoman_client.mock.times import stamp

MOST_WORDS: Final = 50_000
_REASONS: Final[Mapping[str, str]] = {
    "MAX_WORDS_EXCEEDED": "The document has more words than are accepted.",
    "DOCUMENT_EMPTY": "The document has no text to translate.",
    "DOCUMENT_CORRUPT": "The document is damaged and cannot be read.",
    "DOCUMENT_ENCRYPTED": "The document is protected by a password.",
    "CONVERSION_FAILED": "The document could not be converted.",
    "TRANSLATION_FAILED": "The text of the document could not be translated.",
    "TIMEOUT": "The translation of the document took too long.",
    "INTERNAL_ERROR": "The service failed to translate the document.",
}


@dataclass(slots=True, kw_only=True)
class DocumentJob:
    """One job and its files."""

    account: int
    application: int
    source: str
    target: str
    file_name: str
    data: bytes
    fields: Record  # what the form said besides
    pace: JobPace
    failure: str | None = None  # the D7 code that it will fail with
    is_source_detected: bool = False
    id: str = field(default_factory=new_id)
    status: str = "CREATED"
    created: float = field(default_factory=time.monotonic)
    created_at: str = field(default_factory=stamp)
    finished: float | None = None  # monotonic
    finished_at: str | None = None
    expires_at: str | None = None
    reads: int = 0
    result: bytes | None = None
    error_data: Record | None = None
    headers: Mapping[str, str] = field(default_factory=dict)  # of the request that made it

    @property
    def is_over(self) -> bool:
        """Whether it succeeded or failed."""
        return self.status in {"SUCCESS", "FAILED"}


def make_job(state: State, job: DocumentJob, *, path: str) -> DocumentJob:
    """Store a job and let it run at its pace. Faults of jobs take hold here."""
    planned = state.faults.of_work(OF_JOBS, path=path, headers=job.headers)
    if planned is not None:
        _apply(job, planned)
    elif document_files.is_corrupt(job.file_name, job.data, state.seeds["documentTypes"]):
        job.failure = "DOCUMENT_CORRUPT"
    elif not document_files.has_words(job.file_name, job.data, state.seeds["documentTypes"]):
        job.failure = "DOCUMENT_EMPTY"
    elif _count(state, job) > MOST_WORDS:
        job.failure = "MAX_WORDS_EXCEEDED"
    state.documents[job.id] = job
    if job.pace.seconds is not None:
        state.scheduler.run_later(job.pace.seconds, partial(advance, state, job))
    return job


def _apply(job: DocumentJob, planned: PlannedFault) -> None:
    if planned.fault is Fault.SLOW_JOB:
        job.pace = JobPace(reads=None, seconds=planned.seconds)
    else:
        job.failure = planned.code


def read_job(state: State, job: DocumentJob) -> None:
    """Count a read of the job's status; it may be over then."""
    job.reads += 1
    advance(state, job)
    if job.status == "CREATED":
        job.status = "IN_PROGRESS"


def advance(state: State, job: DocumentJob) -> None:
    """Finish the job when its time has come."""
    with state.lock:
        age = time.monotonic() - job.created
        if not job.is_over and job.pace.is_over(reads=job.reads, age=age) and job.id in state.documents:
            finish_job(state, job)


def finish_job(state: State, job: DocumentJob) -> None:
    """End a job now: its result or its failure, its notification, its expiry."""
    if job.is_over:
        return
    kept = state.settings.expiry_seconds
    job.finished, job.finished_at = time.monotonic(), stamp()
    job.expires_at = stamp(time.time() + kept)
    if job.failure is None:
        types = state.seeds["documentTypes"]
        job.result = document_files.translate_document(job.file_name, job.data, job.target, types)
        job.status = "SUCCESS"
    else:
        job.status = "FAILED"
        words = _count(state, job)
        limits = {"maxAllowedWords": MOST_WORDS, "wordCount": max(words, MOST_WORDS + 1)}
        job.error_data = limits if job.failure == "MAX_WORDS_EXCEEDED" else {}
    url = job.fields.get("successCallbackUrl" if job.result is not None else "errorCallbackUrl")
    notify(
        state,
        Message(
            account=job.account,
            application=job.application,
            kind="document.finished",
            subject=f"document:{job.id}",
            url=url or None,
            body=write_job(job),
        ),
        headers=dict(job.headers),
    )
    state.scheduler.run_later(kept, partial(state.documents.pop, job.id, None))


def write_job(job: DocumentJob, *, details: bool = False) -> Record:
    """The record of a job (D3)."""
    is_failed = job.status == "FAILED"
    record: dict[str, Any] = {
        "jobId": job.id,
        "source": job.source,
        "target": job.target,
        "fileName": job.file_name,
        "translationId": job.fields.get("translationId") or None,
        "successCallbackUrl": job.fields.get("successCallbackUrl") or None,
        "errorCallbackUrl": job.fields.get("errorCallbackUrl") or None,
        "status": job.status,
        "reason": _REASONS[job.failure] if is_failed and job.failure else None,
        "errorCode": job.failure if is_failed else None,
        "errorData": job.error_data,
        "progress": 1.0 if job.status == "SUCCESS" else 0.0,
        "createdAt": job.created_at,
        "finishedAt": job.finished_at,
        "expiresAt": job.expires_at,
    }
    return {**record, **_details(job)} if details else record


def _details(job: DocumentJob) -> Record:
    return {
        "format": job.fields.get("format", ""),
        "size": len(job.data),
        "report": {"warnings": []} if job.is_over else None,
        "sourceDetected": job.is_source_detected,
    }


def _count(state: State, job: DocumentJob) -> int:
    return pseudo.count_words(document_files.read_text(job.file_name, job.data, state.seeds["documentTypes"]))
