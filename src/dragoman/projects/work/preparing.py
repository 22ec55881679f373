"""Preparing a translation: segment the file, look segments up in memories, translate the others with engines.

The segments are rows, so that after a crash the next run continues from them. Only the last run may
change its translation. `rebuilding` makes the translated file.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from dragoman.accounts.actions import get_account
from dragoman.accounts.model import AccountKind
from dragoman.catalog.actions import find_service
from dragoman.catalog.model import ServiceKind
from dragoman.database.connections import Transaction, transaction
from dragoman.jobs.fair_queue import Slice
from dragoman.jobs.queue import CONTINUED, enqueue
from dragoman.memories.segment_json import decode_segment, encode_segment
from dragoman.memories.usage import count_usage
from dragoman.projects import file_store, segment_store, store
from dragoman.projects.assets import load_project_assets
from dragoman.projects.messages import prepare_message, rebuild_message
from dragoman.projects.model import (
    FileTranslation,
    HoldReason,
    Project,
    ProjectFile,
    Stage,
    TranslationFailure,
)
from dragoman.projects.segment_model import ProjectSegment, SegmentChangeKind, SegmentState
from dragoman.projects.segment_store import SegmentChange
from dragoman.projects.work.reading import open_file, read_file
from dragoman.projects.work.segmenting import (
    ENGINE,
    MEMORY,
    Cut,
    count_words_of,
    cut_document,
    prepare_document,
)
from dragoman.resources import Resources
from dragoman.runs.run import Paused, Superseded, never_pause, perform
from dragoman.segments import plain_text
from dragoman.telemetry import log
from dragoman.translation.assets import Assets
from dragoman.translation.documents import failures
from dragoman.translation.documents.failures import PermanentFailure
from dragoman.translation.model import Origin
from dragoman.translation.model import Translation as Made
from dragoman.translation.requests import find_request_route
from dragoman.translation.routes import Route
from dragoman.translation.translate import translate_segments

_CUT: Final = 0.1  # progress when the segments are there
_PREPARED: Final = 0.9  # progress when engines have done theirs
_BATCH_SEGMENTS: Final = 100
_BATCH_CHARACTERS: Final = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslationTask:
    """A translation that a worker has claimed, with what the work depends on."""

    project: Project
    file: ProjectFile
    translation: FileTranslation
    kind: ServiceKind
    sandbox: bool
    slice: Slice

    @property
    def uses_engines(self) -> bool:
        """Whether engines translate the segments without a memory match."""
        return self.sandbox or self.kind in (ServiceKind.MACHINE, ServiceKind.POST_EDITING)

    @property
    def is_automatic(self) -> bool:
        """Whether it finishes without the work of a linguist."""
        return self.sandbox or self.kind is ServiceKind.MACHINE


async def claim(
    resources: Resources, tx: Transaction, translation_id: int, *, stage: Stage
) -> TranslationTask | None:
    """Claim a translation for one more run; None when it is not at this stage, or its project is held."""
    translation = await file_store.claim_translation(tx, translation_id, stage=stage)
    if translation is None:
        return None
    project = await store.find_project(tx, translation.project_id)
    file = await file_store.find_file(tx, translation.file_id)
    assert project is not None  # no translation is without
    assert file is not None
    if project.hold is HoldReason.STAFF:  # its release enqueues another job
        return None
    assert project.fields.service_id is not None
    service = await find_service(tx, project.fields.service_id, account_id=project.account_id)
    account = await get_account(tx, account_id=project.account_id)
    assert service is not None  # services are disabled, never deleted
    return TranslationTask(
        project=project,
        file=file,
        translation=translation,
        kind=service.kind,
        sandbox=account.kind is AccountKind.SANDBOX,
        slice=Slice(resources.database),
    )


async def prepare_translation(resources: Resources, *, translation_id: int, account_id: int) -> None:
    """Prepare a translation; then it is open for linguists, or its file is rebuilt.

    Safe to call for a translation that is done, cancelled or claimed by another worker. Raises errors after
    which the job should be retried.
    """
    async with transaction(resources.database, account=account_id) as tx:
        task = await claim(resources, tx, translation_id, stage=Stage.PREPARING)
    if task is not None:
        await run_task(
            resources,
            task,
            lambda: _prepare(resources, task),
            pause=lambda: _pause(resources, task.translation),
        )


async def run_task(
    resources: Resources,
    task: TranslationTask,
    work: Callable[[], Awaitable[None]],
    *,
    pause: Callable[[], Awaitable[None]] = never_pause,
) -> None:
    """Do a task's work. A permanent failure sets the translation's stage to failed, for the provider."""
    tries, subject = task.translation.tries, f"translation {task.translation.id}"
    defeat = failures.check_run_limit(run=tries, subject=subject)
    if defeat is None:
        defeat = await perform(
            work,
            explain=lambda error: failures.find_permanent_failure(error, run=tries, subject=subject),
            pause=pause,
            subject=subject,
        )
    if defeat is not None:
        await _fail(resources, task, defeat)


async def _pause(resources: Resources, translation: FileTranslation) -> None:
    async with transaction(resources.database, account=translation.account_id) as tx:
        await enqueue(tx, prepare_message(translation, priority=CONTINUED))


async def _fail(resources: Resources, task: TranslationTask, defeat: PermanentFailure) -> None:
    """Record a translation's failure."""
    failure = TranslationFailure(code=defeat.code, reason=defeat.reason, data=defeat.data)
    await _update(resources, task, {"stage": Stage.FAILED, "failure": failure})
    log().warning("project.translation_failed", translation=task.translation.id, code=defeat.code)


