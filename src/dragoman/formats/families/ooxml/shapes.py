"""Read slides, drawings of sheets and other shapes: paragraphs, descriptions, tooltips of links."""

from __future__ import annotations

from typing import Final

from dragoman.formats.families.ooxml.alternate_content import ALTERNATE_CONTENT, AlternateContent
from dragoman.formats.families.ooxml.drawingml import DrawingContext, DrawingReader
from dragoman.formats.families.ooxml.drawingml_runs import LINKS
from dragoman.formats.format import Reason
from dragoman.formats.paragraphs.picture_descriptions import is_file_name
from dragoman.formats.paragraphs.text_locations import ParagraphSection, TextLocation, TextValue
from dragoman.segments import Segment
from dragoman.text_io.xml.tags import TagKind, XmlBlock, XmlTag, value

SHAPES: Final = frozenset(
    f"{prefix}:{name}"
    for prefix in ("p", "dsp", "cdr", "xdr")
    for name in ("sp", "pic", "graphicFrame", "grpSp", "cxnSp")
)
_WATCHED: Final = frozenset(
    {f"{prefix}:cNvPr" for prefix in ("p", "dsp", "cdr", "xdr", "dgm14", "p14")}
    | ALTERNATE_CONTENT
    | SHAPES
    | LINKS
)
_TRUE: Final = frozenset({"1", "true"})


class ShapeReader(DrawingReader):
    """Reads a part with shapes, without what is hidden.

    With `reason` nothing in the part is translated; its locations are counted.
    """

    watched = _WATCHED

    def __init__(
        self,
        block: XmlBlock,
        drawing: DrawingContext,
        *,
        show_hidden: bool,
        reason: Reason | None = None,
    ) -> None:
        super().__init__(block, drawing)
        self.show_hidden = show_hidden
        self.reason = reason
        self.tips: dict[str, str] = {}  # tooltips of links in runs → unit
        self.shapes: list[bool] = []  # open shapes: whether hidden, directly or by their group
        self.alternate_content = AlternateContent()

    def enter(self, tag: XmlTag) -> None:
        """Follow shapes and alternate content; read text in attributes."""
        if tag.name in SHAPES:
            if tag.kind is TagKind.START:
                self.shapes.append(bool(self.shapes) and self.shapes[-1])
        elif tag.name in ALTERNATE_CONTENT:
            self.alternate_content.follow(tag)
        elif tag.name in LINKS:
            self._read_values(tag, {"tooltip"})
        elif tag.name.endswith(":cNvPr"):
            self._read_description(tag)

    def leave(self, tag: XmlTag) -> None:
        """Follow shapes and alternate content."""
        if tag.name in SHAPES:
            self.shapes.pop()
        elif tag.name in ALTERNATE_CONTENT:
            self.alternate_content.follow(tag)

    def read_inner(self, start: int, end: int) -> None:
        """Read the tooltips of links in runs. Runs are rewritten, so equal tooltips share a unit."""
        if self.block.data.find(b"tooltip", start, end) < 0:
            return
        for tag in self.block.tags(start, end):
            if tag.name in LINKS:
                self._read_values(tag, {"tooltip"}, shared=self.tips)

    def claim(self, content: Segment | str, identity: str) -> str:
        """A fallback shares the unit of the choice that it repeats."""
        same_as = self.alternate_content.claim(content, identity)
        return same_as if same_as or isinstance(content, str) else super().claim(content, identity)

    def _read_description(self, tag: XmlTag) -> None:
        if self.shapes and self.block.attributes(tag).get("hidden", "").strip() in _TRUE:
            self.shapes[-1] = True
        self._read_values(tag, {"descr", "title"})

    def _read_values(self, tag: XmlTag, attributes: set[str], shared: dict[str, str] | None = None) -> None:
        for name, start, end in self.block.spans(tag):
            if name not in attributes or start == end:
                continue
            text = value(self.block.data[start:end])
            if not text.strip():
                continue
            if name == "descr" and is_file_name(text):
                self.drawing.left_alone[Reason.KEY] += 1
                continue
            same_as = (shared or {}).get(text, "")
            identity = same_as or self.identify()  # must not change when runs are joined
            same_as = same_as or self.claim(text, identity)
            if shared is not None and self._reason_to_leave() is None:
                shared.setdefault(text, same_as or identity)
            self.add_location(TextValue(id=identity, start=start, end=end, text=text, same_as=same_as))

    def _reason_to_leave(self) -> Reason | None:
        """The reason why text at this point is not translated, if any."""
        hidden = not self.show_hidden and bool(self.shapes) and self.shapes[-1]
        return self.reason or (Reason.HIDDEN if hidden else None)

    def add_location(self, location: TextLocation) -> None:
        """Add a location, or count it as left alone."""
        reason = self._reason_to_leave()
        if reason is None:
            super().add_location(location)
        elif isinstance(location, TextValue):
            self.drawing.left_alone[reason] += not location.same_as
        else:
            own = (item for item in location.sections if isinstance(item, ParagraphSection) and item.id)
            self.drawing.left_alone[reason] += sum(not item.same_as for item in own)
