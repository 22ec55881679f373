"""Drawings of a sheet: text boxes, shapes, charts and diagrams. `comments` has the comments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from dragoman.formats.families.ooxml.charts import CHARTS, ChartText, find_texts
from dragoman.formats.families.ooxml.drawing_parts import DrawingPart, write_drawing_part
from dragoman.formats.families.ooxml.drawingml import DrawingContext
from dragoman.formats.families.ooxml.shapes import ShapeReader
from dragoman.formats.paragraphs.text_locations import TextValue, Translations
from dragoman.formats.xlsx.reading import XlsxContext
from dragoman.formats.xlsx.workbook import SheetPartRef
from dragoman.segments import Segment, Text
from dragoman.text_io.xml.blocks import open_entry, whole
from dragoman.text_io.xml.tags import XmlBlock


@dataclass(slots=True, eq=False)
class SheetDrawings:
    """State that is kept from one drawing to the next."""

    context: XlsxContext
    diagrams: dict[Segment, str] = field(default_factory=dict)  # text in the data of a diagram → unit


def read_drawing(drawings: SheetDrawings, ref: SheetPartRef) -> DrawingPart:
    """The locations of a part, without copies of cells: these follow their cells."""
    context = drawings.context
    part = open_entry(context.package.archive, ref.name)
    block = XmlBlock(whole(part), part.names)
    drawing = DrawingContext(ref.name, ref.role, drawings.diagrams, context.left_alone)
    reader = ShapeReader(block, drawing, show_hidden=context.is_on("hidden"))
    reader.read()
    for text in find_texts(block) if ref.role in CHARTS else ():
        identity = reader.identify()
        if not text.formula:
            reader.add_location(_value(identity, text))
    reader.locations.sort(key=lambda location: location.end)
    return DrawingPart(
        name=ref.name, part=part, data=block.data, locations=reader.locations, tips=reader.tips
    )


def write_drawing(
    drawings: SheetDrawings,
    ref: SheetPartRef,
    translations: Translations,
    copies: Mapping[str, Mapping[str, str]],
) -> dict[str, bytes]:
    """The part with its translations, if it changes.

    `copies`: `=` and formula of a chart → text of a cell → its new text.
    """
    drawn = read_drawing(drawings, ref)
    if ref.role not in CHARTS:
        return write_drawing_part(drawn, translations)
    more: dict[str, Segment] = {}
    for text in find_texts(XmlBlock(drawn.data, drawn.part.names)):
        new = copies.get(f"={text.formula}", {}).get(text.text)
        if new is not None:
            identity = f"copy {len(more)}"
            more[identity] = (Text(text=new),)
            drawn.locations.append(_value(identity, text))
    drawn.locations.sort(key=lambda location: location.end)
    if more:
        translations = replace(translations, targets={**translations.targets, **more})
    return write_drawing_part(drawn, translations)


def _value(identity: str, text: ChartText) -> TextValue:
    return TextValue(id=identity, start=text.start, end=text.end, text=text.text, attribute=False)
