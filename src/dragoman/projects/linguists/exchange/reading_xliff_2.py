"""The words of XLIFF 2.x."""

from __future__ import annotations

from typing import Final

from dragoman.projects.linguists.exchange.model import Tag, XliffState
from dragoman.projects.linguists.exchange.tags import read_tag
from dragoman.projects.linguists.exchange.writing_xliff_2 import PRETRANSLATED
from dragoman.segments import CodeKind, Text
from dragoman.text_io.xml.tree import XmlNode

_STATES: Final = {
    "initial": XliffState.OPEN,
    "translated": XliffState.TRANSLATED,
    "reviewed": XliffState.CONFIRMED,
    "final": XliffState.CONFIRMED,
}
_LAST: Final = 0x10FFFF


def read_inline(node: XmlNode) -> tuple[list[Text | Tag], list[Text | Tag]] | None:
    """Return the codes or text before and after an element's content; None: the element is ignored."""
    key = node.attributes.get("startRef") or node.attributes.get("copyOf") or node.attributes.get("id", "")
    match node.name:
        case "cp":
            return _character(node.attributes.get("hex", ""))
        case "ph":
            return [read_tag(CodeKind.STANDALONE, key)], []
        case "pc":
            return [read_tag(CodeKind.OPEN, key)], [read_tag(CodeKind.CLOSE, key)]
        case "sc":
            return [read_tag(CodeKind.OPEN, key)], []
        case "ec":
            return [read_tag(CodeKind.CLOSE, key)], []
    return [], []


def state_of_segment(segment: XmlNode) -> XliffState:
    """Read the state of a segment's translation."""
    if segment.attributes.get("subState") == PRETRANSLATED:
        return XliffState.OPEN
    return _STATES.get(segment.attributes.get("state", ""), XliffState.NOTHING)


def _character(written: str) -> tuple[list[Text | Tag], list[Text | Tag]] | None:
    try:
        code = int(written, 16) if len(written) < 9 else _LAST + 1
    except ValueError:
        return None
    if code > _LAST or 0xD800 <= code < 0xE000:
        return None
    return [Text(text=chr(code))], []
