"""Parse the XML of one unit to a tree, with control characters that XML itself does not allow."""

from __future__ import annotations

import re
from typing import Final
from xml.etree.ElementTree import Element, TreeBuilder

from dragoman.memories.tmx.names import NO_XML
from dragoman.text_io.xml.expat_parser import ExpatParser, XmlNotWellFormed

# While a unit is parsed, these private characters replace control characters.
_REPLACEMENTS: Final = 0x10FF00
_REPLACED: Final = re.compile("[\U0010ff01-\U0010ff1f]")
_REFERENCE: Final = re.compile("&#(?:x0*([0-9a-fA-F]{1,6})|0*([0-9]{1,7}));")


class UnitMalformed(Exception):
    """The unit is not well-formed XML."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line  # within the unit, from 1


def parse_unit(text: str) -> tuple[Element, bool]:
    """Parse a unit. Also returns whether characters that no text may have were left out.

    Prefixes, which the root of the file declares, are removed from names of elements and stay in those of
    attributes. Raises `UnitMalformed`, and `UnicodeEncodeError` for lone surrogates.
    """
    try:
        return _parse(text), False
    except UnitMalformed:
        replaced = _replace_controls(text)
        if replaced is None:
            raise
    root = _parse(replaced.replace("\x00", ""))
    _restore_controls(root)
    return root, "\x00" in replaced


def _parse(text: str) -> Element:
    parser, builder = ExpatParser(encoding="utf-8", separator=None, doctype=False), TreeBuilder()
    parser.handlers.StartElementHandler = builder.start
    parser.handlers.EndElementHandler = builder.end
    parser.handlers.CharacterDataHandler = builder.data
    try:
        parser.finish(text.encode())
    except XmlNotWellFormed:
        raise UnitMalformed(parser.handlers.ErrorLineNumber) from None
    root: Element = builder.close()
    for node in root.iter():
        if ":" in node.tag:
            node.tag = node.tag.rpartition(":")[2]
    if "xmlns" in text:
        _remove_declarations(root)
    return root


def _remove_declarations(root: Element) -> None:
    for node in root.iter():
        for name in [name for name in node.attrib if name.partition(":")[0] == "xmlns"]:
            del node.attrib[name]


def _replace_controls(text: str) -> str | None:
    """Replace control characters and references to them, by NUL where they are left out.

    None when the text has none.
    """
    if _REPLACED.search(text):
        return None
    replaced = NO_XML.sub(lambda found: _replacement(ord(found[0])), text)
    replaced = _REFERENCE.sub(_replace_reference, replaced)
    return None if replaced == text and "\x00" not in text else replaced


def _replace_reference(found: re.Match[str]) -> str:
    code = int(found[1], 16) if found[1] else int(found[2])
    return _replacement(code) if code < 0x110000 and NO_XML.match(chr(code)) else found[0]


def _replacement(code: int) -> str:
    return chr(_REPLACEMENTS + code) if 0 < code < 0x20 else "\x00"


def _restore_controls(root: Element) -> None:
    table = {_REPLACEMENTS + code: code for code in range(1, 0x20)}
    for node in root.iter():
        node.text = node.text and node.text.translate(table)
        node.tail = node.tail and node.tail.translate(table)
        for name, value in node.items():
            node.set(name, value.translate(table))
