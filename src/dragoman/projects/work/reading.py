"""Reading a project file as a document: its bytes, its format, and its units for one target language."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.conversion.detection import suffix_of
from dragoman.conversion.legacy.types import LegacyType, find_legacy, find_type, load_info
from dragoman.conversion.options import check_options
from dragoman.conversion.sources import PreparedSource, open_converted
from dragoman.cpu_work import DOCUMENT_THREAD, run, weigh
from dragoman.formats.format import Document, Languages, Source
from dragoman.projects import files
from dragoman.projects.model import ProjectFile
from dragoman.resources import Resources
from dragoman.translation.documents.preparing import require_text


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadFile:
    """A file that was read for its translation into one language."""

    languages: Languages
    document: Document


async def open_file(resources: Resources, file: ProjectFile) -> PreparedSource:
    """Open a file with the format that reads and writes it; a legacy document is converted once.

    Raises `BlobMissing` or `SealBroken`, and what `LegacyOffice.convert` raises.
    """
    assert file.format is not None  # a reference file is never read
    key = files.open_key(resources.keyring, file)
    data = await files.read_source(resources.blobs, file.id, key)
    legacy = find_legacy(file.format)
    if legacy is not None:
        return await _open_legacy(resources, file, legacy, data, key=key)
    options = check_options(await load_info(find_type(file.format)), {})
    source = Source(data=data, suffix=suffix_of(file.name), options=options)
    return PreparedSource(format=file.format, source=source)


async def _open_legacy(
    resources: Resources, file: ProjectFile, legacy: LegacyType, data: bytes, *, key: bytes
) -> PreparedSource:
    converted = await files.read_converted(resources.blobs, file.id, key)
    if converted is None:
        made = await resources.legacy.convert(legacy, data)
        await files.write_converted(resources.blobs, file.id, key, made)
        converted = await files.read_converted(resources.blobs, file.id, key) or made
    options = check_options(await load_info(legacy), {})
    return await open_converted(legacy, data, converted, options=options)


async def read_file(
    resources: Resources, file: ProjectFile, readable: PreparedSource, *, target_language: str
) -> ReadFile:
    """Extract a file's text in the sandbox process. Raises a `DocumentError`, or `Unavailable`."""
    assert file.source_language is not None
    pair = Languages(source=file.source_language, target=target_language)
    extracted = await resources.confined.extract(
        readable.format, readable.source, pair, max_words=resources.settings.project_max_words
    )
    await run(
        weigh(unit.segment for unit in extracted.document.units),
        lambda: require_text(extracted.document),
        thread=DOCUMENT_THREAD,
    )
    return ReadFile(languages=pair, document=extracted.document)
