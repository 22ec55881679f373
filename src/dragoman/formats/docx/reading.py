"""Read a Word package part by part and block by block, for extraction and for rebuilding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from dragoman.formats.docx.block_reader import WordBlockReader, WordPatterns
from dragoman.formats.docx.parts import WordPartKind, WordPartRef, find_parts
from dragoman.formats.docx.reader_state import BoundControl, WordReaderState
from dragoman.formats.docx.stylesheet import NO_STYLES, WordRunStyles, WordStyleSheet, read_styles
from dragoman.formats.docx.tables_of_contents import SIGNS
from dragoman.formats.families.ooxml.charts import CHARTS, find_workbooks
from dragoman.formats.families.ooxml.drawing_parts import DrawingPart, read_drawing_part, read_properties
from dragoman.formats.families.ooxml.drawingml import DrawingContext
from dragoman.formats.families.ooxml.format import Options
from dragoman.formats.families.ooxml.package import OoxmlPackage
from dragoman.formats.families.ooxml.shapes import ShapeReader
from dragoman.formats.format import Reason
from dragoman.formats.paragraphs.tables_of_contents import ResolvedToc, TocResolver, contains_any
from dragoman.formats.paragraphs.text_locations import TextLocation
from dragoman.segments import Segment
from dragoman.text_io.xml.blocks import XmlPart, cut, open_entry, whole
from dragoman.text_io.xml.tags import XmlBlock


@dataclass(slots=True, eq=False)
class DocxContext:
    """A package that is being read, with the client's options."""

    package: OoxmlPackage
    options: Options
    parts: tuple[WordPartRef, ...]
    workbooks: dict[str, str]  # chart → its own embedded workbook
    sheet: WordStyleSheet = NO_STYLES
    left_alone: Counter[Reason] = field(default_factory=Counter)
    bound_controls: list[BoundControl] = field(default_factory=list)  # so far
    toc: TocResolver = field(default_factory=TocResolver)  # so far
    diagrams: dict[Segment, str] = field(default_factory=dict)  # text in the data of a diagram → unit

    def is_on(self, option: str) -> bool:
        """Whether an option is on."""
        return self.options.get(option) is True

    def open(self, ref: WordPartRef) -> XmlPart:
        """Open a part. Raises `DocumentCorrupt` if it is not well-formed."""
        return open_entry(self.package.archive, ref.name)


def open_context(package: OoxmlPackage, options: Options) -> DocxContext:
    """Find the parts and read the style sheet."""
    parts = find_parts(package)
    charts = (ref.name for ref in parts if ref.role in CHARTS)
    context = DocxContext(package, options, parts, find_workbooks(package, charts))
    for ref in context.parts:
        if ref.kind is WordPartKind.STYLES:
            part = context.open(ref)
            context.sheet = read_styles(whole(part), part.names)
            break
    texts = (ref for ref in parts if ref.kind is WordPartKind.TEXT and is_read(context, ref))
    context.toc.active = any(contains_any(package.archive.chunks(ref.name), SIGNS) for ref in texts)
    return context


def resolve_toc(other: DocxContext, targets: Mapping[str, Segment]) -> ResolvedToc:
    """Read all texts of a package to find what its tables of contents and references repeat."""
    if not other.toc.active:
        return other.toc.resolve()
    context = open_context(other.package, other.options)
    context.toc.targets = targets
    for ref in context.parts:
        if ref.kind is WordPartKind.TEXT and is_read(context, ref):
            for _ in read_text(context, ref, context.open(ref)):
                pass
    return context.toc.resolve()


def is_read(context: DocxContext, ref: WordPartRef) -> bool:
    """Whether the text of a part is translated at all."""
    if ref.role == "comments":
        return context.is_on("comments")
    if ref.kind is WordPartKind.PROPERTIES:
        return context.is_on("properties")
    return ref.kind in {WordPartKind.TEXT, WordPartKind.DRAWING}


def read_text(
    context: DocxContext, ref: WordPartRef, part: XmlPart
) -> Iterator[tuple[bytes, list[TextLocation]]]:
    """The blocks of a part with paragraphs, each with its locations ordered by where they end."""
    run_styles = WordRunStyles(sheet=context.sheet, names=part.names, show_hidden=context.is_on("hiddenText"))
    state = WordReaderState(
        part=ref.name,
        run_styles=run_styles,
        left_alone=context.left_alone,
        bound_controls=context.bound_controls,
        toc=context.toc,
    )
    patterns = WordPatterns(part.names)
    for number, data in enumerate(cut(part, "w:p")):
        block = XmlBlock(data, part.names)
        if not number and (root := block.tag(0)) is not None:
            state.preserve = block.attributes(root).get("xml:space") == "preserve"
        reader = WordBlockReader(block, state, patterns)
        reader.read()
        yield data, reader.locations


def read_other_part(context: DocxContext, ref: WordPartRef) -> DrawingPart:
    """A chart, a diagram, or the properties of the file."""
    if ref.kind is WordPartKind.PROPERTIES:
        return read_properties(context.package, ref.name)
    part = context.open(ref)
    block = XmlBlock(whole(part), part.names)
    drawing = DrawingContext(ref.name, ref.role, context.diagrams, context.left_alone)
    reader = ShapeReader(block, drawing, show_hidden=context.is_on("hiddenText"))
    return read_drawing_part(context.package, part, reader, context.workbooks.get(ref.name, ""))