async def restart_translation(tx: Transaction, translation: FileTranslation) -> None:
    """Retry a failed translation from its preparation; stored segments are kept."""
    if translation.stage is not Stage.FAILED:
        return
    # The delivery is undone, with its QA report and the reason for its override.
    delivery = {"quality": None, "delivered_by": None, "override_reason": None}
    returned = {"handed_back": None, "handed_back_by": None, "review_ended": None, "review_ended_by": None}
    values = {"stage": Stage.PREPARING, "failure": None, "tries": 0, **delivery, **returned}
    await file_store.update_translation(tx, translation.id, values)
    await enqueue(tx, prepare_message(translation))


async def _prepare(resources: Resources, task: TranslationTask) -> None:
    source, target = task.file.source_language, task.translation.target_language
    assert source is not None
    assets = await load_project_assets(resources, task.project, source=source, target=target)
    await _cut(resources, task, assets)
    if task.uses_engines:
        route = await find_request_route(
            resources.text_resources(),
            source,
            target,
            account_id=task.project.account_id,
            sandbox=task.sandbox,
        )
        await _translate_with_engines(resources, task, route, assets)
    await _advance(resources, task)


async def _cut(resources: Resources, task: TranslationTask, assets: Assets) -> None:
    """Insert all segments in one transaction, unless an earlier run has."""
    translation = task.translation
    async with transaction(resources.database, account=translation.account_id) as tx:
        if await segment_store.has_segments(tx, translation.id):
            return
    readable = await open_file(resources, task.file)
    reading = await read_file(resources, task.file, readable, target_language=translation.target_language)
    prepared = await prepare_document(
        resources.translator, reading.document, language=reading.languages.source
    )
    cut: Cut = await cut_document(reading.document, prepared, name=task.file.name, look_up=assets.look_up)
    rows = await asyncio.to_thread(count_words_of, cut.rows, prepared, language=reading.languages.source)
    async with transaction(resources.database, account=translation.account_id) as tx:
        # First: it locks the row, so that of two runs only one can go on from here.
        if not await file_store.update_translation(
            tx, translation.id, {"progress": _CUT, "tries": 0}, run=translation.run
        ):
            raise Superseded
        await segment_store.insert_segments(tx, translation, rows)
    await count_usage(resources.database, cut.units_used, account_id=translation.account_id)


