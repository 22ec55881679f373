"""The extensions of CAT tools to XLIFF 1.2: locks and states.

| dialect | locked | not translated yet | after machine translation |
|---|---|---|---|
| plain | `translate="no"` | `state` new, needs-* | `state="needs-review-translation"`, and |
| | | | `state-qualifier="mt-suggestion"` |
| Trados (sdlxliff) | `locked="true"` | `origin` not-translated, source | `conf="Draft" origin="mt"` |
| memoQ (mqxliff) | `mq:locked` | `mq:status="NotStarted"` | `mq:status="MachineTranslated"` |
| Phrase (mxliff) | `m:locked` | | `m:confirmed="0"`, `m:trans-origin="mt"` |

In the tools' own namespaces, only attributes that the file already has are written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from dragoman.text_io.xml.splice import XmlEdit
from dragoman.text_io.xml.start_tags import change_attributes, written_attribute
from dragoman.text_io.xml.tree import XmlNode

_SDL: Final = "http://sdl.com/FileTypes/SdlXliff/1.0}"
_MEMOQ: Final = "MQXliff}"
_PHRASE: Final = "http://www.memsource.com/mxlf/2.0}"

_YES: Final = frozenset({"locked", "true", "yes", "1"})
_NEW: Final = frozenset({"new"})
_NEEDS: Final = "needs-"


def is_locked(unit: XmlNode, segment: str) -> bool:
    """Whether the CAT tool has locked a trans-unit, or its segment with this `mid`."""
    if any(unit.attributes.get(f"{tool}locked", "").lower() in _YES for tool in (_MEMOQ, _PHRASE)):
        return True
    described = _sdl_segments(unit).get(segment)
    return described is not None and described.attributes.get("locked", "").lower() in _YES


def is_new(unit: XmlNode, target: XmlNode | None, segment: str) -> bool:
    """Whether the states mark the content of the target as no translation yet."""
    state = target.attributes.get("state", "") if target is not None else ""
    if state in _NEW or state.startswith(_NEEDS):
        return True
    if unit.attributes.get(f"{_MEMOQ}status") == "NotStarted":
        return True
    described = _sdl_segments(unit).get(segment)
    return described is not None and described.attributes.get("origin") in ("not-translated", "source")


def target_states(root: XmlNode, unit: XmlNode) -> Mapping[str, str]:
    """The attributes that mark a target as machine translated; none where a tool marks it elsewhere."""
    if root.attributes.get(f"{_SDL}version") or _has_tool(unit):
        return {}
    state = {"state": "needs-review-translation"}
    return state if root.attributes.get("version") == "1.0" else {**state, "state-qualifier": "mt-suggestion"}


def unit_states(unit: XmlNode, tag: bytes) -> Mapping[str, str]:
    """The attributes of a trans-unit, by written names, that change when its target is written."""
    changes = {}
    if unit.attributes.get("approved") == "yes":
        changes["approved"] = "no"
    wanted = (
        (_MEMOQ, "status", "MachineTranslated"),
        (_PHRASE, "confirmed", "0"),
        (_PHRASE, "trans-origin", "mt"),
    )
    for tool, name, value in wanted:
        written = written_attribute(tag, name) if f"{tool}{name}" in unit.attributes else None
        if written is not None:
            changes[written] = value
    return changes


def segment_states(body: bytes, unit: XmlNode, segments: Iterable[str]) -> list[XmlEdit]:
    """Mark segments of Trados as machine-translated drafts."""
    described = _sdl_segments(unit)
    edits = []
    for segment in segments:
        node = described.get(segment)
        if node is None:
            continue
        tag = body[node.start : node.inner_start]
        states = {"conf": "Draft", "origin": "mt"}
        gone = dict.fromkeys(("origin-system", "percent", "struct-match", "text-match"))
        edits.append(
            XmlEdit(start=node.start, end=node.inner_start, new=change_attributes(tag, gone | states))
        )
    return edits


def _has_tool(unit: XmlNode) -> bool:
    return any(name.startswith((_MEMOQ, _PHRASE)) for name in unit.attributes)


def _sdl_segments(unit: XmlNode) -> dict[str, XmlNode]:
    defined = unit.first(f"{_SDL}seg-defs")
    if defined is None:
        return {}
    return {node.attributes.get("id", ""): node for node in defined.elements(f"{_SDL}seg")}
