"""Read a block of an OpenDocument part: its paragraphs, in any structure, and descriptions of pictures."""

from __future__ import annotations

import re
from typing import Final

from dragoman.formats.families.odf.elements import (
    DESCRIPTIONS,
    PARAGRAPHS,
    PROPERTIES,
    TEXT_ATTRIBUTES,
    TITLE,
)
from dragoman.formats.families.odf.paragraph_content import OdfContentReader, OdfParagraphState, collapse
from dragoman.formats.families.odf.patterns import OdfPatterns
from dragoman.formats.families.odf.reader_state import OdfReaderState
from dragoman.formats.families.odf.surrounding_elements import ENCLOSING, EnteredElement, enter
from dragoman.formats.families.odf.tables_of_contents import (
    LISTED,
    collect,
    map_paragraph,
    read_repeated,
    read_title,
)
from dragoman.formats.format import Reason
from dragoman.formats.paragraphs.inline_content import PLAIN, ParagraphElement, TextRun
from dragoman.formats.paragraphs.picture_descriptions import is_file_name
from dragoman.formats.paragraphs.segments import map_segment
from dragoman.formats.paragraphs.text_locations import (
    OfficeParagraph,
    ParagraphSection,
    TextLocation,
    TextValue,
)
from dragoman.text_io.xml.tags import TagKind, XmlBlock, XmlTag, content, value

_TEXT: Final = re.compile(rb">[^<]*[^<\s]")


