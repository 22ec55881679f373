"""Read DrawingML: paragraphs `a:p` in charts, diagrams and slides.

`DrawingReader` reads only these. Subclasses for other content override `enter`, `leave`, `read_inner`,
`claim` and `align`: see `shapes`. `drawingml_writing` writes the paragraphs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from dragoman.formats.families.ooxml.drawingml_runs import read_style, simple_run
from dragoman.formats.format import Reason
from dragoman.formats.paragraphs.inline_content import (
    PLAIN,
    InlineItem,
    MarkupRole,
    ParagraphElement,
    RawContent,
    RunStyle,
    TextRun,
    as_separate,
)
from dragoman.formats.paragraphs.text_locations import (
    OfficeParagraph,
    ParagraphSection,
    TextLocation,
    map_sections,
)
from dragoman.segments import Segment
from dragoman.text_io.xml.tags import TagKind, XmlBlock, XmlTag, content, finder


@dataclass(slots=True, eq=False)
class DrawingContext:
    """The state of reading a part with drawings."""

    part: str
    role: str  # the kind of its relationship
    diagrams: dict[Segment, str]  # text in the data of a diagram → unit; the diagram's picture repeats it
    left_alone: Counter[Reason]
    number: int = 0
    styles: dict[bytes, RunStyle] = field(default_factory=dict)


class DrawingReader:
    """Reads a whole part, or a slice of one."""

    watched: frozenset[str] = frozenset()  # elements for which `enter` and `leave` are called

    def __init__(self, block: XmlBlock, drawing: DrawingContext) -> None:
        self.block = block
        self.drawing = drawing
        self.locations: list[TextLocation] = []  # ordered by where they end
        self._interest = finder(block.names, {"a:p", *self.watched})
        self._simple = simple_run(block.names)

    def read(self) -> None:
        """Read the whole slice."""
        position = 0
        data = self.block.data
        while match := self._interest.search(data, position):
            position = match.end()
            if data[match.start() + 1] in b"!?":
                continue
            tag = self.block.expect(match.start())
            position = tag.end
            if tag.kind is TagKind.END:
                self.leave(tag)
            elif tag.name != "a:p":
                self.enter(tag)
            elif tag.kind is TagKind.START:
                position = self._read_paragraph(tag)

    def add_location(self, location: TextLocation) -> None:
        """Add a complete location."""
        self.locations.append(location)

    def enter(self, tag: XmlTag) -> None:
        """Handle the start of a watched element outside of paragraphs."""

    def leave(self, tag: XmlTag) -> None:
        """Handle the end of an entered element that is not empty."""

    def read_inner(self, start: int, end: int) -> None:
        """Handle content of a paragraph that is neither text nor read further: run properties, a field."""

    def claim(self, content: Segment, identity: str) -> str:
        """The unit whose translation this location shares; "": it has a unit of its own."""
        if self.drawing.role == "diagramData":
            self.drawing.diagrams.setdefault(content, identity)
        return self.drawing.diagrams.get(content, "") if self.drawing.role == "diagramDrawing" else ""

    def align(self, properties: bytes) -> str:  # noqa: ARG002 # of those who override it
        """The alignment that a paragraph with these properties inherits; "": unknown."""
        return ""

    def identify(self) -> str:
        """The id of a new location."""
        self.drawing.number += 1
        return f"{self.drawing.part}#{self.drawing.number}"

    def _read_paragraph(self, tag: XmlTag) -> int:
        """Read one paragraph. Returns the offset of its end."""
        identity = self.identify()
        items: list[InlineItem] = []
        start = self._after_properties(tag)
        position = tail = start
        while True:
            if run := self._simple.match(self.block.data, position):
                self._add_run(run, items)
                position = run.end()
                continue
            inner = self.block.expect(position)
            if inner.kind is TagKind.END:
                break
            tail, position = inner.start, self.block.end_of(inner)
            if inner.name == "a:r" and inner.kind is TagKind.START:
                self._read_run(inner, items)
            else:
                self.read_inner(inner.start, position)
                items.append(self._read_element(inner, position))
        if items and items[-1] == ParagraphElement(MarkupRole.FIXED, (RawContent(tail, position),), "end"):
            items.pop()  # the properties of its end are in the right position
        else:
            tail = inner.start
        sections = map_sections(items, identity, self.claim)
        if any(isinstance(section, ParagraphSection) and section.id for section in sections):
            self.add_location(
                OfficeParagraph(
                    start=tag.start,
                    opening=tag.end,
                    content=start,
                    tail=tail,
                    end=inner.end,
                    sections=sections,
                    alignment=self.align(self.block.data[tag.end : start]),
                )
            )
        return inner.end

    def _after_properties(self, paragraph: XmlTag) -> int:
        first = self.block.expect(paragraph.end)
        return self.block.end_of(first) if first.name == "a:pPr" else paragraph.end

    def _add_run(self, run: re.Match[bytes], items: list[InlineItem]) -> None:
        """Add a run of only properties and text."""
        text = content(run[2])
        if not text:
            return
        style = PLAIN
        if run[1]:
            self.read_inner(run.start(1), run.end(1))
            style = self._read_style(run[1])
        self._add_text(text, style, run.start(), items)

    def _read_run(self, run: XmlTag, items: list[InlineItem]) -> None:
        style, before = PLAIN, len(items)
        properties = position = run.end
        while (tag := self.block.expect(position)).kind is not TagKind.END:
            position = self.block.end_of(tag)
            if tag.name == "a:rPr":
                properties, style = tag.start, self._read_style(self.block.data[tag.start : position])
            elif tag.name != "a:t" or self._holds_tags(tag):  # no program writes this
                end = self.block.end_of(run)
                items[before:] = [
                    ParagraphElement(MarkupRole.ALONE, (RawContent(run.start, end),), "object", "<a:r/>")
                ]
                return
            elif text := content(self.block.inside(tag)):
                self.read_inner(properties, tag.start)
                self._add_text(text, style, run.start, items)

    def _holds_tags(self, text: XmlTag) -> bool:
        return text.kind is TagKind.START and self.block.expect(text.end).kind is not TagKind.END

    def _add_text(self, text: str, style: RunStyle, run: int, items: list[InlineItem]) -> None:
        """Add the text of a run; its tabs become codes, each in a run of its own."""
        if style.type == "link":
            style = _own_link(style, text, items)
        if "\t" not in text:
            items.append(TextRun(text, style))
            return
        name = self.block.written(self.block.expect(run))
        text_name = self.block.names.write("a:t", name)
        tab = b"<%b>%b<%b>\t</%b></%b>" % (name, style.raw, text_name, text_name, name)
        for number, mapped in enumerate(text.split("\t")):
            if number:
                items.append(ParagraphElement(MarkupRole.ALONE, (RawContent(0, 0, None, tab),), "tab", "\t"))
            if mapped:
                items.append(TextRun(mapped, style))

    def _read_element(self, tag: XmlTag, end: int) -> ParagraphElement:
        """Make an element of content other than a run: line breaks and fields may move, the rest is fixed."""
        raw_contents = (RawContent(tag.start, end),)
        if tag.name in {"a:pPr", "a:endParaRPr"}:
            return ParagraphElement(MarkupRole.FIXED, raw_contents, "end")
        if tag.name == "a:br":
            return ParagraphElement(MarkupRole.ALONE, raw_contents, "break", "\n")
        if tag.name == "a:fld":
            self.drawing.left_alone[Reason.FIELD] += 1
            return ParagraphElement(MarkupRole.ALONE, raw_contents, "field", "<a:fld/>")
        return ParagraphElement(MarkupRole.ALONE, raw_contents, "object", f"<{tag.name.lstrip(':')}/>")

    def _read_style(self, raw: bytes) -> RunStyle:
        style = self.drawing.styles.get(raw)
        if style is None:
            style = self.drawing.styles[raw] = read_style(raw, self.block.names)
        return style


def _own_link(style: RunStyle, text: str, items: Sequence[InlineItem]) -> RunStyle:
    """The formatting of a run with a link: each run is a link of its own, unless a tab splits it."""
    tabs = text[:1] == "\t"
    for item in reversed(items):
        if isinstance(item, TextRun):
            if tabs:
                return item.style if item.style.raw == style.raw else style
            return as_separate(style, item.style.key)
        if item.type != "tab":
            break
        tabs = True
    return style
