"""A project's file as its client reads it (P13, P14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dragoman.projects.model import Analysis, ProjectFile, Status, Translation
from dragoman.timestamps import write_time


def write_file(file: ProjectFile, translations: Sequence[Translation]) -> dict[str, Any]:
    """The record of a file and its own translations, ready for JSON."""
    return {
        "id": str(file.id),
        "projectId": file.project_id,
        "fileName": file.name,
        "sourceFileId": None,
        "sourceLanguage": file.source_language,
        "targetLanguage": None,
        "size": file.size,
        "reference": file.reference,
        "creationDate": write_time(file.created),
        "analysis": _write_analysis(file),
        "translations": [_write_translation(one) for one in translations],
    }


def write_target_file(source: ProjectFile, translation: Translation) -> dict[str, Any]:
    """The record of a finished translation's file, with the same fields."""
    result = translation.result
    assert result is not None  # a finished translation has one
    return {
        "id": str(result.id),
        "projectId": translation.project_id,
        "fileName": result.name,
        "sourceFileId": str(source.id),
        "sourceLanguage": source.source_language,
        "targetLanguage": translation.target_language,
        "size": result.size,
        "reference": False,
        "creationDate": write_time(translation.finished),
        "analysis": None,
        "translations": [],
    }


def _write_analysis(file: ProjectFile) -> dict[str, Any] | None:
    if file.analysis is Analysis.NONE:
        return None
    failure = file.failure
    return {
        "state": file.analysis.value,
        "words": file.words,
        "errorCode": failure.code if failure else None,
        "reason": failure.reason if failure else None,
    }


def _write_translation(one: Translation) -> dict[str, Any]:
    """Its file is shown once it is finished: what is being made may still change."""
    result = one.result if one.status is Status.FINISHED else None
    return {
        "id": one.id,
        "targetLanguage": one.target_language,
        "status": one.status.value,
        "fileId": str(result.id) if result else None,
        "fileName": result.name if result else None,
    }
