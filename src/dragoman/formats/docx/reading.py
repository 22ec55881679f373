"""Reading a Word package part by part and block by block: the one way for extraction and for rebuilding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from dragoman.formats.docx.block_reader import Grammar, Reader
from dragoman.formats.docx.parts import PartKind, PartRef, find_parts
from dragoman.formats.docx.reader_state import Bound, State
from dragoman.formats.docx.stylesheet import NO_STYLES, Formats, StyleSheet, read_styles
from dragoman.formats.docx.tables_of_contents import SIGNS
from dragoman.formats.families.ooxml.charts import CHARTS, find_workbooks
from dragoman.formats.families.ooxml.drawing_parts import Drawn, read_drawn, read_properties
from dragoman.formats.families.ooxml.drawingml import Drawing
from dragoman.formats.families.ooxml.format import Options
from dragoman.formats.families.ooxml.package import Package
from dragoman.formats.families.ooxml.shapes import ShapeReader
from dragoman.formats.format import Reason
from dragoman.formats.paragraphs.tables_of_contents import Contents, Resolved, mentions
from dragoman.formats.paragraphs.text_locations import Place
from dragoman.segments import Segment
from dragoman.text_io.xml.blocks import XmlPart, cut, open_entry, whole
from dragoman.text_io.xml.tags import XmlBlock


@dataclass(slots=True, eq=False)
class Reading:
    """A package that is being read, with the client's choices."""

    package: Package
    options: Options
    parts: tuple[PartRef, ...]
    workbooks: dict[str, str]  # chart → the workbook embedded behind it alone
    sheet: StyleSheet = NO_STYLES
    left_alone: Counter[Reason] = field(default_factory=Counter)
    bound: list[Bound] = field(default_factory=list)  # so far
    contents: Contents = field(default_factory=Contents)  # so far
    diagrams: dict[Segment, str] = field(default_factory=dict)  # what the data of diagrams say → unit

    def chooses(self, option: str) -> bool:
        """Whether an option is on."""
        return self.options.get(option) is True

    def open(self, ref: PartRef) -> XmlPart:
        """Inspect a part. `DocumentCorrupt`: it is not well-formed."""
        return open_entry(self.package.archive, ref.name)


def begin_reading(package: Package, options: Options) -> Reading:
    """Find the parts and read the style sheet."""
    parts = find_parts(package)
    charts = (ref.name for ref in parts if ref.role in CHARTS)
    reading = Reading(package, options, parts, find_workbooks(package, charts))
    for ref in reading.parts:
        if ref.kind is PartKind.STYLES:
            part = reading.open(ref)
            reading.sheet = read_styles(whole(part), part.names)
            break
    texts = (ref for ref in parts if ref.kind is PartKind.TEXT and is_read(reading, ref))
    reading.contents.active = any(mentions(package.archive.chunks(ref.name), SIGNS) for ref in texts)
    return reading


def read_contents(other: Reading, targets: Mapping[str, Segment]) -> Resolved:
    """Read all texts of a package for what contents and references repeat of them, if there are any."""
    if not other.contents.active:
        return other.contents.resolve()
    reading = begin_reading(other.package, other.options)
    reading.contents.targets = targets
    for ref in reading.parts:
        if ref.kind is PartKind.TEXT and is_read(reading, ref):
            for _ in read_text(reading, ref, reading.open(ref)):
                pass
    return reading.contents.resolve()


def is_read(reading: Reading, ref: PartRef) -> bool:
    """Whether the text of a part is translated at all."""
    if ref.role == "comments":
        return reading.chooses("comments")
    if ref.kind is PartKind.PROPERTIES:
        return reading.chooses("properties")
    return ref.kind in {PartKind.TEXT, PartKind.DRAWING}


def read_text(reading: Reading, ref: PartRef, part: XmlPart) -> Iterator[tuple[bytes, list[Place]]]:
    """The blocks of a part with paragraphs, each with its places in the order in which they end."""
    formats = Formats(sheet=reading.sheet, names=part.names, show_hidden=reading.chooses("hiddenText"))
    state = State(
        part=ref.name,
        formats=formats,
        left_alone=reading.left_alone,
        bound=reading.bound,
        contents=reading.contents,
    )
    grammar = Grammar(part.names)
    for number, data in enumerate(cut(part, "w:p")):
        block = XmlBlock(data, part.names)
        if not number and (root := block.tag(0)) is not None:
            state.preserve = block.attributes(root).get("xml:space") == "preserve"
        reader = Reader(block, state, grammar)
        reader.read()
        yield data, reader.places


def read_other(reading: Reading, ref: PartRef) -> Drawn:
    """A chart, a diagram, or the properties of the file."""
    if ref.kind is PartKind.PROPERTIES:
        return read_properties(reading.package, ref.name)
    part = reading.open(ref)
    block = XmlBlock(whole(part), part.names)
    drawing = Drawing(ref.name, ref.role, reading.diagrams, reading.left_alone)
    reader = ShapeReader(block, drawing, show_hidden=reading.chooses("hiddenText"))
    return read_drawn(reading.package, part, reader, reading.workbooks.get(ref.name, ""))
