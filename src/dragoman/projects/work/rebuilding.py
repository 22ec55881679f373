"""Delivering a translation: rebuild the file from the segments, store it, and finish the translation."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from typing import Final

from dragoman.conversion.legacy.types import find_type
from dragoman.conversion.names import result_name
from dragoman.counting import NOTHING, Count, count_segment
from dragoman.cpu_work import DOCUMENT_THREAD, LONG, run
from dragoman.database.connections import transaction
from dragoman.formats.format import Document
from dragoman.memories.segment_json import decode_segment
from dragoman.projects import files, segment_store, store
from dragoman.projects.finishing import finish_translation
from dragoman.projects.model import Stage, TranslatedFile
from dragoman.projects.segment_model import ProjectSegment
from dragoman.projects.work.preparing import TranslationTask, claim, run_task
from dragoman.projects.work.reading import ReadFile, open_file, read_file
from dragoman.projects.work.segmenting import MEMORY, clean, join_rows, prepare_document
from dragoman.resources import Resources
from dragoman.segments import plain_text
from dragoman.telemetry import log
from dragoman.text_io.errors import ConversionFailed
from dragoman.usage.actions import add_usage
from dragoman.usage.model import Usage

_SHOWN: Final = 20  # numbers of segments


async def rebuild_translation(resources: Resources, *, translation_id: int, account_id: int) -> None:
    """Rebuild the file of a translation that is being delivered, and finish the translation.

    Safe to call for a translation that is finished, cancelled or claimed by another worker. Raises errors
    after which the job should be retried.
    """
    async with transaction(resources.database, account=account_id) as tx:
        task = await claim(resources, tx, translation_id, stage=Stage.DELIVERING)
    if task is not None:
        await run_task(resources, task, lambda: _rebuild(resources, task))


async def _rebuild(resources: Resources, task: TranslationTask) -> None:
    file, translation = task.file, task.translation
    async with transaction(resources.database, account=translation.account_id) as tx:
        rows = await segment_store.list_segments(tx, translation.id)
    readable = await open_file(resources, file)
    reading = await read_file(resources, file, readable, target_language=translation.target_language)
    prepared = await prepare_document(
        resources.translator, reading.document, language=reading.languages.source
    )
    targets = await run(LONG, lambda: join_rows(prepared, rows), thread=DOCUMENT_THREAD)
    written = await resources.confined.rebuild(readable.format, readable.source, targets, reading.languages)
    if written.unwritten and not task.is_automatic:
        raise _unwritable(rows, frozenset(map(clean, written.unwritten)))
    usage = None
    if task.is_automatic and not task.sandbox:
        usage = _usage(task, reading, _count_memory(rows, language=reading.languages.source))
    await _store_result(resources, task, written.data, usage)


def _unwritable(rows: Sequence[ProjectSegment], units: Collection[str]) -> ConversionFailed:
    """Make the error that lists the segments whose translations the format cannot represent."""
    numbers = [f"{row.number + 1}" for row in rows if row.unit in units]
    shown = ", ".join(numbers[:_SHOWN]) + (" and others" if len(numbers) > _SHOWN else "")
    return ConversionFailed(
        f"The file's format cannot hold the translation of segment {shown}. Translate it otherwise."
    )


async def _store_result(
    resources: Resources, task: TranslationTask, data: bytes, usage: Usage | None
) -> None:
    """Store a translated file, finish its translation and add its usage, unless the run was superseded."""
    file, translation = task.file, task.translation
    assert file.format is not None  # a reference file is not translated
    name = result_name(file.name, find_type(file.format))
    result = TranslatedFile(id=uuid.uuid4(), name=name, size=len(data))
    key = files.open_key(resources.keyring, file)
    await files.write_result(resources.blobs, file.id, result.id, key=key, data=data)
    async with transaction(resources.database, account=translation.account_id) as tx:
        project = await store.find_project(tx, translation.project_id, lock=True)
        finished = project is not None and await finish_translation(
            tx,
            resources.keyring,
            project=project,
            translation=translation,
            result=result,
            by=translation.delivered_by,
        )
        if finished and usage is not None:
            await add_usage(tx, usage)
    if not finished:
        await files.delete_result(resources.blobs, file.id, result.id)
        log().info("project.result_dropped", translation=translation.id)


def _count_memory(rows: Sequence[ProjectSegment], *, language: str) -> Count:
    """Count the segments that were translated by memories."""
    known = (decode_segment(row.source) for row in rows if row.origin == MEMORY)
    counts = (
        Count(segments=1, words=count_segment(one, language=language), characters=len(plain_text(one)))
        for one in known
    )
    return sum(counts, NOTHING)


def _usage(task: TranslationTask, reading: ReadFile, known: Count) -> Usage | None:
    """Make the usage of machine translation (T9), with the part that came from memories (`known`)."""
    if task.file.application_id is None:
        return None
    document: Document = reading.document
    units = [unit for unit in document.units if unit.reason is None]
    return Usage(
        account_id=task.file.account_id,
        application_id=task.file.application_id,
        characters=sum(len(plain_text(unit.segment)) for unit in units),
        words=sum(count_segment(unit.segment, language=reading.languages.source) for unit in units),
        segments=len(units),
        documents=1,
        memory_characters=known.characters,
        memory_words=known.words,
        memory_segments=known.segments,
    )
