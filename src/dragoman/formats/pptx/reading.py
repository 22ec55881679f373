"""Reading a presentation part by part: the one way for extraction and for rebuilding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from dragoman.formats.families.ooxml.charts import CHARTS, find_workbooks
from dragoman.formats.families.ooxml.drawing_parts import Drawn, read_drawn, read_properties
from dragoman.formats.families.ooxml.drawingml import Drawing
from dragoman.formats.families.ooxml.format import Options
from dragoman.formats.families.ooxml.package import Package
from dragoman.formats.families.ooxml.shapes import ShapeReader
from dragoman.formats.format import Reason
from dragoman.formats.pptx.alignment import Alignments, read_alignments
from dragoman.formats.pptx.parts import PartKind, PartRef, find_parts
from dragoman.formats.pptx.slides import CommentReader, SlideReader
from dragoman.formats.pptx.titles import Titles
from dragoman.segments import Segment
from dragoman.text_io.xml.blocks import open_entry, whole
from dragoman.text_io.xml.tags import XmlBlock

_SLIDES: Final = frozenset({"slide", "notesSlide", "slideLayout", "slideMaster"})


@dataclass(slots=True, eq=False)
class Reading:
    """A presentation that is being read, with the client's choices."""

    package: Package
    options: Options
    parts: tuple[PartRef, ...]
    workbooks: dict[str, str]  # chart → the workbook embedded behind it alone
    left_alone: Counter[Reason] = field(default_factory=Counter)
    diagrams: dict[str, dict[Segment, str]] = field(default_factory=dict)  # slide → what its diagrams say
    turning: bool = False  # what is translated runs in the opposite direction
    alignments: dict[str, Alignments] = field(default_factory=dict)  # layout → what it gives its slides
    titles: Titles = field(default_factory=Titles)

    def chooses(self, option: str) -> bool:
        """Whether an option is on."""
        return self.options.get(option) is True


def begin_reading(package: Package, options: Options, targets: Mapping[str, Segment]) -> Reading:
    """Find the parts, and the titles of slides with their translations."""
    parts = find_parts(package, masters=options.get("masters") is True)
    charts = (ref.name for ref in parts if ref.role in CHARTS)
    reading = Reading(package, options, parts, find_workbooks(package, charts))
    reading.titles.targets = dict(targets)
    for ref in parts:
        if ref.role == "slide" and why_left(reading, ref) is None:
            part = open_entry(package.archive, ref.name)
            drawing = Drawing(ref.name, ref.role, {}, Counter())
            slide = SlideReader(
                XmlBlock(whole(part), part.names), drawing, show_hidden=reading.chooses("hiddenText")
            )
            slide.read()
            for place in slide.titles:
                reading.titles.add(place)
    return reading


def why_left(reading: Reading, ref: PartRef) -> Reason | None:
    """Why the text of a part stays as it is; None: it is translated."""
    if ref.role == "comments" and not reading.chooses("comments"):
        return Reason.COMMENT
    if ref.hidden and not reading.chooses("hiddenText"):
        return Reason.HIDDEN
    if ref.role == "notesSlide" and not reading.chooses("notes"):
        return Reason.COMMENT
    if ref.kind is PartKind.PROPERTIES and not reading.chooses("properties"):
        return Reason.KEY
    return None


def read_part(reading: Reading, ref: PartRef) -> Drawn:
    """The places of a part; what is left alone in it is counted."""
    if ref.kind is PartKind.PROPERTIES:
        return read_properties(reading.package, ref.name)
    part = open_entry(reading.package.archive, ref.name)
    block = XmlBlock(whole(part), part.names)
    said = reading.diagrams.setdefault(ref.slide, {})
    drawing = Drawing(ref.name, ref.role, said, reading.left_alone)
    reason, show_hidden = why_left(reading, ref), reading.chooses("hiddenText")
    kind = CommentReader if ref.role == "comments" else SlideReader if ref.role in _SLIDES else ShapeReader
    reader = kind(block, drawing, show_hidden=show_hidden, reason=reason)
    if reading.turning and isinstance(reader, SlideReader):
        if ref.layout not in reading.alignments:
            reading.alignments[ref.layout] = read_alignments(reading.package, ref.layout)
        reader.alignments = reading.alignments[ref.layout]
    workbook = reading.workbooks.get(ref.name, "") if reason is None else ""
    drawn = read_drawn(reading.package, part, reader, workbook)
    return replace(drawn, places=list(reading.titles.mark(drawn.places)))
