"""Read and rebuild OpenDocument files part by part: the shared code of odt, ods and odp."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from dragoman.formats.families.odf.block_reader import OdfBlockReader
from dragoman.formats.families.odf.cells import find_ranges
from dragoman.formats.families.odf.elements import PARAGRAPHS
from dragoman.formats.families.odf.package import FLAT, OdfFile, open_odf
from dragoman.formats.families.odf.patterns import OdfPatterns
from dragoman.formats.families.odf.reader_state import OdfOptions, OdfReaderState
from dragoman.formats.families.odf.styles import OdfRunStyles, OdfStyleSheet
from dragoman.formats.families.odf.tables_of_contents import ADVICE, SIGNS
from dragoman.formats.families.odf.target_language import mark_styles
from dragoman.formats.families.odf.writing import SpanWriter
from dragoman.formats.format import Document, DocumentWarning, Reason, Source, Unit
from dragoman.formats.paragraphs.options import SIGNED, check_count
from dragoman.formats.paragraphs.tables_of_contents import TocResolver, contains_any
from dragoman.formats.paragraphs.text_locations import (
    TextLocation,
    Translations,
    WritingContext,
    units_of,
    write_locations,
)
from dragoman.formats.paragraphs.writing import RunMarkup
from dragoman.segments import Segment
from dragoman.text_io.errors import DocumentCorrupt
from dragoman.text_io.xml.blocks import XmlPart, cut, encoded, whole
from dragoman.text_io.xml.tags import XmlBlock
from dragoman.text_io.zip.archive import rewrite

_CONTENT: Final = "content.xml"
_STYLES: Final = "styles.xml"
_META: Final = "meta.xml"
_NO_RUNS: Final = RunMarkup(run=b"", text=b"", preserves=False, properties=lambda style, _: style.raw)


@dataclass(slots=True, eq=False)
class _OdfContext:
    """A file that is being read, with the client's options."""

    file: OdfFile
    options: OdfOptions
    sheet: OdfStyleSheet = field(default_factory=OdfStyleSheet)
    left_alone: Counter[Reason] = field(default_factory=Counter)
    toc: TocResolver = field(default_factory=TocResolver)


def extract_odf(source: Source, options: OdfOptions) -> Document:
    """Read all units: the document first, then its charts, headers and properties."""
    context = _begin(source.data, options)
    units: list[Unit] = []
    for name in _parts(context):
        for _, locations in _read_part(context, name, context.file.open(name)):
            units += units_of(locations)
            check_count(len(units))
    toc = context.toc.resolve()
    context.left_alone[Reason.CONTENTS] += toc.left
    return Document(
        units=tuple(units),
        left_alone=+context.left_alone,  # drops zero counts
        warnings=(*_warnings(context.file), *toc.warnings(ADVICE)),
    )


def rebuild_odf(source: Source, options: OdfOptions, translations: Translations) -> bytes:
    """Write the document with its translations; paragraphs without a new text stay byte for byte."""
    if not translations.always and not _changes(_begin(source.data, options), translations):
        return source.data
    context = _begin(source.data, options)
    if context.toc.active:
        translations = replace(
            translations,
            targets={**translations.targets, **_resolve_toc(source.data, options, translations.targets)},
        )
    wanted = {identity.rpartition("#")[0] for identity in translations.targets}
    file = context.file
    if file.archive is None:
        return b"".join(_write_part(context, FLAT, translations))
    replacements: dict[str, bytes | Iterable[bytes]] = {}
    for name in _parts(context):
        if name in wanted:
            replacements[name] = _write_part(context, name, translations)
    if not translations.always and _STYLES not in replacements and file.has(_STYLES):
        replacements[_STYLES] = _write_styles(context, translations)
    return rewrite(file.archive, replacements, without=file.signatures())


def _begin(data: bytes, options: OdfOptions) -> _OdfContext:
    context = _OdfContext(file=open_odf(data), options=options)
    if context.file.has(_STYLES):
        part = context.file.open(_STYLES)
        context.sheet = OdfStyleSheet().extended(XmlBlock(whole(part), part.names))
    main = FLAT if context.file.archive is None else _CONTENT
    if main == FLAT or context.file.has(main):
        context.toc.active = contains_any(context.file.chunks(main), SIGNS)
    return context