class OdfBlockReader(OdfContentReader):
    """Reads one block. `locations` are ordered by where they end."""

    def __init__(self, block: XmlBlock, state: OdfReaderState, patterns: OdfPatterns) -> None:
        super().__init__(block, state)
        self.patterns = patterns
        self.locations: list[TextLocation] = []

    def read(self, position: int = 0, end: int | None = None) -> None:
        """Read everything between two offsets."""
        data = self.block.data
        end = len(data) if end is None else end
        search = self.patterns.structure.search
        while match := search(data, position, end):
            position = match.end()
            if data[match.start() + 1] in b"!?":
                continue
            tag = self.block.expect(match.start())
            position = tag.end
            if tag.name in PARAGRAPHS:
                if tag.kind is not TagKind.END:
                    position = self._read_paragraph(tag)
            elif tag.name in ENCLOSING:
                position = self._read_enclosing(tag)
            elif tag.kind is not TagKind.END:
                if tag.name in TEXT_ATTRIBUTES:
                    self.read_attribute_texts(tag)
                elif tag.kind is TagKind.START:
                    position = self._read_element(tag)

    def _read_enclosing(self, tag: XmlTag) -> int:
        """Enter or leave an element around paragraphs. Returns the offset to continue at."""
        state = self.state
        is_cell = tag.name == "table:table-cell" and tag.kind is not TagKind.END
        plain = bool(state.sheets) and state.sheets[-1].is_plain
        if is_cell and plain and (end := self._read_cells(tag.start)) > tag.start:
            return end
        if tag.kind is TagKind.END:
            if tag.name == "table:table" and state.sheets:
                state.sheets.pop()
            state.pop()
            return tag.end
        usual = plain and tag.name == "table:table-row" and self._is_visible(tag)
        attributes = {} if usual else self.block.attributes(tag)
        enter(state, EnteredElement(tag.name, attributes), tag.kind is TagKind.START)
        if is_cell and tag.kind is TagKind.START:
            self._read_text_attribute(tag)
        return tag.end

    def _is_visible(self, row: XmlTag) -> bool:
        return b"visibility" not in self.block.data[row.start : row.end]

    def _read_cells(self, position: int) -> int:
        """Read consecutive plain cells. Returns the offset to continue at."""
        data, patterns, state = self.block.data, self.patterns, self.state
        while True:
            if plain := patterns.plain.match(data, position):
                position = plain.end()
            elif cell := patterns.text.match(data, position):
                identity = state.identify()
                text = collapse(content(cell[2]), blank=True)
                if not text.strip():
                    pass
                elif state.locked:
                    state.count()
                else:
                    section = ParagraphSection(mapped=map_segment((TextRun(text, PLAIN),)), id=identity)
                    self.locations.append(_paragraph(cell.span(1), cell.span(3), (section,)))
                position = cell.end()
            else:
                return position

    def _read_text_attribute(self, cell: XmlTag) -> None:
        """Add the attribute that repeats the text of a cell: programs prefer it to the paragraph."""
        data = self.block.data
        if b"string-value" not in data[cell.start : cell.end] or self.state.locked:
            return
        for name, start, end in self.block.spans(cell):
            if name != "office:string-value" or start == end:
                continue
            text = value(data[start:end])
            only = self.patterns.only.match(data, cell.end)
            same = only is not None and collapse(content(only[1]), blank=True) == text
            self._find_value(start, end, text, attribute=True, same=same)

    def _read_paragraph(self, tag: XmlTag) -> int:
        """Read one paragraph with all its content. Returns the offset of its end."""
        state = self.state
        identity = state.identify()
        if tag.kind is TagKind.EMPTY:
            return tag.end
        if state.locked:
            return self._pass(tag)
        style = state.styles.paragraph(self.block.data[tag.start : tag.end])
        paragraph = OdfParagraphState(style=style)
        simple = self.patterns.simple.match(self.block.data, tag.end)
        if simple is not None and not style.hidden:
            text = collapse(content(simple[1]), blank=True)
            paragraph.items += [TextRun(text, style)] if text else ()
            closing, end = simple.end(1), simple.end()
        else:
            with state.deeper():
                last = self.read_content(paragraph, tag.end)
            closing, end = last.start, last.end
        state.left_alone.update(paragraph.kept)
        if paragraph.hidden and not state.options.hidden:
            state.left_alone[Reason.HIDDEN] += 1
            return end
        sections = map_paragraph(paragraph.items, identity, state)
        collect(state.toc, sections, paragraph.names, self.block, (tag.start, end))
        if any(isinstance(section, ParagraphSection) and section.id for section in sections):
            self.locations.append(_paragraph((tag.start, tag.end), (closing, end), sections))
        return end

    def _pass(self, tag: XmlTag) -> int:
        """Leave a paragraph alone with all its content."""
        end = self.block.end_of(tag)
        if _TEXT.search(self.block.data, tag.end - 1, end):
            self.state.count()
        return end

    def read_inner(self, tag: XmlTag, end: int) -> None:
        """Read the paragraphs and descriptions inside an object."""
        if tag.kind is TagKind.START:
            with self.state.deeper():
                self.read(tag.start, end)

    def read_attribute_texts(self, tag: XmlTag) -> None:
        """Read the attributes of an element that are texts."""
        wanted = TEXT_ATTRIBUTES[tag.name]
        for name, start, end in self.block.spans(tag):
            if name in wanted:
                text = value(self.block.data[start:end])
                self._find_value(start, end, text, attribute=True)
                if tag.name in LISTED and not self.state.locked:
                    self.state.toc.add_value(self.state.latest, text)

    def _read_element(self, tag: XmlTag) -> int:
        """Read an element that contains only a text. Returns the offset to continue at."""
        closing = self.block.expect(tag.end)
        if closing.kind is not TagKind.END:
            return tag.end
        text = content(self.block.data[tag.end : closing.start])
        if tag.name in PROPERTIES and not self.state.options.properties:
            return closing.end
        if tag.name == TITLE:
            if not self.state.locked:
                self.locations += read_title(self.state, self.block, (tag.end, closing.start))
            return closing.end
        if tag.name in DESCRIPTIONS and is_file_name(text):
            self.state.left_alone[Reason.KEY] += 1
            return closing.end
        self._find_value(tag.end, closing.start, text, attribute=False)
        return closing.end

    def read_repeated(self, tag: XmlTag) -> None:
        """Read the text of a link or a reference that repeats another text."""
        self.locations += read_repeated(self.state, self.block, tag)

    def _find_value(self, start: int, end: int, text: str, *, attribute: bool, same: bool = False) -> None:
        """Add a text; `same`: it repeats the following paragraph."""
        identity = self.state.identify()
        if not text.strip():
            return
        if self.state.locked:
            self.state.count()
            return
        same_as = f"{self.state.part}#{self.state.number + 1}" if same else ""
        self.locations.append(
            TextValue(id=identity, start=start, end=end, text=text, attribute=attribute, same_as=same_as)
        )


def _paragraph(
    opening: tuple[int, int],
    closing: tuple[int, int],
    sections: tuple[ParagraphSection | ParagraphElement, ...],
) -> OfficeParagraph:
    """A paragraph with the given start and end tag."""
    start, inside = opening
    tail, end = closing
    return OfficeParagraph(start=start, opening=inside, content=inside, tail=tail, end=end, sections=sections)