async def _translate_with_engines(
    resources: Resources, task: TranslationTask, route: Route, assets: Assets
) -> None:
    """Translate segments without a target, each different source once, batch by batch."""
    translation = task.translation
    async with transaction(resources.database, account=translation.account_id) as tx:
        rows = await segment_store.list_segments(tx, translation.id)
    rows_by_source: dict[str, list[ProjectSegment]] = defaultdict(list)
    for row in rows:
        if row.target is None:
            rows_by_source[row.source].append(row)
    done = len(rows) - sum(map(len, rows_by_source.values()))
    task.slice.start_work()
    for batch in _batches(rows_by_source):
        segments = [decode_segment(source) for source in batch]
        translations = await translate_segments(resources.translator, segments, route=route, assets=assets)
        changes = [
            _change(row, made)
            for source, made in zip(batch, translations, strict=True)
            if task.is_automatic or made.origin is not Origin.UNCHANGED
            for row in rows_by_source[source]
        ]
        done += sum(len(rows_by_source[source]) for source in batch)
        used = [
            unit.unit_id
            for source, made in zip(batch, translations, strict=True)
            for unit in made.units * len(rows_by_source[source])
        ]
        progress = _CUT + (_PREPARED - _CUT) * done / len(rows)
        await _store_batch(resources, task, changes, progress=progress)
        await count_usage(resources.database, used, account_id=translation.account_id)


def _batches(rows_by_source: Mapping[str, Sequence[ProjectSegment]]) -> Iterator[list[str]]:
    batch: list[str] = []
    characters = 0
    for source in rows_by_source:
        size = len(plain_text(decode_segment(source)))
        if batch and (len(batch) >= _BATCH_SEGMENTS or characters + size > _BATCH_CHARACTERS):
            yield batch
            batch, characters = [], 0
        batch.append(source)
        characters += size
    if batch:
        yield batch


def _change(row: ProjectSegment, made: Made) -> SegmentChange:
    """Make the change of a segment; its origin is the memory where an engine only placed the codes."""
    memory = made.memory
    return SegmentChange(
        number=row.number,
        target=encode_segment(made.segment),
        state=SegmentState.PRETRANSLATED,
        origin=ENGINE if memory is None else MEMORY,
        score=None if memory is None else memory.score,
    )


async def _store_batch(
    resources: Resources, task: TranslationTask, changes: Sequence[SegmentChange], *, progress: float
) -> None:
    """Store a batch. Raises `Superseded`, or `Paused` when the run's time slice is over."""
    translation = task.translation
    async with transaction(resources.database, account=translation.account_id) as tx:
        if not await file_store.update_translation(
            tx, translation.id, {"progress": progress, "tries": 0}, run=translation.run
        ):
            raise Superseded
        await segment_store.update_targets(
            tx, translation.id, changes, kind=SegmentChangeKind.SUGGESTED, by=None
        )
    if progress < _PREPARED and await task.slice.is_over():
        raise Paused


async def _advance(resources: Resources, task: TranslationTask) -> None:
    """Open the translation for linguists, or enqueue its rebuild where it needs none."""
    translation = task.translation
    if not task.is_automatic:
        await _update(resources, task, {"stage": Stage.OPEN, "progress": 0.0, "tries": 0})
        return
    values = {"stage": Stage.DELIVERING, "progress": _PREPARED, "tries": 0}
    async with transaction(resources.database, account=translation.account_id) as tx:
        if await file_store.update_translation(tx, translation.id, values, run=translation.run):
            await enqueue(tx, rebuild_message(translation))


async def _update(resources: Resources, task: TranslationTask, values: Mapping[str, Any]) -> bool:
    translation = task.translation
    async with transaction(resources.database, account=translation.account_id) as tx:
        return await file_store.update_translation(tx, translation.id, values, run=translation.run)
