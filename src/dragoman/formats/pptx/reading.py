"""Read a presentation part by part, for extraction and for rebuilding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from dragoman.formats.families.ooxml.charts import CHARTS, find_workbooks
from dragoman.formats.families.ooxml.drawing_parts import DrawingPart, read_drawing_part, read_properties
from dragoman.formats.families.ooxml.drawingml import DrawingContext
from dragoman.formats.families.ooxml.format import Options
from dragoman.formats.families.ooxml.package import OoxmlPackage
from dragoman.formats.families.ooxml.shapes import ShapeReader
from dragoman.formats.format import Reason
from dragoman.formats.pptx.alignment import Alignments, read_alignments
from dragoman.formats.pptx.parts import SlidePartKind, SlidePartRef, find_parts
from dragoman.formats.pptx.slides import CommentReader, SlideReader
from dragoman.formats.pptx.titles import SlideTitles
from dragoman.segments import Segment
from dragoman.text_io.xml.blocks import open_entry, whole
from dragoman.text_io.xml.tags import XmlBlock

_SLIDES: Final = frozenset({"slide", "notesSlide", "slideLayout", "slideMaster"})


@dataclass(slots=True, eq=False)
class PptxContext:
    """A presentation that is being read, with the client's options."""

    package: OoxmlPackage
    options: Options
    parts: tuple[SlidePartRef, ...]
    workbooks: dict[str, str]  # chart → its own embedded workbook
    left_alone: Counter[Reason] = field(default_factory=Counter)
    diagrams: dict[str, dict[Segment, str]] = field(default_factory=dict)  # slide → texts of its diagrams
    changes_direction: bool = False  # source and target run in opposite directions
    alignments: dict[str, Alignments] = field(default_factory=dict)  # layout → alignments that slides inherit
    titles: SlideTitles = field(default_factory=SlideTitles)

    def is_on(self, option: str) -> bool:
        """Whether an option is on."""
        return self.options.get(option) is True


def open_context(package: OoxmlPackage, options: Options, targets: Mapping[str, Segment]) -> PptxContext:
    """Find the parts, and the titles of slides with their translations."""
    parts = find_parts(package, masters=options.get("masters") is True)
    charts = (ref.name for ref in parts if ref.role in CHARTS)
    context = PptxContext(package, options, parts, find_workbooks(package, charts))
    context.titles.targets = dict(targets)
    for ref in parts:
        if ref.role == "slide" and reason_to_leave(context, ref) is None:
            part = open_entry(package.archive, ref.name)
            drawing = DrawingContext(ref.name, ref.role, {}, Counter())
            slide = SlideReader(
                XmlBlock(whole(part), part.names), drawing, show_hidden=context.is_on("hiddenText")
            )
            slide.read()
            for location in slide.titles:
                context.titles.add(location)
    return context


def reason_to_leave(context: PptxContext, ref: SlidePartRef) -> Reason | None:
    """The reason why the text of a part is left alone; None: it is translated."""
    if ref.role == "comments" and not context.is_on("comments"):
        return Reason.COMMENT
    if ref.hidden and not context.is_on("hiddenText"):
        return Reason.HIDDEN
    if ref.role == "notesSlide" and not context.is_on("notes"):
        return Reason.COMMENT
    if ref.kind is SlidePartKind.PROPERTIES and not context.is_on("properties"):
        return Reason.KEY
    return None


def read_part(context: PptxContext, ref: SlidePartRef) -> DrawingPart:
    """The locations of a part; text that is left alone in it is counted."""
    if ref.kind is SlidePartKind.PROPERTIES:
        return read_properties(context.package, ref.name)
    part = open_entry(context.package.archive, ref.name)
    block = XmlBlock(whole(part), part.names)
    segments = context.diagrams.setdefault(ref.slide, {})
    drawing = DrawingContext(ref.name, ref.role, segments, context.left_alone)
    reason, show_hidden = reason_to_leave(context, ref), context.is_on("hiddenText")
    kind = CommentReader if ref.role == "comments" else SlideReader if ref.role in _SLIDES else ShapeReader
    reader = kind(block, drawing, show_hidden=show_hidden, reason=reason)
    if context.changes_direction and isinstance(reader, SlideReader):
        if ref.layout not in context.alignments:
            context.alignments[ref.layout] = read_alignments(context.package, ref.layout)
        reader.alignments = context.alignments[ref.layout]
    workbook = context.workbooks.get(ref.name, "") if reason is None else ""
    drawn = read_drawing_part(context.package, part, reader, workbook)
    return replace(drawn, locations=list(context.titles.mark_repetitions(drawn.locations)))
