"""Tables of contents, indexes and cross references of OpenDocument: their locations, and their link targets.

`paragraphs.tables_of_contents` finds the texts that these repeat. OpenDocument has no setting that makes a
program update them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from dragoman.formats.families.odf.reader_state import OdfReaderState
from dragoman.formats.paragraphs.inline_content import InlineItem, ParagraphElement
from dragoman.formats.paragraphs.tables_of_contents import TocResolver
from dragoman.formats.paragraphs.text_locations import ParagraphSection, TextValue, map_sections
from dragoman.segments import Segment, Text
from dragoman.text_io.xml.tags import TagKind, XmlBlock, XmlTag, content, value

SIGNS: Final = re.compile(rb"index-body|(?:bookmark|reference|sequence)-ref|\|outline")  # that there are any
ADVICE: Final = "Open the translation in its program and update its indexes."
REFERENCES: Final = frozenset({"text:bookmark-ref", "text:reference-ref", "text:sequence-ref"})
LISTED: Final = frozenset(  # elements whose texts indexes list
    {
        "text:alphabetical-index-mark",
        "text:alphabetical-index-mark-start",
        "text:toc-mark",
        "text:user-index-mark",
    }
)
_TARGET: Final = re.compile(rb"""href\s*=\s*["']#([^"'|]+)["']""")
_OUTLINE: Final = re.compile(r"(#(?:\d+\.)*)([^%]+)(\|outline)")  # a link to the heading with this text


def map_paragraph(
    items: Sequence[InlineItem], identity: str, state: OdfReaderState
) -> tuple[ParagraphSection | ParagraphElement, ...]:
    """The sections of a paragraph; in the body of an index they are entries. Its title makes no new unit."""
    entries = state.entries
    if entries is None:
        return map_sections(items, identity)
    if not entries:
        text, title = state.title
        own: Segment = (Text(text=text),)
        return map_sections(items, identity, lambda content, _: title if content == own else "")
    return tuple(
        replace(section, derived=True) if isinstance(section, ParagraphSection) and section.id else section
        for section in map_sections(items, identity)
    )


def collect(
    toc: TocResolver,
    sections: Sequence[ParagraphSection | ParagraphElement],
    names: dict[str, str],
    block: XmlBlock,
    span: tuple[int, int],
) -> None:
    """Add a paragraph to the resolver: a text that entries may repeat, or an entry."""
    if not toc.active:
        return
    own = [section for section in sections if isinstance(section, ParagraphSection)]
    for section in own:
        if section.derived:
            toc.add_entry(section, find_anchors(block.data, *span))
    toc.add_paragraph(
        [section for section in own if not section.derived],
        names,
        lambda element: _display_text(block, element),
    )


def find_anchors(data: bytes, start: int, end: int) -> Iterator[str]:
    """The names of bookmarks that links between two offsets refer to."""
    return (value(found[1]) for found in _TARGET.finditer(data, start, end))


def read_title(state: OdfReaderState, block: XmlBlock, span: tuple[int, int]) -> Iterator[TextValue]:
    """The text that programs write above an index when they generate it."""
    text = content(block.data[slice(*span)])
    state.indexes += 1
    identity = f"{state.part}#index{state.indexes}"
    state.title = (text, identity)
    if text.strip():
        yield TextValue(id=identity, start=span[0], end=span[1], text=text, attribute=False)


def read_repeated(state: OdfReaderState, block: XmlBlock, tag: XmlTag) -> Iterator[TextValue]:
    """The text of a link or a cross reference that repeats another text."""
    if state.toc.active and not state.locked:
        yield from (_read_link if tag.name == "text:a" else _read_reference)(state, block, tag)


def _read_link(state: OdfReaderState, block: XmlBlock, tag: XmlTag) -> Iterator[TextValue]:
    """The address of a link, if it names a heading by its text."""
    for name, start, end in block.spans(tag):
        text = value(block.data[start:end])  # XLink is not among the known namespaces
        if name == ":href" and (found := _OUTLINE.fullmatch(text)):
            identity = state.toc.add_reference(state.part, "", found[2], (found[1], found[3]))
            yield TextValue(id=identity, start=start, end=end, text=text, derived=True)


def _read_reference(state: OdfReaderState, block: XmlBlock, tag: XmlTag) -> Iterator[TextValue]:
    name = block.attributes(tag).get("text:ref-name", "")
    if not name or tag.kind is not TagKind.START:
        return
    closing = block.expect(tag.end)
    if closing.kind is TagKind.END:
        text = content(block.data[tag.end : closing.start])
        identity = state.toc.add_reference(state.part, name, text)
        yield TextValue(
            id=identity, start=tag.end, end=closing.start, text=text, attribute=False, derived=True
        )


def _display_text(block: XmlBlock, element: ParagraphElement) -> str:
    """The text that a field shows; "" for other elements."""
    shown: list[str] = []
    for raw_content in element.raw_contents if element.type == "field" else ():
        tag = block.expect(raw_content.start)
        inside = block.inside(tag)
        shown.append("" if b"<" in inside else content(inside))
    return "".join(shown)
