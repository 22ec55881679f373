"""SQL statements on the files and translations of projects, and on projects that are due to start.

`segment_store` has the statements on segments.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any, Final
from uuid import UUID

import sqlalchemy as sa

from dragoman.database.connections import Transaction
from dragoman.projects.model import (
    Analysis,
    FileTranslation,
    ProjectFile,
    ProjectStatus,
    Stage,
    TranslatedFile,
    TranslationFailure,
)
from dragoman.projects.tables import PROJECT_FILES, PROJECT_TRANSLATIONS, PROJECTS

_P: Final = PROJECTS.c
_F: Final = PROJECT_FILES.c
_T: Final = PROJECT_TRANSLATIONS.c
_FILE_FIELDS: Final = tuple(one.name for one in fields(ProjectFile))
_RESULT: Final = ("result_id", "result_name", "result_size")


async def insert_file(tx: Transaction, file: ProjectFile) -> None:
    """Store a new file's row."""
    values = {name: getattr(file, name) for name in _FILE_FIELDS}
    await tx.connection.execute(sa.insert(PROJECT_FILES).values(values | _json(values)))


async def find_file(
    tx: Transaction,
    file_id: UUID,
    *,
    account_id: int | None = None,
    project_id: int | None = None,
    lock: bool = False,
) -> ProjectFile | None:
    """Find a file; with an account or a project, only one of theirs. `lock` locks its row."""
    query = sa.select(PROJECT_FILES).where(_F.id == file_id)
    if account_id is not None:
        query = query.where(_F.account_id == account_id)
    if project_id is not None:
        query = query.where(_F.project_id == project_id)
    row = (
        await tx.connection.execute(query.with_for_update(key_share=True) if lock else query)
    ).one_or_none()
    return None if row is None else _file(row)


async def list_files(tx: Transaction, project_ids: Collection[int]) -> Sequence[ProjectFile]:
    """List all files of some projects, reference files included, oldest first."""
    rows = await tx.connection.execute(
        sa.select(PROJECT_FILES).where(_F.project_id.in_(project_ids)).order_by(_F.created, _F.id)
    )
    return [_file(row) for row in rows]


async def count_files(tx: Transaction, project_id: int) -> int:
    """Count a project's files, reference files included."""
    query = sa.select(sa.func.count()).select_from(PROJECT_FILES).where(_F.project_id == project_id)
    return int(await tx.connection.scalar(query) or 0)


async def list_named(tx: Transaction, project_id: int, *, name: str) -> Sequence[ProjectFile]:
    """List a project's files of one name, oldest first."""
    query = sa.select(PROJECT_FILES).where(_F.project_id == project_id, _F.name == name)
    return [_file(row) for row in await tx.connection.execute(query.order_by(_F.created, _F.id))]


async def list_analysing(tx: Transaction, project_ids: Collection[int]) -> frozenset[int]:
    """Find those of the projects that have a file waiting for analysis."""
    waiting = sa.select(_F.project_id).where(_F.project_id.in_(project_ids), _F.analysis == Analysis.WAITING)
    return frozenset((await tx.connection.scalars(waiting.distinct())).all())


async def is_analysing(tx: Transaction, project_id: int) -> bool:
    """Whether a file of the project waits for analysis."""
    waiting = sa.exists().where(_F.project_id == project_id, _F.analysis == Analysis.WAITING)
    return bool(await tx.connection.scalar(sa.select(waiting)))


async def page_files(
    tx: Transaction, *, account_id: int | None, project_id: int | None = None, limit: int, offset: int
) -> Sequence[ProjectFile]:
    """List a page of the files of an account, of a project, or of all accounts, newest first."""
    query = sa.select(PROJECT_FILES)
    if account_id is not None:
        query = query.where(_F.account_id == account_id)
    if project_id is not None:
        query = query.where(_F.project_id == project_id)
    rows = await tx.connection.execute(query.order_by(_F.created.desc(), _F.id).limit(limit).offset(offset))
    return [_file(row) for row in rows]


