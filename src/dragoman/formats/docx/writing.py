"""Writing a Word package with translations in it. What has no translation stays byte for byte."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from dragoman.formats.docx.data_bindings import translated_data, write_data
from dragoman.formats.docx.parts import PartKind, PartRef
from dragoman.formats.docx.reading import (
    Reading,
    begin_reading,
    is_read,
    read_contents,
    read_other,
    read_text,
)
from dragoman.formats.docx.tables_of_contents import update_fields
from dragoman.formats.docx.target_language import Marking, mark_language
from dragoman.formats.families.ooxml.drawing_parts import write_drawn
from dragoman.formats.families.ooxml.format import Changes, Options
from dragoman.formats.families.ooxml.package import Package
from dragoman.formats.format import Languages
from dragoman.formats.paragraphs.text_locations import Order, Writing, write_places
from dragoman.formats.paragraphs.writing import Dialect
from dragoman.text_io.errors import DocumentError
from dragoman.text_io.xml.blocks import encoded, open_entry, whole
from dragoman.text_io.xml.tags import XmlBlock

_HELD: Final = 8 * 1024 * 1024  # bytes of a part that is written before it is known whether anything changes
_ELEMENTS: Final = {"\u2011": "w:noBreakHyphen", "\u00ad": "w:softHyphen"}


def write_package(package: Package, options: Options, order: Order) -> Changes:
    """The parts that change."""
    reading = begin_reading(package, options)
    contents = read_contents(reading, order.targets)
    order = replace(order, targets={**order.targets, **contents.targets})
    changes: Changes = {}
    wanted = {identity.rpartition("#")[0] for identity in order.targets}
    sharing = any(ref.role == "diagramData" and ref.name in wanted for ref in reading.parts)
    for ref in reading.parts:
        needed = ref.name in wanted or (sharing and ref.role == "diagramDrawing")
        if not is_read(reading, ref) or not (needed or ref.role == "diagramData"):
            continue
        if ref.kind is not PartKind.TEXT:
            changes |= write_drawn(read_other(reading, ref), order)
        elif (written := _write_text(reading, ref, order)) is not None:
            changes[ref.name] = written
    if not changes:
        return {}
    changes |= _write_data(reading, order, changes)
    if contents.left and not order.always:
        changes |= _write_settings(package)
    for ref in reading.parts:
        if ref.kind is PartKind.STYLES and not order.always:
            changes |= _write_styles(reading, ref, order.languages)
    return changes


def _write_data(reading: Reading, order: Order, written: Mapping[str, object]) -> Changes:
    """Parts with data that translated content controls copy. Those of large parts are not known yet."""
    data = translated_data(reading.bound, order.targets)
    changed: Changes = {}
    for ref in reading.parts if data else ():
        if ref.kind in {PartKind.DATA, PartKind.PROPERTIES} and ref.name not in written:
            try:
                part = reading.open(ref)
                new = write_data(XmlBlock(whole(part), part.names), data)
            except DocumentError:  # it is not ours to refuse: anybody's data
                continue
            if new is not None:
                changed[ref.name] = b"".join(encoded(part, (new,)))
    return changed


def _write_settings(package: Package) -> Changes:
    """The settings, in which Word is told to update fields; nothing where there are none, or broken ones."""
    for to in package.relationships(package.main_part()):
        if to.kind == "settings":
            try:
                part = open_entry(package.archive, to.target)
                new = update_fields(XmlBlock(whole(part), part.names))
            except DocumentError:
                break
            return {to.target: b"".join(encoded(part, (new,)))}
    return {}


def _write_text(reading: Reading, ref: PartRef, order: Order) -> bytes | Iterator[bytes] | None:
    """The new contents of a part; None when nothing changes. Large ones are written as they are read."""
    part = reading.open(ref)
    marking = Marking(names=part.names, languages=order.languages, direction=reading.chooses("setDirection"))
    writing = Writing(
        order=order,
        dialect=lambda name: _dialect(marking, name),
        paragraph=lambda _, properties, name: marking.paragraph(properties, name),
        block=marking.block,
    )

    def blocks() -> Iterator[tuple[bytes, bool]]:
        for data, places in read_text(reading, ref, part):
            new = write_places(data, places, writing)
            yield (data, False) if new is None else (new, True)

    if reading.package.archive.entries[ref.name].size > _HELD:
        return encoded(part, (block for block, _ in blocks()))
    changed = False
    written: list[bytes] = []
    for block, new in blocks():
        changed |= new
        written.append(block)
    return b"".join(encoded(part, written)) if changed else None


def _dialect(marking: Marking, name: bytes) -> Dialect:
    write = marking.names.write
    return Dialect(
        run=write("w:r", name),
        text=write("w:t", name),
        preserves=True,
        properties=lambda style, new: marking.run(style, name) if new else style.raw,
        elements={sign: b"<" + write(element, name) + b"/>" for sign, element in _ELEMENTS.items()},
    )


def _write_styles(reading: Reading, ref: PartRef, languages: Languages) -> Changes:
    part = reading.open(ref)
    before = whole(part)
    after = mark_language(before, part.names, languages)
    return {} if after == before else {ref.name: b"".join(encoded(part, (after,)))}
