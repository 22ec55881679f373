"""Direction of translated text, as properties of paragraphs and tables.

If source and target run in opposite directions, translated paragraphs change direction (option
`setDirection`): `rtl` is set or removed, and left and right alignment are exchanged, as PowerPoint does when
an author changes the direction. Alignment inherited from a layout counts too. Tables of slides with
translations change direction.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from dragoman.formats.paragraphs.text_locations import Edit, OfficeParagraph, WritingContext, splice
from dragoman.formats.pptx.alignment import UNDEFINED
from dragoman.text_io.xml.namespaces import ElementNames
from dragoman.text_io.xml.tags import TagKind, XmlBlock, XmlTag, finder

_OTHER_SIDE: Final = {"l": "r", "r": "l"}
_TRUE: Final = frozenset({"1", "true"})


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectionAdapter:
    """Changes the direction of one part."""

    names: ElementNames
    rtl: bool  # the new direction is right-to-left

    def adapt(self, writing_context: WritingContext) -> WritingContext:
        """Add the change of direction to a writing context."""
        return replace(writing_context, paragraph=self._paragraph, block=self._block)

    def _paragraph(self, location: OfficeParagraph, properties: bytes, name: bytes) -> bytes:
        """The properties of a translated paragraph, whose element has this name."""
        if not properties.strip():
            properties = b"<" + self.names.write("a:pPr", name) + b"/>"
        block = XmlBlock(properties, self.names)
        tag = block.expect(0)
        attributes = block.attributes(tag)
        if (attributes.get("rtl", "") in _TRUE) == self.rtl and "rtl" in attributes:
            return properties  # unchanged
        side = attributes.get("algn") or location.alignment
        side = "l" if side == UNDEFINED and self.rtl else side  # the default of DrawingML
        other = {"algn": _OTHER_SIDE[side]} if side in _OTHER_SIDE else {}
        return splice(properties, self._edits(block, tag, other))

    def _block(self, data: bytes) -> bytes:
        """A part with translations: its tables change direction."""
        block = XmlBlock(data, self.names)
        edits: list[Edit] = []
        for found in finder(self.names, ("a:tblPr",)).finditer(data):
            if data[found.start() + 1] not in b"!?/":
                edits += self._edits(block, block.expect(found.start()), {})
        return splice(data, edits)

    def _edits(self, block: XmlBlock, tag: XmlTag, others: dict[str, str]) -> list[Edit]:
        """Set the direction attribute of a tag, and other attributes with it."""
        wanted = {"rtl": "1" if self.rtl else "0", **others}
        edits: list[Edit] = [
            (start, end, wanted.pop(attribute).encode())
            for attribute, start, end in block.spans(tag)
            if attribute in wanted
        ]
        location = tag.end - (2 if tag.kind is TagKind.EMPTY else 1)
        added = "".join(f' {attribute}="{value}"' for attribute, value in wanted.items())
        return [*edits, (location, location, added.encode())]
