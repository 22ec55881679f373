"""The preview of a translation: its document, rebuilt with the segments as they are now (V8).

Segments without a translation show their source. Nothing of it is stored or delivered; the last preview of a
translation is kept in memory for as long as no segment changes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from dragoman.blobs import BlobMissing
from dragoman.conversion.legacy.printing import PrintableDocument, print_document
from dragoman.conversion.previews.making import (
    HtmlPreview,
    PagesPreview,
    Preview,
    PreviewKind,
    RebuiltText,
    TextPreview,
    find_kind,
    show_document,
    show_page,
    show_pages,
)
from dragoman.conversion.previews.marking import Marks, choose_marks
from dragoman.conversion.sources import PreparedSource
from dragoman.cpu_work import DOCUMENT_THREAD, LONG, run
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.errors import Conflict
from dragoman.fair_semaphore import requests_of, working_for
from dragoman.formats import find_entry
from dragoman.memories.segment_json import decode_segment, encode_segment
from dragoman.projects import segment_store
from dragoman.projects.linguists.editing.opening import Editor, TranslationAddress, open_translation
from dragoman.projects.linguists.translation_context import NotOpen, TranslationContext
from dragoman.projects.model import ProjectStatus, Stage
from dragoman.projects.segment_model import ProjectSegment
from dragoman.projects.work.reading import ReadFile, open_file, read_file
from dragoman.projects.work.segmenting import clean, join_rows, prepare_document
from dragoman.resources import Resources
from dragoman.segments import plain_text
from dragoman.text_io.errors import DocumentError
from dragoman.translation.documents.preparing import PreparedUnit

__all__ = [
    "HtmlPreview",
    "PagesPreview",
    "PreviewFailed",
    "PreviewUnavailable",
    "TextPreview",
    "TranslationPreview",
    "preview_translation",
]

_CUT = (Stage.OPEN, Stage.DELIVERING)


class PreviewUnavailable(Conflict):
    """There is no preview of this format, or not in this installation."""

    code = "PREVIEW_UNAVAILABLE"


class PreviewFailed(Conflict):
    """The document cannot be rebuilt, or not be shown, as its segments are now."""

    code = "PREVIEW_FAILED"


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslationPreview:
    """A preview, and what it shows."""

    shown: Preview
    segments: int
    # Segments whose translations the format cannot hold: they show their source. Delivering would fail.
    unwritten: Sequence[int]

    @property
    def size(self) -> int:
        """Bytes in memory, roughly."""
        return self.shown.size + 100 * len(self.unwritten)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Opened:
    """A file that is read and ready to be rebuilt."""

    readable: PreparedSource
    reading: ReadFile
    prepared: Sequence[PreparedUnit]
    rows: Sequence[ProjectSegment]


async def find_previewed(
    resources: Resources, address: TranslationAddress, *, editor: Editor
) -> TranslationContext:
    """Find a translation that has a preview. Raises `NotFound`, `Forbidden`, `NotOpen`."""
    async with transaction(resources.database, account=ALL_ACCOUNTS) as tx:
        context = await open_translation(tx, address, editor)
    translation = context.translation
    is_over = translation.status is ProjectStatus.FINISHED
    if not is_over and (translation.status is not ProjectStatus.ACTIVE or translation.stage not in _CUT):
        raise NotOpen(
            f"Translation {translation.id} has no segments now: it is {translation.status}, and its stage is "
            f"{translation.stage}.",
            hints="They are made when its project starts.",
        )
    return context


async def preview_translation(
    resources: Resources, address: TranslationAddress, *, editor: Editor
) -> TranslationPreview:
    """Preview a translation with its segments as they are now, drafts included.

    Raises `NotFound`, `Forbidden`, `NotOpen`, `PreviewUnavailable`, `PreviewFailed`, `Unavailable`.
    """
    context = await find_previewed(resources, address, editor=editor)
    translation = context.translation
    version = (translation.run, translation.revision)
    with working_for(requests_of(translation.account_id)):
        return await resources.previews.get(translation.id, version, lambda: _make(resources, context))


async def _make(resources: Resources, context: TranslationContext) -> TranslationPreview:
    try:
        opened = await _open(resources, context)
        kind = find_kind(opened.readable.format)
        if kind is None:
            raise PreviewUnavailable(
                f"There is no preview of .{opened.readable.source.suffix} files.",
                hints="Deliver the translation, and open its file with its own program.",
            )
        if kind is PreviewKind.PAGES:
            return await _make_pages(resources, opened)
        return await _make_text(resources, opened, kind)
    except DocumentError as error:
        raise PreviewFailed(error.message) from error
    except BlobMissing:
        raise PreviewFailed("The file of this translation is not stored any more.") from None


async def _open(resources: Resources, context: TranslationContext) -> _Opened:
    translation = context.translation
    async with transaction(resources.database, account=ALL_ACCOUNTS) as tx:
        rows = await segment_store.list_segments(tx, translation.id)
    readable = await open_file(resources, context.file)
    reading = await read_file(resources, context.file, readable, target_language=translation.target_language)
    prepared = await prepare_document(
        resources.translator, reading.document, language=reading.languages.source
    )
    return _Opened(readable=readable, reading=reading, prepared=prepared, rows=rows)


async def _rebuild(
    resources: Resources, opened: _Opened, rows: Sequence[ProjectSegment], *, without: Collection[str] = ()
) -> tuple[bytes, Sequence[str]]:
    """Rebuild the document, with some units left: its bytes, and the units that could not be written."""
    joined = await run(LONG, lambda: join_rows(opened.prepared, rows), thread=DOCUMENT_THREAD)
    targets = {unit: target for unit, target in joined.items() if unit not in without}
    readable = opened.readable
    written = await resources.confined.rebuild(
        readable.format, readable.source, targets, opened.reading.languages
    )
    return written.data, written.unwritten


def _number_unwritten(rows: Sequence[ProjectSegment], units: Sequence[str]) -> Sequence[int]:
    names = frozenset(map(clean, units))
    return [row.number for row in rows if row.unit in names and row.target is not None]


async def _make_text(resources: Resources, opened: _Opened, kind: PreviewKind) -> TranslationPreview:
    data, left = await _rebuild(resources, opened, opened.rows)
    unwritten = _number_unwritten(opened.rows, left)
    texts = _texts_of(opened.rows, frozenset(unwritten))
    marks = choose_marks([*texts.values(), data.decode("utf-8", "replace")]) or Marks(0xE000)
    written = RebuiltText(
        suffix=opened.readable.source.suffix,
        data=data,
        marked=await _rebuild_marked(resources, opened, marks, without=left),
        marks=marks,
        texts=texts,
    )
    language = opened.reading.languages.target
    show = show_page if kind is PreviewKind.HTML else show_document
    shown = await run(LONG, lambda: show(written, language=language), thread=DOCUMENT_THREAD)
    return TranslationPreview(shown=shown, segments=len(opened.rows), unwritten=unwritten)


async def _rebuild_marked(
    resources: Resources, opened: _Opened, marks: Marks, *, without: Collection[str]
) -> bytes | None:
    """Rebuild a copy with marks around the segments; None: the format takes no marks."""
    rows = [
        replace(row, target=encode_segment(marks.put(decode_segment(row.target or row.source), row.number)))
        for row in opened.rows
    ]
    try:
        data, unwritten = await _rebuild(resources, opened, rows, without=without)
    except DocumentError:
        return None
    return None if unwritten else data


async def _make_pages(resources: Resources, opened: _Opened) -> TranslationPreview:
    data, left = await _rebuild(resources, opened, opened.rows)
    unwritten = _number_unwritten(opened.rows, left)
    source, result = opened.readable.source, find_entry(opened.readable.format).result
    document = PrintableDocument(
        format=opened.readable.format if result is None else result.suffix,
        suffix=source.suffix if result is None else result.suffix,
        data=data,
    )
    pdf = await _print(resources, document)
    texts = _texts_of(opened.rows, frozenset(unwritten))
    found = await show_pages(
        resources.confined, pdf, list(texts.values()), languages=opened.reading.languages
    )
    pages = {number: page for number, page in zip(texts, found, strict=True) if page is not None}
    shown = PagesPreview(pdf=pdf, pages=pages)
    return TranslationPreview(shown=shown, segments=len(opened.rows), unwritten=unwritten)


async def _print(resources: Resources, document: PrintableDocument) -> bytes:
    """Print one document after another. Raises `PreviewUnavailable` where no LibreOffice can."""
    pdf = None
    if resources.legacy.is_installed:
        async with resources.previews.printing:
            pdf = await print_document(resources.legacy, document, metrics=resources.metrics)
    if pdf is None:
        raise PreviewUnavailable(
            "This installation shows no pages of Office documents: it has no LibreOffice that works.",
            hints="Its operator can add it: `make setup-legacy`, or LibreOffice and bubblewrap.",
        )
    return pdf


def _texts_of(rows: Sequence[ProjectSegment], unwritten: Collection[int]) -> Mapping[int, str]:
    """What each segment says in the document, by its number."""
    shown = ((row, None if row.number in unwritten else row.target) for row in rows)
    return {row.number: plain_text(decode_segment(target or row.source)) for row, target in shown}
