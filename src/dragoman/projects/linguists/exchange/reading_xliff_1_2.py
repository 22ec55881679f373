"""The words of XLIFF 1.x, and of the tools that have their own words in it."""

from __future__ import annotations

import re
from typing import Final

from dragoman.projects.linguists.exchange.model import Tag, XliffState
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
_WHOLE: Final = frozenset({"bx", "ex", "bpt", "ept", "x", "ph", "it"})  # their content is not text
_STATES: Final = {
    "new": XliffState.OPEN,
    "needs-adaptation": XliffState.OPEN,
    "needs-l10n": XliffState.OPEN,
    "needs-translation": XliffState.OPEN,
    "needs-review-adaptation": XliffState.OPEN,
    "needs-review-l10n": XliffState.OPEN,
    "needs-review-translation": XliffState.OPEN,
    "translated": XliffState.TRANSLATED,
    "final": XliffState.CONFIRMED,
    "signed-off": XliffState.CONFIRMED,
}
_SDL: Final = "http://sdl.com/FileTypes/SdlXliff/1.0}"
_MEMOQ: Final = "MQXliff}"
_PHRASE: Final = "http://www.memsource.com/mxlf/2.0}"
_OF_SDL: Final = {
    "Draft": XliffState.OPEN,
    "RejectedTranslation": XliffState.OPEN,
    "RejectedSignOff": XliffState.OPEN,
    "Translated": XliffState.TRANSLATED,
    "ApprovedTranslation": XliffState.CONFIRMED,
    "ApprovedSignOff": XliffState.CONFIRMED,
}
_OF_MEMOQ: Final = {
    "NotStarted": XliffState.OPEN,
    "Pretranslated": XliffState.OPEN,
    "MachineTranslated": XliffState.OPEN,
    "AssembledFromFragments": XliffState.OPEN,
    "PartiallyEdited": XliffState.TRANSLATED,
    "ManuallyConfirmed": XliffState.TRANSLATED,
    "Proofread": XliffState.CONFIRMED,
}


def read_inline(node: XmlNode) -> tuple[list[Text | Tag], list[Text | Tag]] | None:
    """Return the codes or text before and after an element's content. The content of a code is removed."""
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


def state_of_trans_unit(unit: XmlNode, target: XmlNode | None) -> XliffState:
    """Read the state of a trans-unit's translation; a tool's own attributes precede the standard ones."""
    own = _state_by_tool(unit)
    if own is not None:
        return own
    state = (
        _STATES.get(target.attributes.get("state", ""), XliffState.NOTHING)
        if target is not None
        else XliffState.NOTHING
    )
    return XliffState.CONFIRMED if unit.attributes.get("approved") == "yes" else state


def _state_by_tool(unit: XmlNode) -> XliffState | None:
    if (status := unit.attributes.get(f"{_MEMOQ}status")) is not None:
        return _OF_MEMOQ.get(status, XliffState.NOTHING)
    if (confirmed := unit.attributes.get(f"{_PHRASE}confirmed")) is not None:
        return XliffState.CONFIRMED if confirmed == "1" else XliffState.OPEN
    defined = unit.first(f"{_SDL}seg-defs")
    segments = defined.elements(f"{_SDL}seg") if defined is not None else []
    states = {_OF_SDL.get(one.attributes.get("conf", ""), XliffState.OPEN) for one in segments}
    for least in (XliffState.OPEN, XliffState.TRANSLATED, XliffState.CONFIRMED):
        if least in states:
            return least
    return None
