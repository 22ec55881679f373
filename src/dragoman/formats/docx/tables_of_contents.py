"""Tables of contents, indexes and cross references of Word: where they are, and to what they lead.

Their fields hold paragraphs that Word made; `kits.contents` finds the texts that these repeat.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from dragoman.formats.docx.target_language import set_toggle
from dragoman.formats.paragraphs.inline_content import InlineElement
from dragoman.formats.paragraphs.text_locations import ParagraphSection
from dragoman.text_io.xml.tags import TagKind, XmlBlock, XmlTag, content, value

BEGINNING: Final = "+contents"  # ranges of the marks between which entries stand
ENDING: Final = "-contents"
SIGNS: Final = re.compile(rb"(?:INDEX|REF|TOA|TOC)[\s\\<\"&]")  # that there may be any
_ANCHOR: Final = re.compile(
    rb"""anchor\s*=\s*["']([^"']+)|PAGEREF\s+([^\s\\<"']+)|\\l\s+(?:"|&quot;)([^"<&]+)"""
)
_REFERENCE: Final = re.compile(r"""\s*REF\s+"?([^\s"\\]+)""", re.IGNORECASE)
_UPDATE: Final = (
    "w:updateFields",
    frozenset(  # what stands behind it in the settings (ISO/IEC 29500-1)
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
    sections: Sequence[ParagraphSection | InlineElement], depth: int
) -> Iterator[ParagraphSection | InlineElement]:
    """The sections of a paragraph, those marked that are entries.

    `depth`: how many tables of contents are open where the paragraph begins.
    """
    for section in sections:
        if isinstance(section, InlineElement):
            depth += {BEGINNING: 1, ENDING: -1}.get(section.range, 0)
            yield section
        else:
            yield replace(section, derived=True) if depth and section.id else section


def find_anchors(data: bytes, start: int, end: int) -> Iterator[str]:
    """The names of bookmarks to which links and page numbers between two places lead."""
    for found in _ANCHOR.finditer(data, start, end):
        yield value(found[1] or found[2] or found[3])


def find_bookmark(code: str) -> str:
    """The bookmark whose text a field with this code shows; "": it is no such field."""
    found = _REFERENCE.match(code)
    return found[1] if found else ""


def find_result(block: XmlBlock, start: int, end: int) -> tuple[int, int] | None:
    """Where the text of a field's result begins and ends; None: there is not exactly one run with text."""
    texts = [(tag.end, block.end_of(tag)) for tag in block.tags(start, end) if _is_text(tag)]
    if len(texts) != 1:
        return None
    inside, behind = texts[0]
    close = block.data.rindex(b"<", inside, behind)
    return None if b"<" in block.data[inside:close] else (inside, close)


def show_mark(block: XmlBlock, element: InlineElement) -> str:
    """The text that a field shows; "" for other marks."""
    if element.type != "field":
        return ""
    return "".join(
        content(block.inside(tag))
        for raw_content in element.raw_contents
        for tag in block.tags(raw_content.start, raw_content.end)
        if _is_text(tag)
    )


def update_fields(settings: XmlBlock) -> bytes:
    """The settings of a document, in which Word is told to offer updating all fields."""
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
