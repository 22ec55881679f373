"""Tables of contents, indexes and cross references of Word: their locations, and their link targets.

Their fields contain paragraphs that Word generated; `paragraphs.tables_of_contents` finds the texts that
these repeat.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from dragoman.formats.docx.target_language import set_toggle
from dragoman.formats.paragraphs.inline_content import ParagraphElement
from dragoman.formats.paragraphs.text_locations import ParagraphSection
from dragoman.text_io.xml.tags import TagKind, XmlBlock, XmlTag, content, value

BEGINNING: Final = "+contents"  # ranges of the elements around the entries
ENDING: Final = "-contents"
SIGNS: Final = re.compile(rb"(?:INDEX|REF|TOA|TOC)[\s\\<\"&]")  # that there may be any
_ANCHOR: Final = re.compile(
    rb"""anchor\s*=\s*["']([^"']+)|PAGEREF\s+([^\s\\<"']+)|\\l\s+(?:"|&quot;)([^"<&]+)"""
)
_REFERENCE: Final = re.compile(r"""\s*REF\s+"?([^\s"\\]+)""", re.IGNORECASE)
_UPDATE: Final = (
    "w:updateFields",
    frozenset(  # elements that follow it in the settings (ISO/IEC 29500-1)
        {
            "w:hdrShapeDefaults", "w:footnotePr", "w:endnotePr", "w:compat", "w:docVars", "w:rsids",
            "w:attachedSchema", "w:themeFontLang", "w:clrSchemeMapping", "w:doNotIncludeSubdocsInStats",
            "w:doNotAutoCompressPictures", "w:forceUpgrade", "w:captions", "w:readModeInkLockDown",
            "w:smartTagType", "w:shapeDefaults", "w:doNotEmbedSmartTags", "w:decimalSymbol",
            "w:listSeparator",
        }
    ),
)  # fmt: skip


def mark_entries(
    sections: Sequence[ParagraphSection | ParagraphElement], depth: int
) -> Iterator[ParagraphSection | ParagraphElement]:
    """The sections of a paragraph; those that are entries are marked.

    `depth`: the number of tables of contents that are open at the start of the paragraph.
    """
    for section in sections:
        if isinstance(section, ParagraphElement):
            depth += {BEGINNING: 1, ENDING: -1}.get(section.range, 0)
            yield section
        else:
            yield replace(section, derived=True) if depth and section.id else section


def find_anchors(data: bytes, start: int, end: int) -> Iterator[str]:
    """The names of bookmarks that links and page numbers between two offsets refer to."""
    for found in _ANCHOR.finditer(data, start, end):
        yield value(found[1] or found[2] or found[3])


def find_bookmark(code: str) -> str:
    """The bookmark whose text a field with this code shows; "": none."""
    found = _REFERENCE.match(code)
    return found[1] if found else ""


def find_result(block: XmlBlock, start: int, end: int) -> tuple[int, int] | None:
    """The span of the text of a field's result; None unless exactly one run has text."""
    texts = [(tag.end, block.end_of(tag)) for tag in block.tags(start, end) if _is_text(tag)]
    if len(texts) != 1:
        return None
    inside, behind = texts[0]
    close = block.data.rindex(b"<", inside, behind)
    return None if b"<" in block.data[inside:close] else (inside, close)


def display_text(block: XmlBlock, element: ParagraphElement) -> str:
    """The text that a field shows; "" for other elements."""
    if element.type != "field":
        return ""
    return "".join(
        content(block.inside(tag))
        for raw_content in element.raw_contents
        for tag in block.tags(raw_content.start, raw_content.end)
        if _is_text(tag)
    )


def update_fields(settings: XmlBlock) -> bytes:
    """The settings of a document, changed so that Word offers to update all fields."""
    root = settings.expect(0)
    if root.kind is not TagKind.EMPTY:
        return set_toggle(settings.data, b"", _UPDATE, True, settings.names)
    name = settings.written(root)
    data = settings.data
    opening = data[root.start : data.rindex(b"/", root.start, root.end)].rstrip() + b">"
    made = b"<" + settings.names.write(_UPDATE[0], name) + b"/>"
    return data[: root.start] + opening + made + b"</" + name + b">" + data[root.end :]


def _is_text(tag: XmlTag) -> bool:
    return tag.name == "w:t" and tag.kind is TagKind.START
