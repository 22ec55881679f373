"""A project as its client reads it (P10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import orjson

from dragoman.analysis.model import USUAL_WEIGHTS
from dragoman.database.connections import Transaction
from dragoman.errors import NotFound
from dragoman.memories.scoring import USUAL_THRESHOLD
from dragoman.memories.sets import actions as memory_sets
from dragoman.projects import file_store
from dragoman.projects.model import Analysis, Project, ProjectFile, Setter, Status, Translation
from dragoman.projects.pricing import add_up, count_words
from dragoman.termbases import actions as term_bases
from dragoman.timestamps import write_time


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """A project with all that its record tells."""

    project: Project
    files: Sequence[ProjectFile]
    translations: Sequence[Translation]
    memory_set_version: int | None = None  # pinned, or the current one before the start
    term_base_version: int | None = None


async def read_record(tx: Transaction, project: Project, *, base_url: str) -> dict[str, Any]:
    """The record of a project, ready for `orjson`; `base_url` is where clients reach the service."""
    set_version, base_version = project.memory_set_version, project.term_base_version
    if project.started is None:
        set_version = await _current_set_version(tx, project.fields.memory_set_id)
        base_version = await _current_base_version(tx, project.fields.term_base_id)
    whole = Whole(
        project=project,
        files=await file_store.list_files(tx, [project.id]),
        translations=await file_store.list_translations(tx, [project.id]),
        memory_set_version=set_version,
        term_base_version=base_version,
    )
    return write_record(whole, base_url=base_url)


async def _current_set_version(tx: Transaction, set_id: int | None) -> int | None:
    if set_id is None:
        return None
    try:
        return (await memory_sets.find_set(tx, set_id)).memory_set.version
    except NotFound:  # it was deleted since
        return None


async def _current_base_version(tx: Transaction, term_base_id: int | None) -> int | None:
    if term_base_id is None:
        return None
    try:
        return (await term_bases.get_term_base(tx, term_base_id=term_base_id)).version
    except NotFound:
        return None


def write_record(whole: Whole, *, base_url: str) -> dict[str, Any]:
    """The record, ready for `orjson`, which alone knows how to write `metadata` as it was sent."""
    project, fields = whole.project, whole.project.fields
    return {
        "id": project.id,
        "companyId": project.account_id,
        "externalId": fields.external_id,
        "title": fields.title,
        "briefing": fields.briefing,
        "briefingForExperts": fields.briefing_for_experts,
        "purchaseOrderNumber": fields.purchase_order_number,
        "templateId": fields.template_id,
        "serviceId": fields.service_id,
        "useTranslationMemory": fields.use_memory,
        "translationMemoryId": fields.memory_id,
        "translationMemorySetId": fields.memory_set_id,
        "translationMemorySetVersion": whole.memory_set_version,
        "memoryThreshold": fields.memory_threshold or USUAL_THRESHOLD,
        "memoryThresholdSetBy": _threshold_setter(project),
        "termBaseId": fields.term_base_id,
        "termBaseVersion": whole.term_base_version,
        "invoicingAccountId": fields.invoicing_account_id,
        "userId": fields.user_id,
        "workAreaId": fields.work_area_id,
        "metadata": None if fields.metadata is None else orjson.Fragment(fields.metadata),
        "status": project.status.value,
        "hold": None if project.hold is None else project.hold.value,
        "deadline": write_time(project.deadline),
        "deadlineSetBy": None if project.deadline_set_by is None else project.deadline_set_by.value,
        "creationDate": write_time(project.created),
        "updatedAt": write_time(project.updated),
        "startedAt": write_time(project.started),
        "finishedAt": write_time(project.finished),
        "cancelledAt": write_time(project.cancelled),
        "cancelReason": project.cancel_reason,
        "progress": _progress(whole.translations),
        "price": None
        if project.price is None
        else {"amount": float(project.price), "currency": project.currency},
        "platformLink": None,  # until the dashboard has a page for projects
        "analysis": _write_analysis(whole),
        "referenceFiles": [_write_reference(file, base_url) for file in whole.files if file.reference],
        "files": [
            _write_file(file, [one for one in whole.translations if one.file_id == file.id], base_url)
            for file in whole.files
            if not file.reference
        ],
    }


def _threshold_setter(project: Project) -> str | None:
    """Who chose the score from which memories win; None: nobody did."""
    if project.fields.memory_threshold is None:
        return None
    return (Setter.PROVIDER if project.given.memory_threshold is None else Setter.CLIENT).value


def write_summary(project: Project) -> dict[str, Any]:
    """A project in a list (P9)."""
    return {
        "id": project.id,
        "externalId": project.fields.external_id,
        "title": project.fields.title,
        "userId": project.fields.user_id,
        "companyId": project.account_id,
        "status": project.status.value,
        "creationDate": write_time(project.created),
        "deadline": write_time(project.deadline),
        "finishedAt": write_time(project.finished),
    }


def _progress(translations: Sequence[Translation]) -> float:
    """0 to 1: how far its translations are on the average."""
    if not translations:
        return 0.0
    done = sum(1.0 if one.status is Status.FINISHED else one.progress for one in translations)
    return round(done / len(translations), 3)


def _write_analysis(whole: Whole) -> dict[str, Any] | None:
    """What all files hold together, for all languages; None as long as there is nothing to translate."""
    files = [file for file in whole.files if not file.reference]
    if not files:
        return None
    bands = add_up([one.bands for one in whole.translations if one.bands], weights=USUAL_WEIGHTS)
    return {
        "state": _state(files),
        "words": count_words(bands),
        "weightedWords": float(sum((one.weighted or Decimal(0) for one in whole.translations), Decimal(0))),
        "bands": [{"band": one.band.value, "segments": one.segments, "words": one.words} for one in bands],
        "failures": [
            {"sourceFileId": str(file.id), "errorCode": file.failure.code, "reason": file.failure.reason}
            for file in files
            if file.failure is not None
        ],
    }


def _state(files: Sequence[ProjectFile]) -> str:
    """`waiting` until every file is read; `failed` when one of them cannot be."""
    states = {file.analysis for file in files}
    worst = (Analysis.WAITING, Analysis.FAILED, Analysis.DONE)
    return next((state for state in worst if state in states), Analysis.DONE).value


def _write_reference(file: ProjectFile, base_url: str) -> dict[str, Any]:
    return {
        "fileId": str(file.id),
        "fileName": file.name,
        "size": file.size,
        "fileLink": _link(base_url, str(file.id)),
    }


def _write_file(file: ProjectFile, translations: Sequence[Translation], base_url: str) -> Mapping[str, Any]:
    return {
        "sourceFileId": str(file.id),
        "sourceFileName": file.name,
        "sourceLanguage": file.source_language,
        "translations": [_write_translation(one, base_url) for one in translations],
    }


def _write_translation(one: Translation, base_url: str) -> Mapping[str, Any]:
    """Its file only once it is finished: what is being made may still change."""
    result = one.result if one.status is Status.FINISHED else None
    return {
        "id": one.id,
        "fileId": None if result is None else str(result.id),
        "targetLanguage": one.target_language,
        "status": one.status.value,
        "translationFileName": None if result is None else result.name,
        "translationFileLink": None if result is None else _link(base_url, str(result.id)),
    }


def _link(base_url: str, file_id: str) -> str:
    return f"{base_url}/project/v1/files/{file_id}/content"
