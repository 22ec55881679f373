"""SQL statements for lists of projects: of files and translations only what a row of a list shows."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

import sqlalchemy as sa

from dragoman.database.connections import Transaction
from dragoman.projects.model import FileTranslation, ProjectStatus, Stage, TranslationFailure
from dragoman.projects.tables import PROJECT_FILES, PROJECT_TRANSLATIONS

_F: Final = PROJECT_FILES.c
_T: Final = PROJECT_TRANSLATIONS.c
_SHOWN: Final = (
    *("id", "account_id", "project_id", "file_id", "target_language", "words", "segments_left"),
    *("total_words", "suggested_words", "translated_words", "confirmed_words", "handed_back", "created"),
    *("reviewer_id", "review_ended"),
)
_STATES: Final = sa.select(*(_T[name] for name in _SHOWN), _T.status, _T.stage, _T.failure)


async def list_states(tx: Transaction, project_ids: Collection[int]) -> Sequence[FileTranslation]:
    """List the translations of projects, oldest first, with their state and progress but no other fields."""
    rows = await tx.connection.execute(_STATES.where(_T.project_id.in_(project_ids)).order_by(_T.id))
    return [_state(*row) for row in rows]


def _state(*values: Any) -> FileTranslation:
    *shown, status, stage, failure = values
    return FileTranslation(
        **dict(zip(_SHOWN, shown, strict=True)),
        status=ProjectStatus(status),
        stage=Stage(stage),
        failure=None if failure is None else TranslationFailure(**failure),
    )


async def list_source_languages(
    tx: Transaction, project_ids: Collection[int]
) -> Mapping[int, tuple[str, ...]]:
    """List the source languages of projects' files, sorted, by project."""
    languages = sa.func.array_agg(sa.distinct(_F.source_language))
    query = sa.select(_F.project_id, languages).where(
        _F.project_id.in_(project_ids), _F.source_language.is_not(None)
    )
    rows = await tx.connection.execute(query.group_by(_F.project_id))
    return {project_id: tuple(sorted(found)) for project_id, found in rows}


async def list_unreadable(
    tx: Transaction, project_ids: Collection[int]
) -> Mapping[int, tuple[str, TranslationFailure]]:
    """Find the first file of each project that cannot be read: its name and its failure, by project."""
    query = sa.select(_F.project_id, _F.name, _F.failure).where(
        _F.project_id.in_(project_ids), _F.failure.is_not(None)
    )
    rows = await tx.connection.execute(query.order_by(_F.created.desc(), _F.id.desc()))
    return {project_id: (name, TranslationFailure(**failure)) for project_id, name, failure in rows}


async def find_names(tx: Transaction, file_ids: Collection[UUID]) -> Mapping[UUID, str]:
    """Find the names of files, by id."""
    if not file_ids:
        return {}
    rows = await tx.connection.execute(sa.select(_F.id, _F.name).where(_F.id.in_(file_ids)))
    return {row.id: row.name for row in rows}