async def claim_analysis(tx: Transaction, file_id: UUID) -> ProjectFile | None:
    """Claim a file for one more run of its analysis; None when it does not wait for analysis."""
    row = await tx.connection.execute(
        sa.update(PROJECT_FILES)
        .where(_F.id == file_id, _F.analysis == Analysis.WAITING)
        .values(runs=_F.runs + 1)
        .returning(PROJECT_FILES)
    )
    claimed = row.one_or_none()
    return None if claimed is None else _file(claimed)


async def update_file(tx: Transaction, file_id: UUID, values: Mapping[str, Any]) -> None:
    """Change some columns of a file."""
    await tx.connection.execute(
        sa.update(PROJECT_FILES).where(_F.id == file_id).values(dict(values) | _json(values))
    )


async def delete_file(tx: Transaction, file_id: UUID) -> None:
    """Delete a file's row with its key, and the rows of its translations and segments."""
    await tx.connection.execute(sa.delete(PROJECT_FILES).where(_F.id == file_id))


async def list_existing_files(tx: Transaction, file_ids: Collection[UUID]) -> set[UUID]:
    """Find those of the files that exist."""
    rows = await tx.connection.execute(sa.select(_F.id).where(_F.id.in_(file_ids)))
    return {row.id for row in rows}


async def insert_translation(
    tx: Transaction, file: ProjectFile, *, target_language: str, status: ProjectStatus, stage: Stage
) -> FileTranslation:
    """Store a file's translation into one more language."""
    row = await tx.connection.execute(
        sa.insert(PROJECT_TRANSLATIONS)
        .values(
            account_id=file.account_id,
            project_id=file.project_id,
            file_id=file.id,
            target_language=target_language,
            status=status,
            stage=stage,
            created=tx.now,
            started=tx.now if status is ProjectStatus.ACTIVE else None,
        )
        .returning(PROJECT_TRANSLATIONS)
    )
    return _translation(row.one())


async def list_translations(tx: Transaction, project_ids: Collection[int]) -> Sequence[FileTranslation]:
    """List all translations of some projects, oldest first."""
    query = sa.select(PROJECT_TRANSLATIONS).where(_T.project_id.in_(project_ids)).order_by(_T.id)
    return [_translation(row) for row in await tx.connection.execute(query)]


async def list_translations_of(tx: Transaction, file_ids: Collection[UUID]) -> Sequence[FileTranslation]:
    """List the translations of some files, oldest first."""
    query = sa.select(PROJECT_TRANSLATIONS).where(_T.file_id.in_(file_ids)).order_by(_T.id)
    return [_translation(row) for row in await tx.connection.execute(query)]


async def list_assigned(
    tx: Transaction, user_id: int, *, limit: int | None, offset: int
) -> Sequence[FileTranslation]:
    """List the active translations that a user translates or reviews, by deadline; without one come last."""
    is_theirs = sa.or_(_T.assignee_id == user_id, _T.reviewer_id == user_id)
    query = (
        sa.select(PROJECT_TRANSLATIONS)
        .join(PROJECTS, _P.id == _T.project_id)
        .where(is_theirs, sa.text("project_translations.status = 'Active'"))
        .order_by(_P.deadline.asc().nulls_last(), _T.id)
    )
    rows = await tx.connection.execute(query.limit(limit).offset(offset))
    return [_translation(row) for row in rows]


async def is_anything_left(tx: Transaction, project_id: int) -> bool:
    """Whether a translation of the project is neither finished nor cancelled."""
    over = (ProjectStatus.FINISHED, ProjectStatus.CANCELLED)
    left = sa.exists().where(_T.project_id == project_id, _T.status.not_in(over))
    return bool(await tx.connection.scalar(sa.select(left)))


async def find_translation(
    tx: Transaction,
    translation_id: int,
    *,
    project_id: int | None = None,
    lock: bool = False,
) -> FileTranslation | None:
    """Find a translation. `lock` locks its row; callers that lock the project lock that first."""
    query = sa.select(PROJECT_TRANSLATIONS).where(_T.id == translation_id)
    if project_id is not None:
        query = query.where(_T.project_id == project_id)
    row = (
        await tx.connection.execute(query.with_for_update(key_share=True) if lock else query)
    ).one_or_none()
    return None if row is None else _translation(row)


