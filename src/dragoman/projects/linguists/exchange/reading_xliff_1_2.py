"""The words of XLIFF 1.x, and of the tools that have their own words in it."""

from __future__ import annotations

import re
from typing import Final

from dragoman.projects.linguists.exchange.model import Said, Tag
from dragoman.projects.linguists.exchange.tags import read_tag
from dragoman.segments import CodeKind, Text
from dragoman.text_io.xml.tree import XmlNode

_CHARACTER: Final = re.compile(r"u([0-9A-F]{4,5})(?:\.[0-9]{1,6})?")
_HALVES: Final = {
    "bx": CodeKind.OPEN,
    "bpt": CodeKind.OPEN,
    "ex": CodeKind.CLOSE,
    "ept": CodeKind.CLOSE,
}
_WHOLE: Final = frozenset({"bx", "ex", "bpt", "ept", "x", "ph", "it"})  # what is in them is no text
_STATES: Final = {
    "new": Said.OPEN,
    "needs-adaptation": Said.OPEN,
    "needs-l10n": Said.OPEN,
    "needs-translation": Said.OPEN,
    "needs-review-adaptation": Said.OPEN,
    "needs-review-l10n": Said.OPEN,
    "needs-review-translation": Said.OPEN,
    "translated": Said.TRANSLATED,
    "final": Said.CONFIRMED,
    "signed-off": Said.CONFIRMED,
}
_SDL: Final = "http://sdl.com/FileTypes/SdlXliff/1.0}"
_MEMOQ: Final = "MQXliff}"
_PHRASE: Final = "http://www.memsource.com/mxlf/2.0}"
_OF_SDL: Final = {
    "Draft": Said.OPEN,
    "RejectedTranslation": Said.OPEN,
    "RejectedSignOff": Said.OPEN,
    "Translated": Said.TRANSLATED,
    "ApprovedTranslation": Said.CONFIRMED,
    "ApprovedSignOff": Said.CONFIRMED,
}
_OF_MEMOQ: Final = {
    "NotStarted": Said.OPEN,
    "Pretranslated": Said.OPEN,
    "MachineTranslated": Said.OPEN,
    "AssembledFromFragments": Said.OPEN,
    "PartiallyEdited": Said.TRANSLATED,
    "ManuallyConfirmed": Said.TRANSLATED,
    "Proofread": Said.CONFIRMED,
}


def read_inline(node: XmlNode) -> tuple[list[Text | Tag], list[Text | Tag]] | None:
    """What an element stands for, before and behind what is in it; what is in a code is no text, and goes."""
    key = node.attributes.get("id", "")
    if node.name == "g":
        return [read_tag(CodeKind.OPEN, key)], [read_tag(CodeKind.CLOSE, key)]
    if node.name in _WHOLE:
        node.children = []
        return [_alone(node, key)], []
    return [], []


def _alone(node: XmlNode, key: str) -> Text | Tag:
    character = _CHARACTER.fullmatch(key)
    if node.name == "x" and character is not None:
        return Text(text=chr(int(character[1], 16)))
    if node.name == "it":
        kind = CodeKind.OPEN if node.attributes.get("pos") == "open" else CodeKind.CLOSE
        return read_tag(kind, key)
    kind = _HALVES.get(node.name, CodeKind.STANDALONE)
    named = key if kind is CodeKind.STANDALONE else node.attributes.get("rid", key)
    return read_tag(kind, named)


def said_of_trans_unit(unit: XmlNode, target: XmlNode | None) -> Said:
    """What a trans-unit says of its translation; a tool's own words count before the standard's."""
    own = _said_by_tool(unit)
    if own is not None:
        return own
    state = (
        _STATES.get(target.attributes.get("state", ""), Said.NOTHING) if target is not None else Said.NOTHING
    )
    return Said.CONFIRMED if unit.attributes.get("approved") == "yes" else state


def _said_by_tool(unit: XmlNode) -> Said | None:
    if (status := unit.attributes.get(f"{_MEMOQ}status")) is not None:
        return _OF_MEMOQ.get(status, Said.NOTHING)
    if (confirmed := unit.attributes.get(f"{_PHRASE}confirmed")) is not None:
        return Said.CONFIRMED if confirmed == "1" else Said.OPEN
    defined = unit.first(f"{_SDL}seg-defs")
    segments = defined.elements(f"{_SDL}seg") if defined is not None else []
    said = {_OF_SDL.get(one.attributes.get("conf", ""), Said.OPEN) for one in segments}
    for least in (Said.OPEN, Said.TRANSLATED, Said.CONFIRMED):
        if least in said:
            return least
    return None
