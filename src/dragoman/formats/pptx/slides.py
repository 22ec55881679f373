"""Read slides, whose shapes inherit alignment from a layout or master, and comments."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from dragoman.formats.families.ooxml.drawingml import DrawingContext
from dragoman.formats.families.ooxml.shapes import SHAPES, ShapeReader
from dragoman.formats.format import Reason
from dragoman.formats.paragraphs.text_locations import OfficeParagraph, TextLocation, TextValue
from dragoman.formats.pptx.alignment import TITLES, UNDEFINED, Alignments, Levels, ShapePlaceholder, level_of
from dragoman.text_io.xml.tags import TagKind, XmlBlock, XmlTag, content

_PLACEHOLDER_TAGS: Final = frozenset({"p:ph", "a:lstStyle"})


class SlideReader(ShapeReader):
    """Reads a slide, notes, a layout or a master; paragraphs inherit `alignments`."""

    watched = ShapeReader.watched | _PLACEHOLDER_TAGS
    alignments: Alignments | None = None  # what the shapes inherit
    titles: list[OfficeParagraph]  # of the slide, so far
    placeholder: ShapePlaceholder | None = None  # the placeholder of the current shape
    levels: Levels = MappingProxyType({})  # alignments of the current shape itself

    def __init__(
        self, block: XmlBlock, drawing: DrawingContext, *, show_hidden: bool, reason: Reason | None = None
    ) -> None:
        super().__init__(block, drawing, show_hidden=show_hidden, reason=reason)
        self.titles = []

    def enter(self, tag: XmlTag) -> None:
        """Follow placeholders, too."""
        if tag.name not in _PLACEHOLDER_TAGS:
            super().enter(tag)
        if tag.name in SHAPES:
            self.placeholder, self.levels = None, SlideReader.levels
        elif tag.name == "p:ph":
            attributes = self.block.attributes(tag)
            self.placeholder = ShapePlaceholder(attributes.get("type", "obj"), attributes.get("idx", "0"))
        elif tag.name == "a:lstStyle" and self.alignments is not None:
            self._read_levels(tag)

    def add_location(self, location: TextLocation) -> None:
        """Add a location, and collect titles."""
        known = len(self.locations)
        super().add_location(location)
        is_title = self.placeholder is not None and self.placeholder.kind in TITLES
        if is_title and len(self.locations) > known and isinstance(location, OfficeParagraph):
            self.titles.append(location)

    def align(self, properties: bytes) -> str:
        """The alignment that a paragraph inherits."""
        if self.alignments is None:
            return ""
        level = 0
        if properties.strip():
            block = XmlBlock(properties, self.block.names)
            level = level_of(block.attributes(block.expect(0)).get("lvl", ""))
        return self.levels.get(level) or self.alignments.find(self.placeholder, level) or UNDEFINED

    def _read_levels(self, style: XmlTag) -> None:
        levels: dict[int, str] = {}
        for inner in self.block.tags(style.end, self.block.end_of(style)):
            side = self.block.attributes(inner).get("algn") if inner.name.startswith("a:lvl") else None
            if side and inner.kind is not TagKind.END:
                levels[level_of(inner.name[5:6]) - 1] = side
        self.levels = levels


class CommentReader(ShapeReader):
    """Reads comments: modern comments are paragraphs, legacy comments are plain text."""

    watched = frozenset({"p:text"})

    def enter(self, tag: XmlTag) -> None:
        """Read plain text."""
        if tag.name != "p:text" or tag.kind is not TagKind.START:
            return
        end = self.block.data.index(b"</", tag.end)
        text = content(self.block.data[tag.end : end])
        if text.strip():
            identity = self.identify()
            self.add_location(TextValue(id=identity, start=tag.end, end=end, text=text, attribute=False))

    def leave(self, tag: XmlTag) -> None:
        """Do nothing: comments have no structure to follow."""
