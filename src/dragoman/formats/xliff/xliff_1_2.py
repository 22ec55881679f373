"""XLIFF 1.x: trans-units, their segments, and their inline elements.

A trans-unit is one unit, or one for each `mrk mtype="seg"` of its `seg-source`. An existing target that is
segmented in another way than the source is kept as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from dragoman.formats.units.lengths import read_max_length, write_limit
from dragoman.formats.units.locales import is_same_language
from dragoman.formats.xliff import dialects
from dragoman.formats.xliff.content import (
    TranslateState,
    XliffContent,
    XliffInlineElement,
    XliffInlineRole,
    code_type,
    has_text,
)
from dragoman.formats.xliff.inline import read_content
from dragoman.formats.xliff.units import LanguageScope, UnitIds, XliffUnit, new_tag, notes_of, unescaped
from dragoman.text_io.errors import DocumentCorrupt
from dragoman.text_io.xml.splice import XmlEdit, indentation
from dragoman.text_io.xml.start_tags import change_attributes, inherited_attributes, opened
from dragoman.text_io.xml.tree import XmlNode, written_name

_XML: Final = "http://www.w3.org/XML/1998/namespace}"
_ITS: Final = "http://www.w3.org/2005/11/its}"

_WHOLE: Final = frozenset({"x", "ph", "it"})
_HALVES: Final = {
    "bx": ("bx", XliffInlineRole.BEGIN),
    "ex": ("bx", XliffInlineRole.END),
    "bpt": ("bpt", XliffInlineRole.BEGIN),
    "ept": ("bpt", XliffInlineRole.END),
}


@dataclass(slots=True, kw_only=True)
class TransUnit:
    """A trans-unit with all that is needed to write its target."""

    body: bytes
    scope: LanguageScope
    node: XmlNode
    source: XmlNode
    target: XmlNode | None
    entries: list[XliffUnit]
    segments: dict[str, XmlNode] | None  # `mid` → its `mrk` in the segmented source; None: not segmented
    existing: dict[str, XmlNode]  # the same of its target

    def edits(self, written: Mapping[str, bytes]) -> list[XmlEdit]:
        """The target with its new contents and states."""
        edits = [*self._target_edits(written), *dialects.segment_states(self.body, self.node, written)]
        tag = self.body[self.node.start : self.node.inner_start]
        states = dialects.unit_states(self.node, tag)
        if states:
            changed = change_attributes(tag, states)
            edits.append(XmlEdit(start=self.node.start, end=self.node.inner_start, new=changed))
        return edits

    def _target_edits(self, written: Mapping[str, bytes]) -> Iterator[XmlEdit]:
        target = self.target
        if self.segments is not None and target is not None and written.keys() <= self.existing.keys():
            yield XmlEdit(start=target.start, end=target.inner_start, new=self._tag())
            for key, inner in written.items():
                mark = self.existing[key]
                yield XmlEdit(start=mark.start, end=mark.end, new=_with_inner(self.body, mark, inner))
            return
        inner = written[""] if self.segments is None else self._segmented(written)
        name = written_name(self.body, self.source.start).rpartition(b":")
        whole = self._tag() + inner + b"</" + b"".join((*name[:2], b"target")) + b">"
        if target is not None:
            yield XmlEdit(start=target.start, end=target.end, new=whole)
            return
        before = self.node.first("seg-source") or self.source
        new = indentation(self.body, self.source.start) + whole
        yield XmlEdit(start=before.end, end=before.end, new=new)

    def _tag(self) -> bytes:
        """The start tag of the target, new or changed, with the prefixes and states that it needs."""
        needed: dict[str, str] = {}
        for source in (self.source, self.node.first("seg-source")):
            if source is not None:
                needed |= unescaped(inherited_attributes(self.body[source.start : source.inner_start]))
        states = dialects.target_states(self.scope.root, self.node)
        job = self.scope.job.target
        if self.target is None:
            if f"{_XML}lang" in self.source.attributes:
                needed["xml:lang"] = job
            name = written_name(self.body, self.source.start).rpartition(b":")
            return new_tag(b"".join((*name[:2], b"target")), {**needed, **states})
        tag = opened(self.body[self.target.start : self.target.inner_start])
        present = inherited_attributes(tag)
        changes = {n: v for n, v in needed.items() if n.startswith("xmlns") and n not in present}
        lang = self.target.attributes.get(f"{_XML}lang")
        if lang is not None and not is_same_language(lang, job):
            changes["xml:lang"] = job
        return change_attributes(tag, {**changes, **states})

    def _segmented(self, written: Mapping[str, bytes]) -> bytes:
        """The content of the segmented source, with the translation in each segment that has one."""
        source = self.node.first("seg-source")
        assert source is not None
        assert self.segments is not None
        pieces: list[bytes] = []
        place = source.inner_start
        for key, mark in self.segments.items():
            inner = written.get(key)
            existing = self.existing.get(key)
            if inner is None and existing is not None and existing.children:
                inner = self.body[existing.inner_start : existing.inner_end]
            if inner is not None:
                pieces += (self.body[place : mark.start], _with_inner(self.body, mark, inner))
                place = mark.end
        pieces.append(self.body[place : source.inner_end])
        return b"".join(pieces)


def read_trans_unit(body: bytes, node: XmlNode, scope: LanguageScope, names: UnitIds) -> TransUnit:
    """Read a trans-unit. Raises `DocumentCorrupt` when it has no source."""
    source, target = node.first("source"), node.first("target")
    if source is None:
        raise DocumentCorrupt(f"The element {node.named()} has no <source>.")
    segments = _segments(node.first("seg-source"))
    existing = _segments(target) or {}
    name = names.unique(scope.prefix, node.attributes.get("id", ""))
    unit = TransUnit(
        body=body,
        scope=scope,
        node=node,
        source=source,
        target=target,
        entries=[],
        segments=segments,
        existing=existing,
    )
    whole = _entry(unit, name, "", source, target)
    if segments is None or _is_segmented_differently(unit, whole):
        unit.segments = None
        unit.entries = [whole] if whole.source.segment else []
        return unit
    for mid, mark in segments.items():
        entry = _entry(unit, names.unique(f"{name}/", mid), mid, mark, existing.get(mid))
        if entry.source.segment:
            unit.entries.append(entry)
    return unit


def _read_limit(attributes: Mapping[str, str]) -> tuple[int | None, str]:
    """Read the limit of a target's length, as `maxwidth` and `size-unit` have it (XLIFF 1.2, 2.3).

    The second is how linguists read it. Only characters can be checked.
    """
    most, counted = read_max_length(attributes.get("maxwidth", "")), attributes.get("size-unit", "pixel")
    if most is None:
        return None, ""
    unit = {"char": "characters", "byte": "bytes", "pixel": "pixels"}.get(counted, counted)
    return most if counted == "char" else None, write_limit(most, unit)


def _entry(unit: TransUnit, name: str, key: str, source: XmlNode, target: XmlNode | None) -> XliffUnit:
    context = unit.node.attributes.get("resname") or unit.node.attributes.get("id", "")
    read = _read(unit.body, source)
    existing = _read(unit.body, target) if target is not None else None
    if existing is not None and not existing.segment:
        existing = None
    locked = not _is_translated(unit.node) or dialects.is_locked(unit.node, key)
    is_new = dialects.is_new(unit.node, unit.target, key)
    foreign = unit.scope.is_foreign(unit.target)
    reason = unit.scope.reason(read, existing, locked=locked, is_new=is_new, foreign=foreign)
    max_length, limit = _read_limit(unit.node.attributes)
    return XliffUnit(
        id=name,
        key=key,
        context=context,
        note=notes_of(unit.node.elements("note"), limit=limit),
        source=read,
        target=existing,
        reason=reason,
        max_length=None if key else max_length,  # of the whole trans-unit
    )


def _read(body: bytes, node: XmlNode) -> XliffContent:
    return read_content(body, node, read_inline, TranslateState())


def _is_segmented_differently(unit: TransUnit, whole: XliffUnit) -> bool:
    """Whether the target has a translation to keep, segmented in another way than the source."""
    segments = unit.segments or {}
    if unit.existing and unit.existing.keys() <= segments.keys():
        return False
    return whole.reason is not None and whole.target is not None and has_text(whole.target.segment)


def _segments(node: XmlNode | None) -> dict[str, XmlNode] | None:
    """The segments in a source or target by `mid`.

    None when there are none, or one has no `mid` of its own.
    """
    if node is None:
        return None
    found: dict[str, XmlNode] = {}
    waiting = list(reversed(node.elements()))
    while waiting:
        element = waiting.pop()
        if element.name == "mrk" and element.attributes.get("mtype") == "seg":
            mid = element.attributes.get("mid", "")
            if not mid or mid in found:
                return None
            found[mid] = element
        elif element.name in ("g", "mrk"):
            waiting.extend(reversed(element.elements()))
    return found or None


def _is_translated(node: XmlNode) -> bool:
    """Whether `translate` of a trans-unit, or of the nearest group with one, is not "no"."""
    at: XmlNode | None = node
    while at is not None:
        if at.name in ("trans-unit", "group", "bin-unit") and "translate" in at.attributes:
            return at.attributes["translate"] != "no"
        at = at.parent
    return True


def _with_inner(body: bytes, node: XmlNode, inner: bytes) -> bytes:
    """An element with other contents."""
    name = written_name(body, node.start)
    return opened(body[node.start : node.inner_start]) + inner + b"</" + name + b">"


def read_inline(node: XmlNode) -> XliffInlineElement:
    """The meaning of an inline element of XLIFF 1.x. Those of other namespaces are kept whole."""
    words = [node.attributes.get("ctype", "")]
    key = node.attributes.get("id", "")
    if node.name in _WHOLE:
        return XliffInlineElement(
            role=XliffInlineRole.WHOLE, family=node.name, key=key, type=code_type(*words)
        )
    if node.name in _HALVES:
        family, role = _HALVES[node.name]
        return XliffInlineElement(
            role=role, family=family, key=node.attributes.get("rid") or key, type=code_type(*words)
        )
    if node.name == "g":
        return XliffInlineElement(role=XliffInlineRole.PAIR, family="g", key=key, type=code_type(*words))
    if node.name == "mrk":
        mtype = node.attributes.get("mtype", "")
        kept = mtype in ("protected", "x-sdl-deleted") or node.attributes.get(f"{_ITS}translate") == "no"
        role = XliffInlineRole.WHOLE if kept else XliffInlineRole.PAIR
        type_ = "variable" if kept else "tag"
        return XliffInlineElement(role=role, family="mrk", key=node.attributes.get("mid", ""), type=type_)
    return XliffInlineElement(role=XliffInlineRole.WHOLE, family="other")
