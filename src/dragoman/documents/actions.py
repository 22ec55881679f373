"""Clients' actions on document jobs: submit, read, download, delete (D1–D6)."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final
from uuid import UUID

from dragoman.access.model import Caller
from dragoman.blobs import new_key
from dragoman.conversion.detection import detect_type
from dragoman.conversion.legacy.types import LegacyType, find_legacy, load_info
from dragoman.conversion.names import check_file_name
from dragoman.conversion.options import check_options
from dragoman.database.connections import Transaction, transaction
from dragoman.documents import files, store
from dragoman.documents.language_detection import detect_at_submission
from dragoman.documents.messages import CONVERSIONS, CONVERT, DELETE_FILES, QUEUE, TRANSLATE
from dragoman.documents.model import DocumentFilter, Job, JobDetails, JobStatus
from dragoman.documents.secrets import read_row, write_row
from dragoman.errors import (
    Call,
    DragomanError,
    LimitExceeded,
    NotFound,
    Operation,
    RuleBroken,
    TooManyRequests,
    Unavailable,
)
from dragoman.formats.format import FormatInfo
from dragoman.idempotency.actions import answer_once
from dragoman.idempotency.model import RepeatableRequest, StoredAnswer
from dragoman.jobs.queue import Message, Share, enqueue
from dragoman.notifications.actions import delete_notifications
from dragoman.resources import Resources
from dragoman.translation.assets import DEFAULT_CHOICE, AssetChoice, check_choice
from dragoman.translation.request_sources import require_request_source
from dragoman.translation.requests import load_routes
from dragoman.translation.routes import find_route
from dragoman.translation.source_detection import AUTO

_BUSY_SECONDS: Final = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """A document and its options as a client sends them, with well-formed fields."""

    file_name: str
    data: bytes = field(repr=False)
    source: str
    target: str
    success_url: str | None = None
    error_url: str | None = None
    translation_id: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    choice: AssetChoice = DEFAULT_CHOICE

    @property
    def has_unknown_source(self) -> bool:
        """Whether the source language is to be detected."""
        return self.source.lower() == AUTO


# Makes the answer that a repeat of the same request gets, from the new job's id (E8).
Answer = Callable[[UUID], StoredAnswer]


async def submit_document(
    resources: Resources,
    submission: Submission,
    *,
    caller: Caller,
    repeatable: RepeatableRequest | None,
    answer: Answer,
) -> StoredAnswer:
    """Store a document and enqueue its job; both are durable when this returns.

    A repeated request gets the first one's answer. Raises `RuleBroken` for a document, a pair or options that
    are refused, `TooManyRequests` when too many of the application's jobs wait, and what `hold` raises.
    """
    info, details = await check_submission(resources, submission, caller=caller)
    source = submission.source
    if submission.has_unknown_source:
        found = await detect_at_submission(
            resources, submission.data, info, details, target=submission.target, caller=caller
        )
        source, details = found or AUTO, replace(details, source_detected=True)
    job_id, key = uuid.uuid4(), new_key()
    await files.write_source(resources.blobs, job_id, key, submission.data)
    try:
        async with transaction(resources.database, account=caller.account_id) as tx:
            job = Job(
                id=job_id,
                account_id=caller.account_id,
                application_id=caller.application_id,
                status=JobStatus.CREATED,
                source=source,
                target=submission.target,
                format=info.name,
                size=len(submission.data),
                sandbox=caller.is_sandbox,
                details=details,
                key=key,
                created=tx.now,
            )

            async def accept() -> StoredAnswer:
                await _accept(tx, resources, job)
                return answer(job_id)

            answered = await answer_once(tx, repeatable, accept)
    except DragomanError as error:
        if not isinstance(error, Unavailable):  # else the commit may have succeeded: the sweep decides
            await files.delete_files(resources.blobs, job_id)
        raise
    if answered.is_repeat:
        await files.delete_files(resources.blobs, job_id)
    return answered.answer


async def check_submission(
    resources: Resources, submission: Submission, *, caller: Caller
) -> tuple[FormatInfo, JobDetails]:
    """Validate a submission; returns its format and the job's details. Raises `RuleBroken` (D2)."""
    settings = resources.settings
    routes = await load_routes(
        resources.text_resources(), account_id=caller.account_id, sandbox=caller.is_sandbox
    )
    if submission.has_unknown_source:
        require_request_source(routes, [submission.target])
    else:
        find_route(routes, submission.source, submission.target)
    name = check_file_name(submission.file_name)
    if len(submission.data) > settings.max_document_bytes:
        raise LimitExceeded(
            f"Document too large: it has {len(submission.data)} bytes, at most {settings.max_document_bytes} "
            "are accepted. Split it."
        )
    found = await asyncio.to_thread(detect_type, submission.data, name)
    if isinstance(found, LegacyType):
        await resources.legacy.require(found)
    info = await load_info(found)
    options = check_options(info, submission.options)
    await check_choice(
        resources.database, submission.choice, account_id=caller.account_id, targets=[submission.target]
    )
    return info, JobDetails(
        file_name=name,
        translation_id=submission.translation_id,
        success_url=submission.success_url,
        error_url=submission.error_url,
        options=options,
        memory_threshold=submission.choice.threshold,
        term_base_ids=submission.choice.term_base_ids,
        memory_id=submission.choice.memory_id,
        style_id=submission.choice.style_id,
    )


