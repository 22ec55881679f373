"""Projects as their clients read them (P9, P10): values of the domain become the bodies of answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import orjson

from dragoman.api.project_resources.project_bodies import (
    AnalysisOfProject,
    BandOfAnalysis,
    FileOfProject,
    Price,
    ProjectBody,
    ProjectSummary,
    ReferenceFile,
    TranslationOfFile,
    UnreadableFile,
)
from dragoman.memories.scoring import USUAL_THRESHOLD
from dragoman.projects.model import FileTranslation, Project, ProjectFile
from dragoman.projects.orders.record import ProjectRecord
from dragoman.projects.pricing import count_words
from dragoman.timestamps import write_time

PREFIX: Final = "/project/v1"


def write_record(record: ProjectRecord, *, base_url: str) -> dict[str, Any]:
    """The record, ready for `orjson`, which alone can write `metadata` as it was sent.

    `base_url` is where clients reach the service: links begin with it.
    """
    body = _write_body(record, base_url).model_dump()
    metadata = record.project.fields.metadata
    return {**body, "metadata": None if metadata is None else orjson.Fragment(metadata)}


def _write_body(record: ProjectRecord, base_url: str) -> ProjectBody:
    project, fields = record.project, record.project.fields
    assert fields.title is not None  # every project has a title and a service
    assert fields.service_id is not None
    return ProjectBody(
        id=project.id,
        company_id=project.account_id,
        external_id=fields.external_id,
        title=fields.title,
        briefing=fields.briefing,
        briefing_for_experts=fields.briefing_for_experts,
        purchase_order_number=fields.purchase_order_number,
        template_id=fields.template_id,
        service_id=fields.service_id,
        use_translation_memory=fields.use_memory,
        translation_memory_id=fields.memory_id,
        translation_memory_set_id=fields.memory_set_id,
        translation_memory_set_version=record.memory_set_version,
        memory_threshold=fields.memory_threshold or USUAL_THRESHOLD,
        memory_threshold_set_by=record.threshold_setter,
        term_base_id=fields.term_base_id,
        term_base_version=record.term_base_version,
        style_id=fields.style_id,
        invoicing_account_id=fields.invoicing_account_id,
        user_id=fields.user_id,
        work_area_id=fields.work_area_id,
        metadata=None,
        status=project.status,
        hold=project.hold,
        hold_message=project.hold_message,
        deadline=write_time(project.deadline),
        deadline_set_by=project.deadline_set_by,
        creation_date=write_time(project.created),
        updated_at=write_time(project.updated),
        started_at=write_time(project.started),
        finished_at=write_time(project.finished),
        cancelled_at=write_time(project.cancelled),
        cancel_reason=project.cancel_reason,
        progress=record.progress,
        price=write_price(project),
        platform_link=None,  # until the dashboard has a page for projects
        analysis=_write_analysis(record),
        reference_files=[_write_reference(file, base_url) for file in record.files if file.reference],
        files=[
            _write_file(file, [one for one in record.translations if one.file_id == file.id], base_url)
            for file in record.files_to_translate
        ],
    )


def write_summary(project: Project) -> ProjectSummary:
    """A project in a list (P9)."""
    assert project.fields.title is not None  # every project has one
    return ProjectSummary(
        id=project.id,
        external_id=project.fields.external_id,
        title=project.fields.title,
        user_id=project.fields.user_id,
        company_id=project.account_id,
        status=project.status,
        creation_date=write_time(project.created),
        deadline=write_time(project.deadline),
        finished_at=write_time(project.finished),
    )


def write_price(project: Project) -> Price | None:
    """The price that was agreed at the start; None before it."""
    if project.price is None or project.currency is None:
        return None
    return Price(amount=float(project.price), currency=project.currency)


def _write_analysis(record: ProjectRecord) -> AnalysisOfProject | None:
    found = record.analysis
    if found is None:
        return None
    return AnalysisOfProject(
        state=found.state,
        words=count_words(found.bands),
        weighted_words=float(found.weighted),
        bands=[BandOfAnalysis.model_validate(band) for band in found.bands],
        failures=[
            UnreadableFile(
                source_file_id=str(file.id), error_code=file.failure.code, reason=file.failure.reason
            )
            for file in record.files_to_translate
            if file.failure is not None
        ],
    )


def _write_reference(file: ProjectFile, base_url: str) -> ReferenceFile:
    return ReferenceFile(
        file_id=str(file.id), file_name=file.name, size=file.size, file_link=_link(base_url, str(file.id))
    )


def _write_file(file: ProjectFile, translations: Sequence[FileTranslation], base_url: str) -> FileOfProject:
    return FileOfProject(
        source_file_id=str(file.id),
        source_file_name=file.name,
        source_language=file.source_language or "",
        translations=[_write_translation(one, base_url) for one in translations],
    )


def _write_translation(one: FileTranslation, base_url: str) -> TranslationOfFile:
    result = one.finished_result
    return TranslationOfFile(
        id=one.id,
        file_id=None if result is None else str(result.id),
        target_language=one.target_language,
        status=one.status,
        translation_file_name=None if result is None else result.name,
        translation_file_link=None if result is None else _link(base_url, str(result.id)),
    )


def _link(base_url: str, file_id: str) -> str:
    return f"{base_url}{PREFIX}/files/{file_id}/content"
