"""Parts that belong to a sheet: text boxes, shapes, charts and diagrams. `comments` has the comments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from dragoman.formats.families.ooxml.charts import CHARTS, Said, find_texts
from dragoman.formats.families.ooxml.drawing_parts import Drawn, write_drawn
from dragoman.formats.families.ooxml.drawingml import Drawing
from dragoman.formats.families.ooxml.shapes import ShapeReader
from dragoman.formats.paragraphs.text_locations import Order, Value
from dragoman.formats.xlsx.reading import Reading
from dragoman.formats.xlsx.workbook import PartRef
from dragoman.segments import Segment, Text
from dragoman.text_io.xml.blocks import open_entry, whole
from dragoman.text_io.xml.tags import XmlBlock


@dataclass(slots=True, eq=False)
class Drawings:
    """What is known from one part to the next."""

    reading: Reading
    diagrams: dict[Segment, str] = field(default_factory=dict)  # what the data of diagrams say → unit


def read_drawing(drawings: Drawings, ref: PartRef) -> Drawn:
    """The places of a part. Copies of cells are none: they say what their cells say."""
    reading = drawings.reading
    part = open_entry(reading.package.archive, ref.name)
    block = XmlBlock(whole(part), part.names)
    drawing = Drawing(ref.name, ref.role, drawings.diagrams, reading.left_alone)
    reader = ShapeReader(block, drawing, show_hidden=reading.chooses("hidden"))
    reader.read()
    for said in find_texts(block) if ref.role in CHARTS else ():
        identity = reader.identify()
        if not said.formula:
            reader.found(_place(identity, said))
    reader.places.sort(key=lambda place: place.end)
    return Drawn(name=ref.name, part=part, data=block.data, places=reader.places, tips=reader.tips)


def write_drawing(
    drawings: Drawings, ref: PartRef, order: Order, copies: Mapping[str, Mapping[str, str]]
) -> dict[str, bytes]:
    """A part with its translations in it, if something changes.

    `copies`: `=` and formula of a chart → text of a cell → its new text.
    """
    drawn = read_drawing(drawings, ref)
    if ref.role not in CHARTS:
        return write_drawn(drawn, order)
    more: dict[str, Segment] = {}
    for said in find_texts(XmlBlock(drawn.data, drawn.part.names)):
        new = copies.get(f"={said.formula}", {}).get(said.text)
        if new is not None:
            identity = f"copy {len(more)}"
            more[identity] = (Text(text=new),)
            drawn.places.append(_place(identity, said))
    drawn.places.sort(key=lambda place: place.end)
    return write_drawn(drawn, replace(order, targets={**order.targets, **more}) if more else order)


def _place(identity: str, said: Said) -> Value:
    return Value(id=identity, start=said.start, end=said.end, text=said.text, attribute=False)
