"""Parts with shapes or charts that belong to a document or slide: read and written with all that follows.

A chart changes together with the workbook that is embedded behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from dragoman.formats.families.ooxml.chart_workbooks import ChartBook, open_book
from dragoman.formats.families.ooxml.charts import CHARTS, read_texts, settle
from dragoman.formats.families.ooxml.core_properties import read_core
from dragoman.formats.families.ooxml.drawingml_writing import drawing_writing
from dragoman.formats.families.ooxml.package import Package
from dragoman.formats.families.ooxml.shapes import ShapeReader
from dragoman.formats.paragraphs.text_locations import Order, Place, Writing, write_places
from dragoman.text_io.xml.blocks import XmlPart, encoded, open_entry, whole
from dragoman.text_io.xml.tags import XmlBlock


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """Such a part."""

    name: str
    part: XmlPart
    data: bytes = field(repr=False)  # in UTF-8
    places: list[Place]
    tips: Mapping[str, str] = field(default_factory=dict)  # what links in runs say when pointed at → unit
    workbook: str = ""  # of a chart: the entry with the workbook that changes with it
    book: ChartBook | None = None
    cells: Mapping[str, str] = field(default_factory=dict)  # texts of that workbook in the chart → unit


def read_drawn(package: Package, part: XmlPart, reader: ShapeReader, workbook: str = "") -> Drawn:
    """Read a part. `workbook`: the one behind a chart that may be opened, if there is one."""
    reader.read()
    drawn = Drawn(
        name=reader.drawing.part,
        part=part,
        data=reader.block.data,
        places=reader.places,
        tips=reader.tips,
        workbook=workbook,
        book=open_book(package.archive.read(workbook)) if workbook else None,
    )
    if reader.drawing.role not in CHARTS:
        return drawn
    cells = read_texts(reader, drawn.book)
    drawn.places.sort(key=lambda place: place.end)
    return replace(drawn, cells=cells)


def read_properties(package: Package, name: str) -> Drawn:
    """The properties of the file, which are written as drawings are: their places are values."""
    part = open_entry(package.archive, name)
    block = XmlBlock(whole(part), part.names)
    return Drawn(name=name, part=part, data=block.data, places=list(read_core(name, block)))


def write_drawn(
    drawn: Drawn, order: Order, adapt: Callable[[Writing], Writing] = lambda writing: writing
) -> dict[str, bytes]:
    """The new contents of the part, and of the workbook behind it, as far as they change.

    `adapt` says what is written otherwise than usual.
    """
    texts: Mapping[str, str] = {}
    if drawn.book is not None:
        texts, targets = settle(drawn.book, drawn.cells, order.targets)
        order = replace(order, targets=targets)
    writing = adapt(drawing_writing(drawn.part.names, order, drawn.tips))
    written = write_places(drawn.data, drawn.places, writing)
    if written is None:
        return {}
    changed = {drawn.name: b"".join(encoded(drawn.part, (written,)))}
    if drawn.book is not None and (workbook := drawn.book.write(texts)) is not None:
        changed[drawn.workbook] = workbook
    return changed
