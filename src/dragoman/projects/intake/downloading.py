"""Listing and downloading project files: records, and the bytes of sources and translations (P14)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from dragoman.conversion.detection import suffix_of
from dragoman.conversion.legacy.types import find_type
from dragoman.conversion.names import result_media_type
from dragoman.database.connections import Transaction, transaction
from dragoman.projects import file_store, files, store
from dragoman.projects.file_refusals import no_such_file, no_such_project
from dragoman.projects.model import FileTranslation, ProjectFile, ProjectStatus, TranslatedFile
from dragoman.resources import Resources

_UNKNOWN: Final = "application/octet-stream"


@dataclass(frozen=True, slots=True, kw_only=True)
class Download:
    """A file to download, its bytes as a stream."""

    name: str
    media_type: str
    size: int
    pieces: AsyncIterator[bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class SentFileRecord:
    """A file that was sent, and its translations."""

    file: ProjectFile
    translations: Sequence[FileTranslation]


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslatedFileRecord:
    """The file of a finished translation, with its source file."""

    source: ProjectFile
    translation: FileTranslation
    result: TranslatedFile


async def list_records(
    tx: Transaction, *, account_id: int, project_id: int | None = None, limit: int, offset: int
) -> Sequence[SentFileRecord]:
    """List the records of an account's files, or of one project's, newest first. Raises `NotFound`."""
    if project_id is not None and await store.find_project(tx, project_id, account_id=account_id) is None:
        raise no_such_project()
    found = await file_store.page_files(
        tx, account_id=account_id, project_id=project_id, limit=limit, offset=offset
    )
    by_file: dict[UUID, list[FileTranslation]] = {file.id: [] for file in found}
    for one in await file_store.list_translations_of(tx, list(by_file)):
        by_file[one.file_id].append(one)
    return [SentFileRecord(file=file, translations=by_file[file.id]) for file in found]


async def find_record(
    tx: Transaction, file_id: UUID, *, account_id: int
) -> SentFileRecord | TranslatedFileRecord:
    """Find the record of a source file or of a translated file. Raises `NotFound`."""
    file = await file_store.find_file(tx, file_id, account_id=account_id)
    if file is None:
        return await _find_target_record(tx, file_id, account_id=account_id)
    return SentFileRecord(file=file, translations=await file_store.list_translations_of(tx, [file.id]))


async def _find_target_record(tx: Transaction, result_id: UUID, *, account_id: int) -> TranslatedFileRecord:
    translation = await file_store.find_result(tx, result_id, account_id=account_id)
    if translation is None or translation.finished_result is None:
        raise no_such_file()
    source = await file_store.find_file(tx, translation.file_id, account_id=account_id)
    assert source is not None  # no translation is without
    return TranslatedFileRecord(source=source, translation=translation, result=translation.finished_result)


async def open_download(
    resources: Resources, file_id: UUID, *, account_id: int, project_id: int | None = None
) -> Download:
    """Open a source file, or the file of a finished translation. Raises `NotFound`."""
    async with transaction(resources.database, account=account_id) as tx:
        file, result = await _find(tx, file_id, account_id=account_id)
    if project_id is not None and file.project_id != project_id:
        raise no_such_file()
    return await open_bytes(resources, file, result)


async def open_bytes(resources: Resources, file: ProjectFile, result: TranslatedFile | None) -> Download:
    """Open a translated file, or the source file when there is no `result`."""
    key = files.open_key(resources.keyring, file)
    if result is None:
        pieces = await files.open_source(resources.blobs, file.id, key)
        return Download(name=file.name, media_type=_media_type(file), size=file.size, pieces=pieces)
    assert file.format is not None  # a reference file is not translated
    pieces = await files.open_result(resources.blobs, file.id, result.id, key=key)
    media_type = result_media_type(file.name, find_type(file.format))
    return Download(name=result.name, media_type=media_type, size=result.size, pieces=pieces)


async def _find(
    tx: Transaction, file_id: UUID, *, account_id: int
) -> tuple[ProjectFile, TranslatedFile | None]:
    file = await file_store.find_file(tx, file_id, account_id=account_id)
    if file is not None:
        return file, None
    made = await file_store.find_result(tx, file_id, account_id=account_id)
    if made is None or made.status is not ProjectStatus.FINISHED:
        raise no_such_file()
    file = await file_store.find_file(tx, made.file_id, account_id=account_id)
    assert file is not None  # no translation is without
    return file, made.result


def _media_type(file: ProjectFile) -> str:
    """Choose the media type by the file's name; types that browsers could execute become plain bytes."""
    if file.format is None:
        return _UNKNOWN
    return find_type(file.format).media_types.get(suffix_of(file.name), _UNKNOWN)