def _resolve_toc(data: bytes, options: OdfOptions, targets: Mapping[str, Segment]) -> Mapping[str, Segment]:
    """The new texts of entries of indexes and of references."""
    context = _begin(data, options)
    context.toc.targets = targets
    for name in _parts(context):
        for _ in _read_part(context, name, context.file.open(name)):
            pass
    return context.toc.resolve().targets


def _parts(context: _OdfContext) -> Iterator[str]:
    """The names of the parts with text that is translated. Some templates contain only styles."""
    file = context.file
    if file.archive is None:
        yield FLAT
        return
    if _CONTENT in file.archive.entries:
        yield _CONTENT
    elif not (file.has(_STYLES) and context.options.body == f"office:{file.declared_kind()}"):
        raise DocumentCorrupt("The archive is not an OpenDocument file: it has no content.xml.")
    yield from file.charts
    if file.has(_STYLES) and (context.options.masters or context.options.body != "office:presentation"):
        yield _STYLES
    if file.has(_META) and context.options.properties:
        yield _META


def _read_part(context: _OdfContext, name: str, part: XmlPart) -> Iterator[tuple[bytes, list[TextLocation]]]:
    """The blocks of a part, each with its locations ordered by where they end."""
    main = name in {FLAT, _CONTENT}
    sheets = context.options.body == "office:spreadsheet" and main
    patterns = OdfPatterns(part.names)
    styles = OdfRunStyles(sheet=context.sheet, names=part.names, show_hidden=context.options.hidden)
    state = OdfReaderState(
        part=name,
        options=context.options,
        styles=styles,
        left_alone=context.left_alone,
        toc=context.toc,
    )
    if sheets:
        state.areas = find_ranges(part.read(), part.names)
    blocks = cut(part, *(("table:table-row",) if sheets else PARAGRAPHS)) if main else iter((whole(part),))
    body_found = not main
    for number, data in enumerate(blocks):
        block = XmlBlock(data, part.names)
        if not number:
            styles.sheet = context.sheet.extended(block)
        body_found = body_found or _has_body(context.options, block)
        reader = OdfBlockReader(block, state, patterns)
        reader.read()
        yield data, reader.locations
    if not body_found:
        raise _other_kind()


def _has_body(options: OdfOptions, block: XmlBlock) -> bool:
    """Whether the document begins in this block. Raises `DocumentCorrupt` if it is of another kind."""
    for tag in block.tags(0, len(block.data)):
        if tag.name == "office:body":
            inner = block.tag(tag.end)
            if inner is None or inner.name != options.body:
                raise _other_kind()
            return True
    return False


def _other_kind() -> DocumentCorrupt:
    return DocumentCorrupt("The file is an OpenDocument file of another kind than its name and type.")


def _changes(context: _OdfContext, translations: Translations) -> bool:
    """Whether any translation differs from its source."""
    for name in _parts(context):
        for _, locations in _read_part(context, name, context.file.open(name)):
            if any(
                translations.targets.get(unit.id, unit.segment) != unit.segment
                for unit in units_of(locations)
            ):
                return True
    return False


def _write_part(context: _OdfContext, name: str, translations: Translations) -> Iterator[bytes]:
    """The new contents of a part, streamed."""
    part = context.file.open(name)
    writing_context = WritingContext(
        translations=translations,
        run_markup=lambda _: _NO_RUNS,
        writer=lambda copy, like: SpanWriter(copy, part.names, like),
    )

    def blocks() -> Iterator[bytes]:
        for number, (data, locations) in enumerate(_read_part(context, name, part)):
            new = write_locations(data, locations, writing_context)
            written = data if new is None else new
            if not number and not translations.always:
                written = _add_element(context, XmlBlock(written, part.names), translations)
            yield written

    return encoded(part, blocks())


def _write_styles(context: _OdfContext, translations: Translations) -> bytes:
    """The part with styles when none of its text is translated."""
    part = context.file.open(_STYLES)
    data = whole(part)
    return b"".join(encoded(part, (_add_element(context, XmlBlock(data, part.names), translations),)))


def _add_element(context: _OdfContext, block: XmlBlock, translations: Translations) -> bytes:
    sheets = context.options.body == "office:spreadsheet"  # their columns stay in order, so alignment stays
    direction = context.options.direction
    return mark_styles(block, translations.languages, direction=direction, alignment=not sheets)


def _warnings(file: OdfFile) -> tuple[DocumentWarning, ...]:
    return (SIGNED,) if file.is_signed else ()
