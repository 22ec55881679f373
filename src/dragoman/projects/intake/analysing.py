"""Analysing new files: their words by match band for each language, for quotes and starts (P13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Any
from uuid import UUID

from dragoman.analysis.actions import Counts, analyse, counts_always
from dragoman.analysis.model import Band, FileFigures
from dragoman.catalog.actions import find_service
from dragoman.catalog.model import Service, ServiceKind
from dragoman.database.connections import Transaction, transaction
from dragoman.jobs.queue import enqueue
from dragoman.memories.lookup import LookupScope
from dragoman.projects import file_store, store
from dragoman.projects.assets import find_project_members
from dragoman.projects.messages import analyse_message, prepare_message
from dragoman.projects.model import (
    Analysis,
    FileTranslation,
    Project,
    ProjectFile,
    ProjectStatus,
    Stage,
    TranslationFailure,
)
from dragoman.projects.pricing import quote, weigh_translation
from dragoman.projects.starting import resume_after_analysis
from dragoman.projects.work.reading import open_file, read_file
from dragoman.resources import Resources
from dragoman.telemetry import log
from dragoman.translation.documents.analysis_segments import measure_document
from dragoman.translation.documents.failures import PermanentFailure, check_run_limit, find_permanent_failure
from dragoman.translation.memory.retrieval import is_acceptable


@dataclass(frozen=True, slots=True, kw_only=True)
class _Figures:
    """The figures of one translation."""

    bands: dict[str, Any]
    words: int  # to translate
    weighted: Decimal | None


async def analyse_file(resources: Resources, *, file_id: UUID, account_id: int) -> None:
    """Analyse a file that waits for analysis. Safe to call for a file that is analysed or deleted.

    Then continues what waited for it: a start that was requested, or the translations of a file that was
    added to an active project. Raises errors after which the job should be retried.
    """
    async with transaction(resources.database, account=account_id) as tx:
        file = await file_store.claim_analysis(tx, file_id)
        project = None if file is None else await store.find_project(tx, file.project_id)
        if file is None or project is None or project.is_over:
            return
        translations = await file_store.list_translations_of(tx, [file.id])
    defeat = check_run_limit(run=file.runs, subject=str(file.id))
    figures: dict[int, _Figures] = {}
    if defeat is None:
        try:
            figures = await _analyse(resources, project, file, translations)
        except Exception as error:
            defeat = find_permanent_failure(error, run=file.runs, subject=str(file.id))
            if defeat is None:
                raise
    async with transaction(resources.database, account=account_id) as tx:
        await _record(tx, file, figures, defeat)
    log().info("project.file_analysed", file=str(file.id), failed=defeat.code if defeat else None)


async def _analyse(
    resources: Resources, project: Project, file: ProjectFile, translations: Sequence[FileTranslation]
) -> dict[int, _Figures]:
    readable = await open_file(resources, file)
    async with transaction(resources.database, account=project.account_id) as tx:
        members = await find_project_members(tx, project)
        service = await _service(tx, project)
    figures: dict[int, _Figures] = {}
    for translation in translations:
        reading = await read_file(resources, file, readable, target_language=translation.target_language)
        measured = await measure_document(
            resources.translator,
            reading.document,
            name=file.name,
            format_name=readable.format,
            language=reading.languages.source,
        )
        scope = LookupScope(
            account_id=project.account_id,
            members=members,
            source_language=reading.languages.source,
            target_language=reading.languages.target,
        )
        report = await analyse(
            resources.database,
            [measured],
            scope=scope,
            counts=_counts(project, service),
        )
        figures[translation.id] = _figures(report.files[0], service)
    return figures


def _counts(project: Project, service: Service | None) -> Counts:
    """Choose which fuzzy matches count: for a machine those it uses, for people all."""
    if service is None or service.kind is not ServiceKind.MACHINE:
        return counts_always
    return partial(is_acceptable, threshold=project.fields.memory_threshold)


async def analyse_files_again(tx: Transaction, before: Project, after: Project) -> None:
    """Analyse a draft's files again when a change of the project changes their match bands."""
    if await _kind_of_count(tx, before) == await _kind_of_count(tx, after):
        return
    for file in await file_store.list_files(tx, [after.id]):
        if file.reference or file.analysis is Analysis.FAILED:
            continue
        # One more, as a run in progress counts with the fields from before the change.
        runs = file.runs + 1 if file.analysis is Analysis.WAITING else 0
        await file_store.update_file(tx, file.id, {"analysis": Analysis.WAITING, "runs": runs})
        await enqueue(tx, analyse_message(file))


