"""Encryption of a job's row. The row has the job's key: without it, the job's files are unreadable."""

from __future__ import annotations

import secrets
from typing import Any, Final

import orjson
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from dragoman.access.keyring import Keyring
from dragoman.documents.model import ErrorCode, Job, JobDetails, JobFailure, JobStatus
from dragoman.documents.store import JobRow

_PURPOSE: Final = "document key"
_NONCE_BYTES: Final = 12
_ADDED: Final = ("memory_threshold", "term_base_ids", "memory_id", "style_id", "source_detected")
_DETAILS: Final = b"details"  # a key's other uses are the job's files, which are framed in another way


def write_row(keyring: Keyring, job: Job) -> JobRow:
    """Make the row of a job."""
    nonce = secrets.token_bytes(_NONCE_BYTES)
    details = {name: getattr(job.details, name) for name in JobDetails.__slots__}
    for name in _ADDED:
        if details[name] is None:  # the previous release does not know the field
            del details[name]
    return JobRow(
        id=job.id,
        account_id=job.account_id,
        application_id=job.application_id,
        status=job.status,
        source=job.source,
        target=job.target,
        format=job.format,
        size=job.size,
        sandbox=job.sandbox,
        key=keyring.wrap(job.key, purpose=_PURPOSE, context=str(job.id)),
        details=nonce + AESGCM(job.key).encrypt(nonce, orjson.dumps(details), _DETAILS),
        run=job.run,
        pauses=job.pauses,
        progress=job.progress,
        created=job.created,
        **outcome_values(job),
    )


def outcome_values(job: Job) -> dict[str, Any]:
    """Make the columns of a job's outcome; all null before the end."""
    failure = job.failure
    return {
        "finished": job.finished,
        "expires": job.expires,
        "failure": {"code": failure.code, "reason": failure.reason, "data": dict(failure.data)}
        if failure
        else None,
        "result": job.result,
        "result_size": job.result_size,
        "report": job.report,
    }


def read_row(keyring: Keyring, row: JobRow) -> Job:
    """Decrypt the job of a row. Raises `Misconfigured` when the master key file is of another database."""
    key = keyring.unwrap(row.key, purpose=_PURPOSE, context=str(row.id))
    details = AESGCM(key).decrypt(row.details[:_NONCE_BYTES], row.details[_NONCE_BYTES:], _DETAILS)
    failure = row.failure
    return Job(
        id=row.id,
        account_id=row.account_id,
        application_id=row.application_id,
        status=JobStatus(row.status),
        source=row.source,
        target=row.target,
        format=row.format,
        size=row.size,
        sandbox=row.sandbox,
        details=JobDetails(**orjson.loads(details)),
        key=key,
        created=row.created,
        run=row.run,
        pauses=row.pauses,
        progress=row.progress,
        finished=row.finished,
        expires=row.expires,
        failure=JobFailure(code=ErrorCode(failure["code"]), reason=failure["reason"], data=failure["data"])
        if failure
        else None,
        result=row.result,
        result_size=row.result_size,
        report=row.report,
    )
