"""Reading and rebuilding OpenDocument files part by part: what odt, ods and odp have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from dragoman.formats.families.odf.block_reader import Reader
from dragoman.formats.families.odf.cells import find_areas
from dragoman.formats.families.odf.elements import PARAGRAPHS
from dragoman.formats.families.odf.package import FLAT, OdfFile, open_odf
from dragoman.formats.families.odf.patterns import Grammar
from dragoman.formats.families.odf.reader_state import Choices, State
from dragoman.formats.families.odf.styles import Looks, StyleSheet
from dragoman.formats.families.odf.tables_of_contents import ADVICE, SIGNS
from dragoman.formats.families.odf.target_language import mark_styles
from dragoman.formats.families.odf.writing import SpanWriter
from dragoman.formats.format import Document, DocumentWarning, Reason, Source, Unit
from dragoman.formats.paragraphs.options import SIGNED, check_count
from dragoman.formats.paragraphs.tables_of_contents import Contents, mentions
from dragoman.formats.paragraphs.text_locations import Order, Place, Writing, units_of, write_places
from dragoman.formats.paragraphs.writing import Dialect
from dragoman.segments import Segment
from dragoman.text_io.errors import DocumentCorrupt
from dragoman.text_io.xml.blocks import XmlPart, cut, encoded, whole
from dragoman.text_io.xml.tags import XmlBlock
from dragoman.text_io.zip.archive import rewrite

_CONTENT: Final = "content.xml"
_STYLES: Final = "styles.xml"
_META: Final = "meta.xml"
_NO_RUNS: Final = Dialect(run=b"", text=b"", preserves=False, properties=lambda style, _: style.raw)


@dataclass(slots=True, eq=False)
class _Reading:
    """A file that is being read."""

    file: OdfFile
    choices: Choices
    sheet: StyleSheet = field(default_factory=StyleSheet)
    left_alone: Counter[Reason] = field(default_factory=Counter)
    contents: Contents = field(default_factory=Contents)


def extract_odf(source: Source, choices: Choices) -> Document:
    """Read all units: the document first, then its charts, headers and properties."""
    reading = _begin(source.data, choices)
    units: list[Unit] = []
    for name in _parts(reading):
        for _, places in _read_part(reading, name, reading.file.open(name)):
            units += units_of(places)
            check_count(len(units))
    contents = reading.contents.resolve()
    reading.left_alone[Reason.CONTENTS] += contents.left
    return Document(
        units=tuple(units),
        left_alone=+reading.left_alone,  # without those that count nothing
        warnings=(*_warnings(reading.file), *contents.warnings(ADVICE)),
    )


def rebuild_odf(source: Source, choices: Choices, order: Order) -> bytes:
    """Write the document with translations in it; paragraphs without a new text stay byte for byte."""
    if not order.always and not _changes(_begin(source.data, choices), order):
        return source.data
    reading = _begin(source.data, choices)
    if reading.contents.active:
        order = replace(
            order, targets={**order.targets, **_read_contents(source.data, choices, order.targets)}
        )
    wanted = {identity.rpartition("#")[0] for identity in order.targets}
    file = reading.file
    if file.archive is None:
        return b"".join(_write_part(reading, FLAT, order))
    replacements: dict[str, bytes | Iterable[bytes]] = {}
    for name in _parts(reading):
        if name in wanted:
            replacements[name] = _write_part(reading, name, order)
    if not order.always and _STYLES not in replacements and file.has(_STYLES):
        replacements[_STYLES] = _mark_only(reading, order)
    return rewrite(file.archive, replacements, without=file.signatures())


def _begin(data: bytes, choices: Choices) -> _Reading:
    reading = _Reading(file=open_odf(data), choices=choices)
    if reading.file.has(_STYLES):
        part = reading.file.open(_STYLES)
        reading.sheet = StyleSheet().extended(XmlBlock(whole(part), part.names))
    main = FLAT if reading.file.archive is None else _CONTENT
    if main == FLAT or reading.file.has(main):
        reading.contents.active = mentions(reading.file.chunks(main), SIGNS)
    return reading


def _read_contents(data: bytes, choices: Choices, targets: Mapping[str, Segment]) -> Mapping[str, Segment]:
    """What entries of indexes and references show from now on."""
    reading = _begin(data, choices)
    reading.contents.targets = targets
    for name in _parts(reading):
        for _ in _read_part(reading, name, reading.file.open(name)):
            pass
    return reading.contents.resolve().targets


def _parts(reading: _Reading) -> Iterator[str]:
    """The names of the parts with text that is translated. Some templates are nothing but styles."""
    file = reading.file
    if file.archive is None:
        yield FLAT
        return
    if _CONTENT in file.archive.entries:
        yield _CONTENT
    elif not (file.has(_STYLES) and reading.choices.body == f"office:{file.said_kind()}"):
        raise DocumentCorrupt("The archive is no OpenDocument file: it has no content.xml.")
    yield from file.charts
    if file.has(_STYLES) and (reading.choices.masters or reading.choices.body != "office:presentation"):
        yield _STYLES
    if file.has(_META) and reading.choices.properties:
        yield _META


def _read_part(reading: _Reading, name: str, part: XmlPart) -> Iterator[tuple[bytes, list[Place]]]:
    """The blocks of a part, each with its places in the order in which they end."""
    main = name in {FLAT, _CONTENT}
    sheets = reading.choices.body == "office:spreadsheet" and main
    grammar = Grammar(part.names)
    looks = Looks(sheet=reading.sheet, names=part.names, show_hidden=reading.choices.hidden)
    state = State(
        part=name,
        choices=reading.choices,
        looks=looks,
        left_alone=reading.left_alone,
        contents=reading.contents,
    )
    if sheets:
        state.areas = find_areas(part.read(), part.names)
    blocks = cut(part, *(("table:table-row",) if sheets else PARAGRAPHS)) if main else iter((whole(part),))
    body_found = not main
    for number, data in enumerate(blocks):
        block = XmlBlock(data, part.names)
        if not number:
            looks.sheet = reading.sheet.extended(block)
        body_found = body_found or _has_body(reading.choices, block)
        reader = Reader(block, state, grammar)
        reader.read()
        yield data, reader.places
    if not body_found:
        raise _other_kind()


def _has_body(choices: Choices, block: XmlBlock) -> bool:
    """Whether the document begins in this block. `DocumentCorrupt`: it is of another kind."""
    for tag in block.tags(0, len(block.data)):
        if tag.name == "office:body":
            inner = block.tag(tag.end)
            if inner is None or inner.name != choices.body:
                raise _other_kind()
            return True
    return False


def _other_kind() -> DocumentCorrupt:
    return DocumentCorrupt("The file is an OpenDocument file of another kind than its name and type say.")


def _changes(reading: _Reading, order: Order) -> bool:
    """Whether any translation differs from its source."""
    for name in _parts(reading):
        for _, places in _read_part(reading, name, reading.file.open(name)):
            if any(order.targets.get(unit.id, unit.segment) != unit.segment for unit in units_of(places)):
                return True
    return False


def _write_part(reading: _Reading, name: str, order: Order) -> Iterator[bytes]:
    """The new contents of a part, written as it is read."""
    part = reading.file.open(name)
    writing = Writing(
        order=order,
        dialect=lambda _: _NO_RUNS,
        writer=lambda copy, like: SpanWriter(copy, part.names, like),
    )

    def blocks() -> Iterator[bytes]:
        for number, (data, places) in enumerate(_read_part(reading, name, part)):
            new = write_places(data, places, writing)
            written = data if new is None else new
            if not number and not order.always:
                written = _mark(reading, XmlBlock(written, part.names), order)
            yield written

    return encoded(part, blocks())


def _mark_only(reading: _Reading, order: Order) -> bytes:
    """The part with styles when no text of it is translated."""
    part = reading.file.open(_STYLES)
    data = whole(part)
    return b"".join(encoded(part, (_mark(reading, XmlBlock(data, part.names), order),)))


def _mark(reading: _Reading, block: XmlBlock, order: Order) -> bytes:
    sheets = reading.choices.body == "office:spreadsheet"  # their columns stay in order, so sides stay
    direction = reading.choices.direction
    return mark_styles(block, order.languages, direction=direction, sides=not sheets)


def _warnings(file: OdfFile) -> tuple[DocumentWarning, ...]:
    return (SIGNED,) if file.is_signed else ()