async def _accept(tx: Transaction, resources: Resources, job: Job) -> None:
    waiting = await store.count_unfinished(tx, application_id=job.application_id)
    if waiting >= resources.settings.max_waiting_documents:
        raise TooManyRequests(
            f"{waiting} documents of this application wait already. Send more when some are done.",
            retry_after=_BUSY_SECONDS,
        )
    await store.insert_document(tx, write_row(resources.keyring, job))
    await enqueue(tx, convert_message(job) if find_legacy(job.format) else translate_message(job))


def convert_message(job: Job) -> Message:
    """Make the message to convert a job's legacy document, which comes first."""
    return _message(job, task=CONVERT, queue=CONVERSIONS)


def translate_message(job: Job, *, priority: int = 0) -> Message:
    """Make the message to translate a job's document."""
    return replace(_message(job, task=TRANSLATE, queue=QUEUE), priority=priority)


def _message(job: Job, *, task: str, queue: str) -> Message:
    arguments = {"job": str(job.id), "account": job.account_id}
    share = Share(account=job.account_id, stream=f"application:{job.application_id}")
    return Message(task=task, arguments=arguments, queue=queue, share=share)


async def find_job(resources: Resources, job_id: UUID, *, caller: Caller) -> Job:
    """Find one of the caller's jobs. Raises `NotFound`, also for expired jobs and those of others."""
    async with transaction(resources.database, account=caller.account_id) as tx:
        row = await store.find_document(tx, job_id, application_id=caller.application_id)
    if row is None:
        raise not_found()
    return read_row(resources.keyring, row)


def not_found() -> NotFound:
    """Make the error for a missing, an expired or another application's job: all are the same."""
    return NotFound(
        "There is no such document job: it never existed, or it was deleted after its time. "
        "Results are kept for a limited time after a job has finished."
    )


async def list_jobs(
    resources: Resources, *, caller: Caller, status: JobStatus | None = None, limit: int, offset: int
) -> Sequence[Job]:
    """List the caller's jobs, newest first; of one status or all."""
    wanted = DocumentFilter(account_id=caller.account_id, application_id=caller.application_id, status=status)
    async with transaction(resources.database, account=caller.account_id) as tx:
        rows = await store.list_documents(tx, wanted, limit=limit, offset=offset)
    return [read_row(resources.keyring, row) for row in rows]


async def find_result(resources: Resources, job_id: UUID, *, caller: Caller) -> Job:
    """Find a job with a translated document. Raises `NotFound`, or `RuleBroken` when it has none."""
    return require_result(await find_job(resources, job_id, caller=caller))


async def find_result_of_account(resources: Resources, job_id: UUID, *, account_id: int) -> Job:
    """Find a job of an account with a translated document, for whoever shows a key to it.

    Raises what `find_result` raises.
    """
    async with transaction(resources.database, account=account_id) as tx:
        row = await store.find_document(tx, job_id)
    if row is None:
        raise not_found()
    return require_result(read_row(resources.keyring, row))


def require_result(job: Job) -> Job:
    """The job, if it has a translated document. Raises `RuleBroken` when it has none."""
    if job.status is JobStatus.FAILED:
        raise RuleBroken(
            "There is no translated document: the job failed. Its record says why.",
            calls=[Call(Operation.GET_DOCUMENT, {"jobId": job.id})],
        )
    if job.status is not JobStatus.SUCCESS:
        raise RuleBroken(
            "The translated document is not available yet: the job is not finished. Wait for the callback, "
            "or until the status is SUCCESS."
        )
    return job


async def delete_job(resources: Resources, job_id: UUID, *, caller: Caller) -> None:
    """Cancel a job, or delete it before it expires. Raises `NotFound`."""
    async with transaction(resources.database, account=caller.account_id) as tx:
        if await store.find_document(tx, job_id, application_id=caller.application_id) is None:
            raise not_found()
        await destroy(tx, [job_id])


async def destroy(tx: Transaction, job_ids: Sequence[UUID]) -> None:
    """Delete jobs with their keys and notifications; another job deletes their files after the commit."""
    await store.delete_documents(tx, job_ids)
    await delete_notifications(tx, subjects=[subject(job_id) for job_id in job_ids])
    arguments = {"jobs": [str(job_id) for job_id in job_ids]}
    await enqueue(tx, Message(task=DELETE_FILES, arguments=arguments, queue=QUEUE, priority=1))


def subject(job_id: UUID) -> str:
    """Name a job in notifications."""
    return f"document:{job_id}"
