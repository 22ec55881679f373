"""Parts with shapes or charts that belong to a document or slide: read and written.

A chart changes together with the workbook embedded behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from dragoman.formats.families.ooxml.chart_workbooks import ChartWorkbook, open_book
from dragoman.formats.families.ooxml.charts import CHARTS, finalize, read_texts
from dragoman.formats.families.ooxml.core_properties import read_core
from dragoman.formats.families.ooxml.drawingml_writing import drawing_writing
from dragoman.formats.families.ooxml.package import OoxmlPackage
from dragoman.formats.families.ooxml.shapes import ShapeReader
from dragoman.formats.paragraphs.text_locations import (
    TextLocation,
    Translations,
    WritingContext,
    write_locations,
)
from dragoman.text_io.xml.blocks import XmlPart, encoded, open_entry, whole
from dragoman.text_io.xml.tags import XmlBlock


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawingPart:
    """A part with shapes, charts or properties."""

    name: str
    part: XmlPart
    data: bytes = field(repr=False)  # in UTF-8
    locations: list[TextLocation]
    tips: Mapping[str, str] = field(default_factory=dict)  # tooltips of links in runs → unit
    workbook: str = ""  # of a chart: the entry of the workbook that changes with it
    book: ChartWorkbook | None = None
    cells: Mapping[str, str] = field(default_factory=dict)  # texts of that workbook in the chart → unit


def read_drawing_part(
    package: OoxmlPackage, part: XmlPart, reader: ShapeReader, workbook: str = ""
) -> DrawingPart:
    """Read a part. `workbook`: the one behind a chart, if it may be opened."""
    reader.read()
    drawn = DrawingPart(
        name=reader.drawing.part,
        part=part,
        data=reader.block.data,
        locations=reader.locations,
        tips=reader.tips,
        workbook=workbook,
        book=open_book(package.archive.read(workbook)) if workbook else None,
    )
    if reader.drawing.role not in CHARTS:
        return drawn
    cells = read_texts(reader, drawn.book)
    drawn.locations.sort(key=lambda location: location.end)
    return replace(drawn, cells=cells)


def read_properties(package: OoxmlPackage, name: str) -> DrawingPart:
    """Read the properties of the file. They are written like drawings; their locations are values."""
    part = open_entry(package.archive, name)
    block = XmlBlock(whole(part), part.names)
    return DrawingPart(name=name, part=part, data=block.data, locations=list(read_core(name, block)))


def write_drawing_part(
    drawn: DrawingPart,
    translations: Translations,
    adapt: Callable[[WritingContext], WritingContext] = lambda writing_context: writing_context,
) -> dict[str, bytes]:
    """The new contents of the part and of the workbook behind it, if they change.

    `adapt` changes how the part is written.
    """
    texts: Mapping[str, str] = {}
    if drawn.book is not None:
        texts, targets = finalize(drawn.book, drawn.cells, translations.targets)
        translations = replace(translations, targets=targets)
    writing_context = adapt(drawing_writing(drawn.part.names, translations, drawn.tips))
    written = write_locations(drawn.data, drawn.locations, writing_context)
    if written is None:
        return {}
    changed = {drawn.name: b"".join(encoded(drawn.part, (written,)))}
    if drawn.book is not None and (workbook := drawn.book.write(texts)) is not None:
        changed[drawn.workbook] = workbook
    return changed
