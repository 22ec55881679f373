"""All packages of a project at once: out as one archive, and several back in, each found by its contents."""

from __future__ import annotations

import asyncio
import enum
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Final

from dragoman.access.model import StaffRole
from dragoman.access.staff import Staff
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.errors import Conflict, DragomanError, RuleBroken
from dragoman.projects.archives import Archive, ArchiveMember, MemberNames, write_archive
from dragoman.projects.linguists.exchange import Version, read
from dragoman.projects.linguists.exchange.model import LARGEST_FILE
from dragoman.projects.linguists.exporting import Exported, export_omegat_project, export_translation
from dragoman.projects.linguists.importing import (
    PackageImportOptions,
    PackageReport,
    import_translation,
)
from dragoman.projects.linguists.package_owners import find_owner
from dragoman.projects.linguists.tools import LinguistTools
from dragoman.projects.linguists.translation_context import (
    NotOpen,
    TranslationContext,
    list_translation_contexts,
)
from dragoman.projects.model import ProjectStatus, Stage
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentEncrypted
from dragoman.text_io.zip.archive import ZipArchive
from dragoman.text_io.zip.archive import open_archive as open_zip

MOST_PACKAGES: Final = 500  # in one import
_USUAL: Final = PackageImportOptions()
_ZIP: Final = b"PK\x03\x04"
_EMPTY_ZIP: Final = b"PK\x05\x06"
# Folders of OmegaT's projects whose files are not the work of linguists.
_NOT_RETURNED: Final = frozenset({"source", "tm", "omegat", "glossary", "dictionary", "__MACOSX"})


class PackagesInvalid(RuleBroken):
    """An archive cannot be read, has no package in it, or too many."""

    code = "PACKAGES_INVALID"


class PackageKind(enum.StrEnum):
    """What a package is."""

    XLIFF_1_2 = Version.ONE.value
    XLIFF_2 = Version.TWO.value
    OMEGAT = "omegat"


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageChoice:
    """How packages are exported."""

    kind: PackageKind = PackageKind.XLIFF_2
    matches: bool = True  # with what memories propose


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnedFile:
    """A file that came back: a package, or an archive of several."""

    name: str
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageResult:
    """What became of one package: its report, or why it was refused."""

    name: str  # of the file, with its path in an archive
    translation: TranslationContext | None  # None: it is not known
    report: PackageReport | None = None
    error: DragomanError | None = None

    @property
    def problems(self) -> Sequence[DragomanError]:
        """Why it was refused; nothing where it was imported."""
        if self.error is None:
            return ()
        return self.error.all_problems() if isinstance(self.error, RuleBroken) else (self.error,)


async def open_packages(
    tools: LinguistTools, project_id: int, *, form: PackageChoice = PackageChoice(), staff: Staff
) -> Archive:
    """Open an archive of the packages of all translations that linguists can work on.

    Each is made when its turn comes. Raises `NotFound`, `Forbidden`, or `NotOpen` when there is none.
    """
    staff.require(StaffRole.LINGUIST)
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        found = [one for one in await list_translation_contexts(tx, project_id) if _has_work(one)]
    if not found:
        raise NotOpen(
            f"No translation of project {project_id} has segments that can be worked on.",
            hints="They are made when the project starts; a delivered translation has left the linguists.",
        )
    first = await _export(tools, found[0], form, staff=staff)
    members = _export_all(tools, found, form, first=first, staff=staff)
    tool = "omegat" if form.kind is PackageKind.OMEGAT else "xliff"
    return Archive(name=f"{project_id} {tool}.zip", pieces=write_archive(members))


def _has_work(context: TranslationContext) -> bool:
    one = context.translation
    return one.status is ProjectStatus.ACTIVE and one.stage is Stage.OPEN and one.segments != 0


async def _export(
    tools: LinguistTools, context: TranslationContext, form: PackageChoice, *, staff: Staff
) -> Exported | None:
    """Export one translation; None when it was delivered or cancelled meanwhile."""
    where = (tools, context.project.id, context.translation.id)
    try:
        if form.kind is PackageKind.OMEGAT:
            return await export_omegat_project(*where, matches=form.matches, staff=staff)
        version = Version(form.kind.value)
        return await export_translation(*where, version=version, matches=form.matches, staff=staff)
    except Conflict:
        return None


