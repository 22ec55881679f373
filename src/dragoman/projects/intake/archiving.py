"""All finished files of a project as one archive: a folder for each language, and the client's file names."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from dragoman.database.connections import ALL_ACCOUNTS, RowScope, transaction
from dragoman.errors import RuleBroken
from dragoman.projects import file_store, files, store
from dragoman.projects.archives import Archive, ArchiveMember, MemberNames, safe_name, write_archive
from dragoman.projects.file_refusals import no_such_project
from dragoman.projects.model import ProjectFile, TranslatedFile
from dragoman.resources import Resources


class ArchiveEmpty(RuleBroken):
    """Nothing of the project is finished yet."""

    code = "NOTHING_FINISHED"


@dataclass(frozen=True, slots=True, kw_only=True)
class _FinishedFile:
    source: ProjectFile
    result: TranslatedFile
    language: str
    finished: datetime


async def open_archive(resources: Resources, project_id: int, *, account_id: int | None = None) -> Archive:
    """Open an archive of a project's finished files; with an account only of a project of the account.

    It is written while it is sent. Raises `NotFound`, `ArchiveEmpty`.
    """
    account: int | RowScope = ALL_ACCOUNTS if account_id is None else account_id
    async with transaction(resources.database, account=account) as tx:
        project = await store.find_project(tx, project_id, account_id=account_id)
        if project is None:
            raise no_such_project()
        sources = {file.id: file for file in await file_store.list_files(tx, [project_id])}
        found = [
            _FinishedFile(
                source=sources[one.file_id],
                result=one.finished_result,
                language=one.target_language,
                finished=one.finished or one.created,
            )
            for one in await file_store.list_translations(tx, [project_id])
            if one.finished_result is not None
        ]
    if not found:
        raise ArchiveEmpty(
            f"Nothing of project {project_id} is finished yet.",
            hints="Download the archive when a translation is finished.",
        )
    title = safe_name(project.fields.title or "")[:100]
    return Archive(name=f"{project_id} {title}.zip", pieces=write_archive(_open_members(resources, found)))


async def _open_members(resources: Resources, found: Sequence[_FinishedFile]) -> AsyncIterator[ArchiveMember]:
    """Open one file after the other, sorted by language and name."""
    names = MemberNames()
    for one in sorted(found, key=lambda each: (each.language, each.result.name, each.source.created)):
        key = files.open_key(resources.keyring, one.source)
        yield ArchiveMember(
            name=names.choose(one.language, one.result.name),
            modified=one.finished,
            pieces=await files.open_result(resources.blobs, one.source.id, one.result.id, key=key),
        )