async def find_result(tx: Transaction, result_id: UUID, *, account_id: int | None) -> FileTranslation | None:
    """Find the translation whose translated file has this id."""
    query = sa.select(PROJECT_TRANSLATIONS).where(_T.result_id == result_id)
    if account_id is not None:
        query = query.where(_T.account_id == account_id)
    row = (await tx.connection.execute(query)).one_or_none()
    return None if row is None else _translation(row)


async def list_existing_results(tx: Transaction, result_ids: Collection[UUID]) -> set[UUID]:
    """Find those of the translated files that belong to translations."""
    query = sa.select(_T.result_id).where(_T.result_id.in_(result_ids))
    return {row.result_id for row in await tx.connection.execute(query)}


async def claim_translation(tx: Transaction, translation_id: int, *, stage: Stage) -> FileTranslation | None:
    """Claim an active translation for one more run; None when it is not at this stage."""
    row = await tx.connection.execute(
        sa.update(PROJECT_TRANSLATIONS)
        .where(_T.id == translation_id, _T.stage == stage, _T.status == ProjectStatus.ACTIVE)
        .values(run=_T.run + 1, tries=_T.tries + 1)
        .returning(PROJECT_TRANSLATIONS)
    )
    claimed = row.one_or_none()
    return None if claimed is None else _translation(claimed)


async def update_translation(
    tx: Transaction, translation_id: int, values: Mapping[str, Any], *, run: int | None = None
) -> bool:
    """Change some columns of a translation; `result` and `failure` may be values of the model.

    With `run`, only while the translation is active and that run is its last one; else returns False.
    """
    statement = sa.update(PROJECT_TRANSLATIONS).where(_T.id == translation_id)
    if run is not None:
        statement = statement.where(_T.run == run, _T.status == ProjectStatus.ACTIVE)
    changed = await tx.connection.execute(statement.values(_columns(values)))
    return bool(changed.rowcount)


async def list_due_projects(tx: Transaction, *, limit: int) -> Sequence[tuple[int, int]]:
    """List the ids of drafts whose automatic start is due, with their accounts."""
    rows = await tx.connection.execute(
        sa.select(_P.id, _P.account_id)
        .where(_P.status == ProjectStatus.DRAFT, _P.starts_at <= tx.now)
        .order_by(_P.starts_at)
        .limit(limit)
    )
    return [(row.id, row.account_id) for row in rows]


def _columns(values: Mapping[str, Any]) -> dict[str, Any]:
    columns = dict(values) | _json(values)
    if "result" in columns:
        result: TranslatedFile | None = columns.pop("result")
        parts = (result.id, result.name, result.size) if result else (None, None, None)
        columns |= dict(zip(_RESULT, parts, strict=True))
    return columns


def _json(values: Mapping[str, Any]) -> dict[str, Any]:
    failure = values.get("failure")
    return {"failure": asdict(failure)} if isinstance(failure, TranslationFailure) else {}


def _file(row: sa.Row[Any]) -> ProjectFile:
    values = {name: getattr(row, name) for name in _FILE_FIELDS}
    return ProjectFile(
        **values | {"analysis": Analysis(row.analysis), "failure": _failure(row.failure)},
    )


def _translation(row: sa.Row[Any]) -> FileTranslation:
    values = {one.name: getattr(row, one.name) for one in PROJECT_TRANSLATIONS.columns}
    identity, name, size = (values.pop(column) for column in _RESULT)
    result = None if identity is None else TranslatedFile(id=identity, name=name, size=size)
    return FileTranslation(
        **values
        | {
            "status": ProjectStatus(row.status),
            "stage": Stage(row.stage),
            "failure": _failure(row.failure),
            "result": result,
        }
    )


def _failure(stored: Mapping[str, Any] | None) -> TranslationFailure | None:
    return (
        None
        if stored is None
        else TranslationFailure(code=stored["code"], reason=stored["reason"], data=stored["data"])
    )
