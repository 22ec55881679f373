"""Read a block of a Word part: its paragraphs, in any structure, and descriptions of pictures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Final

from dragoman.formats.docx.elements import control_reason, find_binding, simple_run
from dragoman.formats.docx.field_boundaries import end_paragraph
from dragoman.formats.docx.reader_state import (
    BoundControl,
    WordEnclosingElement,
    WordParagraphState,
    WordReaderState,
)
from dragoman.formats.docx.runs import RunReader
from dragoman.formats.docx.tables_of_contents import (
    display_text,
    find_anchors,
    find_bookmark,
    find_result,
    mark_entries,
)
from dragoman.formats.families.ooxml.alternate_content import ALTERNATE_CONTENT
from dragoman.formats.format import Reason
from dragoman.formats.paragraphs.inline_content import ParagraphElement
from dragoman.formats.paragraphs.picture_descriptions import is_file_name
from dragoman.formats.paragraphs.segments import MappedSegment
from dragoman.formats.paragraphs.text_locations import (
    OfficeParagraph,
    ParagraphSection,
    TextLocation,
    TextValue,
    map_sections,
)
from dragoman.segments import Code
from dragoman.text_io.xml.namespaces import ElementNames
from dragoman.text_io.xml.tags import TagKind, XmlBlock, XmlTag, content, finder, value

_STRUCTURE: Final = (
    *ALTERNATE_CONTENT,
    "w:bookmarkStart",
    "w:comment",
    "w:endnote",
    "w:footnote",
    "w:p",
    "w:sdt",
    "w:sdtPr",
    "w:tblCaption",
    "w:tblDescription",
    "w:tc",
    "w:tcPr",
    "w:tr",
    "w:trPr",
    "w:txbxContent",
)
_ENCLOSING: Final = frozenset({"w:sdt", "w:tr", "w:tc"})
_DESCRIBED: Final = frozenset({"w:tblCaption", "w:tblDescription"})  # tables, for screen readers
_NOTES: Final = frozenset({"w:comment", "w:endnote", "w:footnote"})
_INTEREST: Final = re.compile(rb"txbxContent|textpath|docPr[\s/>]|\salt\s*=|:cNvPr[\s/>]")


class WordPatterns:
    """Regular expressions for one part; they depend on its namespace prefixes."""

    def __init__(self, names: ElementNames) -> None:
        self.simple = simple_run(names)
        self.structure = finder(names, _STRUCTURE)


class WordBlockReader(RunReader):
    """Reads one block. `locations` are ordered by where they end."""

    def __init__(self, block: XmlBlock, state: WordReaderState, patterns: WordPatterns) -> None:
        super().__init__(block, state, patterns.simple)
        self.structure = patterns.structure
        self.locations: list[TextLocation] = []
        self.descriptions: dict[str, str] = {}  # of the latest drawing → unit

    def read(self, position: int = 0, *, inside: bool = False) -> int:
        """Read paragraphs up to the end of the block, or of the text box that contains `position`."""
        data = self.block.data
        boxes = 0  # open text boxes outside of runs, which Word does not write
        while match := self.structure.search(data, position):
            if data[match.start() + 1] in b"!?":
                position = match.end()
                continue
            tag = self.block.expect(match.start())
            position = tag.end
            if tag.name == "w:p" and tag.kind is not TagKind.END:
                position = self._read_paragraph(tag)
            elif tag.name != "w:txbxContent":
                position = self._read_structure(tag)
            elif tag.kind is TagKind.END and inside and not boxes:
                return position
            else:
                boxes += {TagKind.START: 1, TagKind.END: -1}.get(tag.kind, 0)
        return len(data)

    def _read_structure(self, tag: XmlTag) -> int:
        """Enter or leave an element around paragraphs. Returns the offset to continue at."""
        state = self.state
        if tag.name in _DESCRIBED and tag.kind is not TagKind.END:
            self.read_values(tag, "w:val")
        if tag.name == "w:bookmarkStart":
            state.named.append(self.block.attributes(tag).get("w:name", ""))
        if tag.kind is TagKind.EMPTY or tag.name in _DESCRIBED or tag.name == "w:bookmarkStart":
            return tag.end
        if tag.name in ALTERNATE_CONTENT:
            state.alternate_content.follow(tag)
        elif tag.name in _ENCLOSING:
            if tag.kind is TagKind.START:
                state.enclosing.append(WordEnclosingElement(tag.name))
            elif state.enclosing:
                state.enclosing.pop()
                state.relock()
        elif tag.name in _NOTES:
            state.fields.clear()  # none continues from one note in the next
            state.relock()
        elif tag.kind is TagKind.START and state.enclosing:
            state.enclosing[-1].reason = state.enclosing[-1].reason or self._read_reason(tag)
            if tag.name == "w:sdtPr":
                state.enclosing[-1].data_binding = find_binding(self.block, tag)
            state.relock()
            return self.block.end_of(tag)
        return tag.end

    def _read_reason(self, tag: XmlTag) -> Reason | None:
        if tag.name == "w:sdtPr":
            return control_reason(self.block, tag)
        wanted = "w:del" if tag.name == "w:trPr" else "w:cellDel"
        end = self.block.end_of(tag)
        deleted = any(inner.name == wanted for inner in self.block.tags(tag.end, end))
        return Reason.DELETED if deleted else None

    def _read_paragraph(self, tag: XmlTag) -> int:
        """Read one paragraph with all its content. Returns the offset of its end."""
        number = self.state.next_number()
        if tag.kind is TagKind.EMPTY:
            return tag.end
        paragraph = WordParagraphState(names={name: name for name in self.state.named})
        self.state.named.clear()
        depth = self.state.in_contents
        start = tag.end
        first = self.block.expect(start)
        if first.name == "w:pPr":
            start = self.block.end_of(first)
        paragraph.hidden = self.state.run_styles.hides_paragraph(self.block.data[tag.end : start])
        with self.state.deeper():
            closing = self.read_content(paragraph, start)
        end_paragraph(self.state, paragraph)
        computed = {Reason.FIELD} if depth or self.state.in_contents else set()  # pages of entries
        self.state.count({item for item in paragraph.left_alone if item[0] not in computed})
        mapped = map_sections(paragraph.items, self._identify(number), self.state.alternate_content.claim)
        sections = tuple(mark_entries(mapped, depth))
        if self._add_to_toc(sections, paragraph, (tag.start, closing.end)):
            self.locations.append(
                OfficeParagraph(
                    start=tag.start,
                    opening=tag.end,
                    content=start,
                    tail=closing.start,
                    end=closing.end,
                    sections=sections,
                    elements=frozenset(paragraph.elements),
                )
            )
        return closing.end

    def _add_to_toc(
        self,
        sections: Sequence[ParagraphSection | ParagraphElement],
        paragraph: WordParagraphState,
        span: tuple[int, int],
    ) -> bool:
        """Record what a paragraph repeats, or may be repeated by. Returns whether it has any text."""
        own = [section for section in sections if isinstance(section, ParagraphSection)]
        toc = self.state.toc
        for section in own:
            if section.derived:
                toc.add_entry(section, find_anchors(self.block.data, *span))
            elif section.id:
                self._add_bound_control(section.mapped, section.same_as or section.id)
        written = [section for section in own if not section.derived]
        toc.add_paragraph(written, paragraph.names, partial(display_text, self.block))
        return any(section.id for section in own)

    def _add_bound_control(self, mapped: MappedSegment, unit: str) -> None:
        """Record which data of the package this text copies."""
        inside = {part.id for part in mapped.segment if isinstance(part, Code)}
        data = [("", outer.data_binding) for outer in self.state.enclosing if outer.data_binding]
        for (identity, _), element in mapped.elements.items():
            if element.data_binding:
                data.append((identity if identity in inside else "", element.data_binding))
        for pair, name in data:
            self.state.bound_controls.append(
                BoundControl(name=name, unit=unit, pair=pair, segment=mapped.segment)
            )

    def _identify(self, number: int) -> str:
        return f"{self.state.part}#{number}"

    def read_inner(self, outer: XmlTag, end: int) -> None:
        """Read the text boxes and descriptions inside an object."""
        if not _INTEREST.search(self.block.data, outer.start, end):
            return
        position = outer.start
        while (tag := self.block.tag(position)) is not None and tag.start < end:
            position = tag.end
            if tag.name in ALTERNATE_CONTENT:
                self.state.alternate_content.follow(tag)
            elif tag.kind is TagKind.END:
                continue
            elif tag.name == "w:txbxContent" and tag.kind is TagKind.START:
                position = self.read(position, inside=True)
            elif tag.name == "wp:docPr":
                self.descriptions.clear()
                self.read_values(tag, "descr", "title")
            elif tag.name == "pic:cNvPr":
                self._read_copy(tag, "descr")
            elif tag.name.startswith("v:"):
                self.read_values(tag, "string" if tag.name == "v:textpath" else "alt")

    def read_values(self, tag: XmlTag, *attributes: str) -> None:
        """Add a location for each attribute with text, in the order in which they are written."""
        for name, start, end in self.block.spans(tag):
            if name not in attributes or start == end:
                continue
            text = value(self.block.data[start:end])
            if not text.strip():
                continue
            if self.state.lock is not None:
                self.state.count({(self.state.lock, start)})
            elif is_file_name(text):
                self.state.count({(Reason.KEY, start)})
            else:
                identity = self._identify(self.state.next_number())
                same_as = self.state.alternate_content.claim(text, identity)
                self.descriptions[text] = same_as or identity
                self.locations.append(
                    TextValue(id=identity, start=start, end=end, text=text, same_as=same_as)
                )

    def read_reference(self, code: str, start: int, end: int) -> None:
        """Read the result of a field that may show the text of a bookmark."""
        state = self.state
        name = find_bookmark(code) if state.lock is None and state.toc.active else ""
        if name and (span := find_result(self.block, start, end)):
            text = content(self.block.data[slice(*span)])
            identity = state.toc.add_reference(state.part, name, text)
            self.locations.append(
                TextValue(id=identity, start=span[0], end=span[1], text=text, attribute=False, derived=True)
            )

    def _read_copy(self, tag: XmlTag, attribute: str) -> None:
        """Read an attribute that repeats the description of the drawing around it; else skip it."""
        for name, start, end in self.block.spans(tag):
            if name == attribute and (
                same_as := self.descriptions.get(text := value(self.block.data[start:end]))
            ):
                identity = self._identify(self.state.next_number())
                self.locations.append(
                    TextValue(id=identity, start=start, end=end, text=text, same_as=same_as)
                )
