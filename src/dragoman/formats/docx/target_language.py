"""Language and direction of translated text, as properties of runs and paragraphs.

Only translated text changes: a `w:lang` that names the source language gets the target language. If source
and target run in opposite directions, `w:rtl` and `w:bidi` are set or removed (option `setDirection`) in
translated paragraphs, and the tables and sections around them are mirrored. The defaults of the style sheet
change if the document has any translation.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.format import Languages
from dragoman.formats.paragraphs.inline_content import RunStyle
from dragoman.formats.paragraphs.languages import office_language, same_language
from dragoman.formats.paragraphs.text_locations import Edit, splice
from dragoman.languages import is_rtl
from dragoman.text_io.xml.namespaces import ElementNames
from dragoman.text_io.xml.tags import TagKind, XmlBlock, XmlTag, escaped_value, finder

_EAST_ASIAN: Final = frozenset({"ja", "ko", "zh"})
# the direction property of each element of properties, and the elements that follow it (ISO/IEC 29500-1)
_RUN: Final = (
    "w:rtl",
    frozenset({"w:cs", "w:em", "w:lang", "w:eastAsianLayout", "w:specVanish", "w:oMath", "w:rPrChange"}),
)
_PARAGRAPH: Final = (
    "w:bidi",
    frozenset(
        {
            "w:adjustRightInd", "w:snapToGrid", "w:spacing", "w:ind", "w:contextualSpacing",
            "w:mirrorIndents", "w:suppressOverlap", "w:jc", "w:textDirection", "w:textAlignment",
            "w:textboxTightWrap", "w:outlineLvl", "w:divId", "w:cnfStyle", "w:rPr", "w:sectPr", "w:pPrChange",
        }
    ),
)  # fmt: skip
_ENCLOSING: Final = {
    "w:tblPr": (
        "w:bidiVisual",
        frozenset(
            {
                "w:tblStyleRowBandSize", "w:tblStyleColBandSize", "w:tblW", "w:jc", "w:tblCellSpacing",
                "w:tblInd", "w:tblBorders", "w:shd", "w:tblLayout", "w:tblCellMar", "w:tblLook",
                "w:tblCaption", "w:tblDescription", "w:tblPrChange",
            }
        ),
    ),
    "w:sectPr": (
        "w:bidi",
        frozenset({"w:rtlGutter", "w:docGrid", "w:printerSettings", "w:sectPrChange"}),
    ),
}  # fmt: skip
_COMPLEX: Final = frozenset({"w:b", "w:i", "w:sz"})  # each has a counterpart for complex scripts: w:bCs
_PREFIXED: Final = re.compile(rb"\s([^\s=:]+:)[^\s=:]+\s*=")
_OFF: Final = frozenset({"0", "false", "off"})


@dataclass(frozen=True, slots=True, kw_only=True)
class PropertyAdapter:
    """Adapts the properties of translated text in one part."""

    names: ElementNames
    languages: Languages
    direction: bool  # whether to change directions
    known: dict[tuple[bytes, bytes], bytes] = field(default_factory=dict)

    def run(self, style: RunStyle, name: bytes) -> bytes:
        """The properties of a translated run, whose element has this name."""
        marked = self.known.get((style.raw, name))
        if marked is None:
            marked = style.raw
            turned = self._new_direction()
            if turned is not None:
                like = self.names.write("w:rPr", name)
                marked = set_toggle(marked, like, _RUN, turned, self.names)
                marked = _copy_to_complex(marked, self.names) if turned else marked
            marked = self.known[style.raw, name] = mark_language(marked, self.names, self.languages)
        return marked

    def paragraph(self, properties: bytes, name: bytes) -> bytes:
        """The properties of a translated paragraph, whose element has this name."""
        turned = self._new_direction()
        if turned is None:
            return properties
        like = self.names.write("w:pPr", name)
        return set_toggle(properties, like, _PARAGRAPH, turned, self.names)

    def block(self, data: bytes) -> bytes:
        """A block with translated text: its tables and sections change direction."""
        turned = self._new_direction()
        if turned is None:
            return data
        block = XmlBlock(data, self.names)
        edits: list[Edit] = []
        end = 0
        for found in finder(self.names, _ENCLOSING).finditer(data):
            if found.start() < end or data[found.start() + 1] in b"!?/":
                continue  # inside the previous one: properties before a tracked change
            tag = block.expect(found.start())
            end = block.end_of(tag)
            toggle = _ENCLOSING[tag.name]
            new = set_toggle(data[tag.start : end], block.written(tag), toggle, turned, self.names)
            edits.append((tag.start, end, new))
        return splice(data, edits)

    def _new_direction(self) -> bool | None:
        """True: to right-to-left; False: to left-to-right; None: no change."""
        if not self.direction:
            return None
        before, after = is_rtl(self.languages.source), is_rtl(self.languages.target)
        return None if before == after else after


def _copy_to_complex(written: bytes, names: ElementNames) -> bytes:
    """Copy bold, italics and size to the properties for complex scripts, which are separate."""
    block = XmlBlock(written, names)
    outer = block.expect(0)
    children: dict[str, XmlTag] = {}
    position = outer.end
    while (tag := block.expect(position)).kind is not TagKind.END:
        children[tag.name] = tag
        position = block.end_of(tag)
    edits: list[Edit] = []
    for name, tag in children.items():
        if name in _COMPLEX and f"{name}Cs" not in children and tag.kind is TagKind.EMPTY:
            own = block.written(tag)
            edits.append((tag.end, tag.end, written[tag.start : tag.end].replace(own, own + b"Cs", 1)))
    return splice(written, edits)


def mark_language(written: bytes, names: ElementNames, languages: Languages) -> bytes:
    """Replace the source language by the target language in every `w:lang`."""
    if b"lang" not in written or languages.source == languages.target:
        return written
    block = XmlBlock(written, names)
    edits: list[tuple[int, int, bytes]] = []
    for tag in block.tags(0, len(written)):
        if tag.name == "w:lang" and tag.kind is not TagKind.END:
            edits += _language_edits(block, tag, languages)
    return splice(written, edits)


def _language_edits(block: XmlBlock, tag: XmlTag, languages: Languages) -> list[tuple[int, int, bytes]]:
    named = {name: (start, end) for name, start, end in block.spans(tag)}
    if not any(same_language(block.data[a:b].decode(), languages.source) for a, b in named.values()):
        return []
    target = languages.target.partition("-")[0]
    wanted = "w:eastAsia" if target in _EAST_ASIAN else "w:bidi" if is_rtl(languages.target) else "w:val"
    new = escaped_value(office_language(languages.target))
    if wanted in named:
        return [(*named[wanted], new)]
    like = _PREFIXED.search(block.data, tag.start, tag.end)  # attributes need a prefix that is declared here
    attribute = b" " + like[1] + wanted.partition(":")[2].encode() + b'="' + new + b'"' if like else b""
    insert_at = tag.end - (2 if tag.kind is TagKind.EMPTY else 1)
    return [(insert_at, insert_at, attribute)]


def set_toggle(
    written: bytes, name: bytes, toggle: tuple[str, frozenset[str]], on: bool, names: ElementNames
) -> bytes:
    """Set a toggle property, or remove it.

    `written` may be empty: then an element `name` is made if needed. The toggle is inserted before the first
    of the elements that follow it in the schema.
    """
    wanted, after = toggle
    if not written:
        empty = b"<" + name + b"><" + names.write(wanted, name) + b"/></" + name + b">"
        return empty if on else b""
    block = XmlBlock(written, names)
    outer = block.expect(0)
    if outer.kind is TagKind.EMPTY:
        return set_toggle(b"", block.written(outer), toggle, on, names) or written
    position, insert_at = outer.end, -1
    while (tag := block.expect(position)).kind is not TagKind.END:
        position = block.end_of(tag)
        if tag.name == wanted:
            if on and block.attributes(tag).get("w:val", "1").lower() not in _OFF:
                return written
            written = written[: tag.start] + written[position:]
            return set_toggle(written, name, toggle, on, names) if on else written
        if insert_at < 0 and (tag.name in after or not tag.name.startswith("w:")):
            insert_at = tag.start
    if not on:
        return written
    insert_at = tag.start if insert_at < 0 else insert_at
    made = b"<" + names.write(wanted, block.written(outer)) + b"/>"
    return written[:insert_at] + made + written[insert_at:]