async def _kind_of_count(tx: Transaction, project: Project) -> tuple[int | bool | None, ...]:
    service, fields = await _service(tx, project), project.fields
    machine = service is not None and service.kind is ServiceKind.MACHINE
    return machine, fields.memory_id, fields.memory_set_id, fields.memory_threshold if machine else None


def _figures(found: FileFigures, service: Service | None) -> _Figures:
    bands = write_bands(found)
    return _Figures(
        bands=bands,
        words=found.to_translate.count.words,
        weighted=None if service is None else weigh_translation(service, bands),
    )


def write_bands(found: FileFigures) -> dict[str, Any]:
    """Serialize the bands of one translation for storage, without empty ones."""
    return {
        band.value: {
            "segments": amount.count.segments,
            "words": amount.count.words,
            "characters": amount.count.characters,
        }
        for band, amount in found.bands.items()
        if amount.count.segments or band is Band.NONE
    }


async def _record(
    tx: Transaction,
    file: ProjectFile,
    figures: Mapping[int, _Figures],
    defeat: PermanentFailure | None,
) -> None:
    project = await store.find_project(tx, file.project_id, lock=True)
    now = await file_store.find_file(tx, file.id, lock=True)
    if project is None or now is None or now.analysis is not Analysis.WAITING or now.runs != file.runs:
        return  # deleted, or another run has recorded its analysis or is newer
    if defeat is not None:
        failure = TranslationFailure(code=defeat.code, reason=defeat.reason, data=defeat.data)
        await file_store.update_file(
            tx, file.id, {"analysis": Analysis.FAILED, "failure": failure, "analysed": tx.now}
        )
    else:
        words = max((one.words for one in figures.values()), default=0)
        await file_store.update_file(
            tx, file.id, {"analysis": Analysis.DONE, "words": words, "analysed": tx.now}
        )
    for translation in await file_store.list_translations_of(tx, [file.id]):
        values: dict[str, Any] = {}
        if (one := figures.get(translation.id)) is not None:
            values |= {"bands": one.bands, "words": one.words, "weighted": one.weighted}
        if translation.status is ProjectStatus.ACTIVE:
            values |= await _resume(tx, translation, defeat)
        if values:
            await file_store.update_translation(tx, translation.id, values)
    if project.status is ProjectStatus.ACTIVE:
        await _update_price(tx, project)
    elif project.status is ProjectStatus.DRAFT:
        await resume_after_analysis(tx, project)


async def _resume(
    tx: Transaction, translation: FileTranslation, defeat: PermanentFailure | None
) -> dict[str, Any]:
    """Prepare a translation that was added to an active project, or fail it for the provider to handle."""
    if defeat is not None:
        failure = TranslationFailure(code=defeat.code, reason=defeat.reason, data=defeat.data)
        return {"stage": Stage.FAILED, "failure": failure}
    await enqueue(tx, prepare_message(translation))
    return {"stage": Stage.PREPARING}


async def _update_price(tx: Transaction, project: Project) -> None:
    """Add the price of translations that were added to an active project."""
    service = await _service(tx, project)
    if service is None:
        return
    translations = await file_store.list_translations(tx, [project.id])
    made = quote(service, [one.bands for one in translations if one.bands is not None])
    await store.update_project(tx, project.id, {"price": made.amount, "currency": made.currency})


async def _service(tx: Transaction, project: Project) -> Service | None:
    assert project.fields.service_id is not None
    return await find_service(tx, project.fields.service_id, account_id=project.account_id)
