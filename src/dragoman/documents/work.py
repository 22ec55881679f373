"""A worker's run of one document job: read, extract, translate, rebuild, store, record.

No transaction is open while a step works: each record is a short transaction of its own. After a crash, the
next run continues from the checkpoints. Only the last run may record an outcome.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Final
from uuid import UUID

import orjson

from dragoman import languages
from dragoman.conversion.sources import PreparedSource
from dragoman.cpu_work import DOCUMENT_THREAD, run, weigh
from dragoman.database.connections import Transaction, transaction
from dragoman.documents import files, store
from dragoman.documents.actions import subject, translate_message
from dragoman.documents.failures import check_run_limit, explain
from dragoman.documents.language_detection import UNKNOWN, detect_in_document
from dragoman.documents.model import Job, JobDetails, JobFailure, JobResult, JobStatus
from dragoman.documents.record import write_record
from dragoman.documents.reports import write_report, write_style
from dragoman.documents.secrets import outcome_values, read_row
from dragoman.documents.sources import open_source
from dragoman.formats.format import Document, Languages
from dragoman.jobs.fair_queue import Slice
from dragoman.jobs.queue import CONTINUED, enqueue
from dragoman.memories.usage import count_usage
from dragoman.notifications.actions import announce
from dragoman.notifications.model import EventKind, NotificationDraft
from dragoman.notifications.schedule import DOCUMENTS
from dragoman.resources import Resources
from dragoman.runs.run import Paused, Superseded, perform
from dragoman.segments import plain_text
from dragoman.telemetry import log
from dragoman.translation.assets import AssetChoice, Assets, TextContext, load_assets
from dragoman.translation.documents.preparing import require_text
from dragoman.translation.documents.translating import (
    Checkpoints,
    DocumentOrder,
    DocumentTranslation,
    report_unwritten,
    translate_document,
)
from dragoman.translation.model import Translation
from dragoman.translation.requests import find_request_route, load_routes
from dragoman.translation.routes import Route
from dragoman.translation.source_detection import AUTO
from dragoman.usage.actions import add_usage
from dragoman.usage.model import Usage

_EXTRACTED: Final = 0.05  # progress when the text is there
_TRANSLATED: Final = 0.95  # progress when all of it is translated
_REPORT_SECONDS: Final = 0.5  # between two records of the progress


async def translate_job(resources: Resources, *, job_id: UUID, account_id: int) -> None:
    """Do one run of a job. Safe to call for a job that is finished, deleted, or running elsewhere.

    Raises errors after which the job should be retried: outages, and unexpected errors up to a limit.
    """
    await _run(resources, _perform, job_id=job_id, account_id=account_id)


async def convert_job(resources: Resources, *, job_id: UUID, account_id: int) -> None:
    """Convert a job's legacy document, then enqueue its translation. Raises as `translate_job` does.

    Conversions have a queue of their own, so that other jobs do not wait for them.
    """
    await _run(resources, _convert, job_id=job_id, account_id=account_id)


async def _run(
    resources: Resources,
    work: Callable[[Resources, Job], Awaitable[JobResult]],
    *,
    job_id: UUID,
    account_id: int,
) -> None:
    async with transaction(resources.database, account=account_id) as tx:
        row = await store.claim_document(tx, job_id)
    if row is None:
        return
    job = read_row(resources.keyring, row)
    outcome: JobResult | JobFailure | None = check_run_limit(job)
    if outcome is None:
        outcome = await perform(
            lambda: work(resources, job),
            explain=lambda error: explain(error, job),
            pause=lambda: _pause(resources, job),
            subject=f"document {job.id}",
        )
    if outcome is not None:
        await _record(resources, job, outcome)


async def _pause(resources: Resources, job: Job) -> None:
    async with transaction(resources.database, account=job.account_id) as tx:
        await store.count_pause(tx, job.id)
        await enqueue(tx, translate_message(job, priority=CONTINUED))


async def _convert(resources: Resources, job: Job) -> JobResult:
    await open_source(resources, job)  # which stores the converted document
    raise Paused


async def _perform(resources: Resources, job: Job) -> JobResult:
    steps = _Steps(resources=resources, job=job, slice=Slice(resources.database))
    readable = await open_source(resources, job)
    if job.source == AUTO:
        job = steps.job = await _detect_source(resources, job, readable)
    route = await find_request_route(
        resources.text_resources(),
        job.source,
        job.target,
        account_id=job.account_id,
        sandbox=job.sandbox,
    )
    pair = Languages(source=languages.canonical(job.source), target=languages.canonical(job.target))
    async with resources.confined.open_document(readable.format, readable.source, pair) as opened:
        extracted = await opened.extract(max_words=resources.settings.max_document_words)
        warnings = (*readable.warnings, *extracted.document.warnings)
        document = replace(extracted.document, warnings=warnings)
        assets = await _read_assets(steps, document)
        translation = await _translate(steps, document, route=route, assets=assets)
        written = await opened.rebuild(translation.targets)
    blob = await files.write_result(resources.blobs, job, written.data)
    report, characters, style = await run(
        weigh(unit.segment for unit in document.units),
        lambda: (
            report_unwritten(document, translation, written.unwritten, language=pair.source),
            _count_characters(document),
            write_style(assets.style, translation.done, resources.engines.current()),
        ),
        thread=DOCUMENT_THREAD,
    )
    await count_usage(resources.database, report.units_used, account_id=job.account_id)
    return JobResult(
        blob=blob,
        size=len(written.data),
        report={**write_report(report), **style, "characters": characters},
        words=report.words,
        characters=characters,
        segments=report.segments,
        memory=report.memory,
    )


def _count_characters(document: Document) -> int:
    return sum(len(plain_text(unit.segment)) for unit in document.units if unit.reason is None)


async def _detect_source(resources: Resources, job: Job, readable: PreparedSource) -> Job:
    """Detect and record the language of a document. Raises `SourceUnsure`, or `Superseded`."""
    pair = Languages(source=UNKNOWN, target=languages.canonical(job.target))
    extracted = await resources.confined.extract(
        readable.format, readable.source, pair, max_words=resources.settings.max_document_words
    )
    routes = await load_routes(resources.text_resources(), account_id=job.account_id, sandbox=job.sandbox)
    source = await detect_in_document(routes, extracted.document, target=job.target)
    async with transaction(resources.database, account=job.account_id) as tx:
        if not await store.update_source(tx, job.id, run=job.run, source=source):
            raise Superseded
    return replace(job, source=source)


async def _read_assets(steps: _Steps, document: Document) -> Assets:
    """Load the assets of a document with text. Raises `PermanentFailure` for one without."""
    resources, job = steps.resources, steps.job
    await run(
        weigh(unit.segment for unit in document.units),
        lambda: require_text(document),
        thread=DOCUMENT_THREAD,
    )
    await steps.report_progress(_EXTRACTED)
    assets = await load_assets(
        resources.database,
        resources.glossary_cache,
        account_id=job.account_id,
        source=job.source,
        target=job.target,
        choice=_choice(job.details),
    )
    return replace(assets, text_context=TextContext(title=job.details.file_name))


async def _translate(
    steps: _Steps, document: Document, *, route: Route, assets: Assets
) -> DocumentTranslation:
    job = steps.job
    language = languages.canonical(job.source)
    order = DocumentOrder(route=route, language=language, assets=assets, name=job.details.file_name)
    return await translate_document(steps.resources.translator, document, order, checkpoints=steps)


def _choice(details: JobDetails) -> AssetChoice:
    return AssetChoice(
        threshold=details.memory_threshold,
        term_base_ids=None if details.term_base_ids is None else tuple(details.term_base_ids),
        memory_id=details.memory_id,
        style_id=details.style_id,
    )


@dataclass(slots=True, kw_only=True)
class _Steps(Checkpoints):
    """A run's checkpoints: batches in encrypted files, progress in the job's row, pauses for other work."""

    resources: Resources
    job: Job
    slice: Slice
    # From the start, so that short documents end without a report.
    reported: float = field(default_factory=time.monotonic)
    saved: int = 0

    async def load(self) -> Mapping[str, Translation]:
        """Read the batches that earlier runs finished."""
        finished = await files.read_checkpoints(self.resources.blobs, self.job)
        self.slice.start_work()
        return finished

    async def save(self, finished: Mapping[str, Translation], *, progress: float) -> None:
        """Store a batch, except the last: the result follows at once. Raises `Paused`, `Superseded`."""
        if progress < 1:
            self.saved += 1
            await files.write_checkpoint(self.resources.blobs, self.job, self.saved, finished)
            if await self.slice.is_over():
                raise Paused
        await self.report_progress(_EXTRACTED + (_TRANSLATED - _EXTRACTED) * progress)

    async def report_progress(self, progress: float) -> None:
        """Record the progress, at most every half second. Raises `Superseded`."""
        if time.monotonic() - self.reported < _REPORT_SECONDS:
            return
        self.reported = time.monotonic()
        job = self.job
        async with transaction(self.resources.database, account=job.account_id) as tx:
            if not await store.update_progress(tx, job.id, run=job.run, progress=progress):
                raise Superseded


async def _record(resources: Resources, job: Job, outcome: JobResult | JobFailure) -> None:
    """Record the outcome, its usage and its notification in one transaction."""
    keep = timedelta(seconds=resources.settings.document_retention_seconds)
    async with transaction(resources.database, account=job.account_id) as tx:
        if job.source == AUTO and (row := await store.find_document(tx, job.id)) is not None:
            job = replace(job, source=row.source)  # which this run may have detected
        if isinstance(outcome, JobResult):
            finished = job.succeed(now=tx.now, keep=keep, result=outcome)
        else:
            finished = job.fail(now=tx.now, keep=keep, failure=outcome)
            share = await store.find_document(tx, job.id)
            finished = replace(finished, progress=share.progress if share else 0.0)
        values = {"status": finished.status, "progress": finished.progress, **outcome_values(finished)}
        if not await store.finish_document(tx, job.id, run=job.run, values=values):
            log().info("run.superseded", subject=f"document {job.id}")
            return
        if isinstance(outcome, JobResult):
            await add_usage(tx, _usage(job, outcome))
        await _announce(tx, resources, finished)
    log().info(
        "document.finished", job=str(job.id), status=finished.status.value, format=job.format, run=job.run
    )


async def _announce(tx: Transaction, resources: Resources, job: Job) -> None:
    url = job.details.success_url if job.status is JobStatus.SUCCESS else job.details.error_url
    draft = NotificationDraft(
        account_id=job.account_id,
        application_id=job.application_id,
        kind=EventKind.DOCUMENT_FINISHED,
        subject=subject(job.id),
        url=url,
        body=orjson.dumps(write_record(job)),
        schedule=DOCUMENTS,
    )
    await announce(tx, resources.keyring, draft=draft)


def _usage(job: Job, result: JobResult) -> Usage:
    return Usage(
        account_id=job.account_id,
        application_id=job.application_id,
        characters=result.characters,
        words=result.words,
        segments=result.segments,
        documents=1,
        memory_characters=result.memory.characters,
        memory_words=result.memory.words,
        memory_segments=result.memory.segments,
    )