async def _export_all(
    tools: LinguistTools,
    found: Sequence[TranslationContext],
    form: PackageChoice,
    *,
    first: Exported | None,
    staff: Staff,
) -> AsyncIterator[ArchiveMember]:
    names = MemberNames()
    for number, context in enumerate(found):
        exported = await _export(tools, context, form, staff=staff) if number else first
        if exported is not None:
            yield ArchiveMember(
                name=names.choose(context.translation.target_language, exported.name),
                modified=context.project.updated,
                pieces=_once(exported.data),
            )


async def _once(data: bytes) -> AsyncIterator[bytes]:
    yield data


async def import_packages(
    tools: LinguistTools,
    project_id: int,
    *,
    returned: Sequence[ReturnedFile],
    how: PackageImportOptions = _USUAL,
    staff: Staff,
) -> Sequence[PackageResult]:
    """Import packages, and archives of packages, each by itself: one that is refused changes nothing.

    Which translation a package belongs to is found by its contents. Raises `NotFound`, `Forbidden`, or
    `PackagesInvalid` for an archive that cannot be read, or for more than `MOST_PACKAGES`.
    """
    staff.require(StaffRole.LINGUIST)
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        contexts = await list_translation_contexts(tx, project_id)
    archives = [await asyncio.to_thread(_open_returned, one) for one in returned]
    if sum(len(names) for _, names in archives) > MOST_PACKAGES:
        raise PackagesInvalid(f"There are more than {MOST_PACKAGES} packages. Send them in several calls.")
    results: list[PackageResult] = []
    for file, (archive, names) in zip(returned, archives, strict=True):
        for name in names:
            piece = _Piece(file=file, archive=archive, name=name)
            results.append(await _import_one(tools, contexts, piece, how=how, staff=staff))
    return results


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    """A package: a file itself, or a part of an archive."""

    file: ReturnedFile
    archive: ZipArchive | None
    name: str

    @property
    def label(self) -> str:
        return self.file.name if self.archive is None else f"{self.file.name}: {self.name}"

    def read(self) -> bytes:
        return self.file.data if self.archive is None else self.archive.read(self.name)


def _open_returned(file: ReturnedFile) -> tuple[ZipArchive | None, Sequence[str]]:
    """Open a file that is an archive, and list the packages in it; a package is listed by its own name."""
    if not file.data.startswith((_ZIP, _EMPTY_ZIP)):
        return None, [file.name]
    try:
        archive = open_zip(file.data)
    except (DocumentCorrupt, DocumentEncrypted) as problem:
        raise PackagesInvalid(f"{file.name}: {problem.message}", hints="Pack it again.") from None
    names = list(_packages_in(archive))
    if not names:
        raise PackagesInvalid(
            f"{file.name} has no XLIFF file in it.", hints="Pack the files that the tool has saved."
        )
    return archive, names


def _packages_in(archive: ZipArchive) -> Iterator[str]:
    for name in archive.names:
        path = PurePosixPath(name)
        is_package = path.suffix.lower() in (".xlf", ".xliff", ".mqxliff", ".mxliff", ".sdlxliff")
        if is_package and not _NOT_RETURNED & set(path.parts[:-1]):
            yield name


async def _import_one(
    tools: LinguistTools,
    contexts: Sequence[TranslationContext],
    piece: _Piece,
    *,
    how: PackageImportOptions,
    staff: Staff,
) -> PackageResult:
    context: TranslationContext | None = None
    try:
        data = await asyncio.to_thread(piece.read)
        if len(data) > LARGEST_FILE:
            raise PackagesInvalid(f"The file is larger than {LARGEST_FILE:,} bytes.")
        context = await find_owner(tools, contexts, await asyncio.to_thread(read, data))
        report = await import_translation(
            tools, context.project.id, context.translation.id, data=data, how=how, staff=staff
        )
    except (RuleBroken, Conflict, ConversionFailed, DocumentCorrupt) as error:
        return PackageResult(name=piece.label, translation=context, error=error)
    return PackageResult(name=piece.label, translation=context, report=report)
