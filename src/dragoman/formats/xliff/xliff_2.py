"""XLIFF 2.x: units, their segments, and their inline elements.

Each segment becomes a unit. `xliff_2_validation` has checked an element `unit` before it is read here, so its
ids are valid.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from dragoman.formats.units.lengths import read_max_length, write_limit
from dragoman.formats.xliff.content import (
    TranslateState,
    XliffContent,
    XliffInlineElement,
    XliffInlineRole,
    code_type,
    has_text,
)
from dragoman.formats.xliff.inline import read_content
from dragoman.formats.xliff.units import (
    XML_LANG,
    LanguageScope,
    UnitIds,
    XliffUnit,
    new_tag,
    notes_of,
    unescaped,
)
from dragoman.segments import CodeKind, codes
from dragoman.text_io.xml.splice import XmlEdit, indentation
from dragoman.text_io.xml.start_tags import change_attributes, inherited_attributes, opened
from dragoman.text_io.xml.tree import XmlNode, written_name

STATE: Final = "translated"
SUB_STATE: Final = (
    "dragoman:mt"  # the tool that made a machine translation; with our own prefix, as 2.x requires
)

MOST_OPEN: Final = 100  # markers open at one position; real texts have fewer

_ITS: Final = "http://www.w3.org/2005/11/its}"
_SLR: Final = "urn:oasis:names:tc:xliff:sizerestriction:2.0}"  # XLIFF 2.1, 5.7
SIZE_PROFILES: Final = f"{_SLR}profiles"
_SIZE_RESTRICTION: Final = f"{_SLR}sizeRestriction"


@dataclass(slots=True, kw_only=True)
class Xliff2Unit:
    """A unit with all that is needed to write the targets of its segments."""

    body: bytes
    scope: LanguageScope
    segments: dict[str, XmlNode]  # by the keys of the entries
    entries: list[XliffUnit]
    orders: dict[str, int]  # of those segments whose new target needs an explicit order

    def edits(self, written: Mapping[str, bytes]) -> list[XmlEdit]:
        """The targets with their new contents, and the states of their segments."""
        edits: list[XmlEdit] = []
        for key, inner in written.items():
            segment = self.segments[key]
            tag = self.body[segment.start : segment.inner_start]
            changed = change_attributes(tag, {"state": STATE, "subState": SUB_STATE})
            edits.append(XmlEdit(start=segment.start, end=segment.inner_start, new=changed))
            edits.append(self._target(segment, key, inner))
        return edits

    def _target(self, segment: XmlNode, key: str, inner: bytes) -> XmlEdit:
        source, target = segment.elements("source")[0], segment.first("target")
        prefix, colon, _ = written_name(self.body, source.start).rpartition(b":")
        name = prefix + colon + b"target"
        inherited = unescaped(inherited_attributes(self.body[source.start : source.inner_start]))
        if target is None:
            order = {"order": str(self.orders[key])} if key in self.orders else {}
            lang = {"xml:lang": self.scope.job.target} if XML_LANG in source.attributes else {}
            tag = new_tag(name, {**inherited, **lang, **order})
            whole = indentation(self.body, source.start) + tag + inner + b"</" + name + b">"
            return XmlEdit(start=source.end, end=source.end, new=whole)
        tag = opened(self.body[target.start : target.inner_start])
        present = inherited_attributes(tag)
        changes = {n: v for n, v in inherited.items() if n.startswith("xmlns") and n not in present}
        if XML_LANG in target.attributes and (
            self.scope.target_differs or not self.scope.node.attributes.get(self.scope.target_attribute)
        ):
            changes["xml:lang"] = self.scope.job.target
        whole = change_attributes(tag, changes) + inner + b"</" + written_name(self.body, target.start) + b">"
        return XmlEdit(start=target.start, end=target.end, new=whole)


def read_unit(body: bytes, node: XmlNode, scope: LanguageScope, names: UnitIds) -> Xliff2Unit:
    """Read a checked unit."""
    name = names.unique(scope.prefix, node.attributes.get("id", ""))
    parts = [part for part in node.elements() if part.name in ("segment", "ignorable")]
    locked = not _is_translated(node)
    partly = locked and _holds_translatable(parts)
    protection = TranslateState(translate=not partly)
    unit = Xliff2Unit(body=body, scope=scope, segments={}, entries=[], orders=_free_orders(parts))
    context = node.attributes.get("name") or node.attributes.get("id", "")
    max_length = _read_limit(node) if scope.counts_characters else None
    written = (one for notes in node.elements("notes") for one in notes.elements("note"))
    note = notes_of(written, limit=write_limit(max_length) if max_length is not None else "")
    is_whole = sum(part.name == "segment" for part in parts) == 1
    for number, part in enumerate(parts, 1):
        source, target = part.elements("source")[0], part.first("target")
        existing = _read(body, target, _copied(protection)) if target is not None else None
        read = _read(body, source, protection)
        key = str(number)
        if part.name == "ignorable" or not read.segment:
            continue
        if existing is not None and not existing.segment:
            existing = None
        is_new = part.attributes.get("state") == "initial"
        is_locked = locked and not (partly and has_text(read.segment))
        foreign = scope.is_foreign(target)
        reason = scope.reason(read, existing, locked=is_locked, is_new=is_new, foreign=foreign)
        id_ = names.unique(f"{name}/", part.attributes.get("id") or f"#{number}")
        unit.segments[key] = part
        unit.entries.append(
            XliffUnit(
                id=id_,
                key=key,
                context=context,
                note=note,
                source=read,
                target=existing,
                reason=reason,
                max_length=max_length if is_whole else None,
            )
        )
    return unit


def counts_characters(profiles: XmlNode) -> bool:
    """Whether the limits of sizes of a file are code points of its texts; others cannot be checked."""
    return profiles.attributes.get("generalProfile", "") == "xliff:codepoints"


def _read_limit(node: XmlNode) -> int | None:
    """Read the most characters of `sizeRestriction`: "30", "10,30", "10,*" (XLIFF 2.1, 5.7)."""
    return read_max_length(node.attributes.get(_SIZE_RESTRICTION, "").rpartition(",")[2])


def read_inline(node: XmlNode) -> XliffInlineElement:
    """The meaning of an inline element of XLIFF 2.x."""
    attributes = node.attributes
    key = attributes.get("startRef") or attributes.get("id", "")
    type_ = code_type(attributes.get("subType", ""), attributes.get("type", ""))
    match node.name:
        case "pc":
            return XliffInlineElement(role=XliffInlineRole.PAIR, family="pc", key=key, type=type_)
        case "sc" | "ec":
            role = XliffInlineRole.BEGIN if node.name == "sc" else XliffInlineRole.END
            return XliffInlineElement(role=role, family="pc", key=key, type=type_)
        case "mrk" | "sm":
            translate = _translate(node)
            role = XliffInlineRole.BEGIN if node.name == "sm" else XliffInlineRole.PAIR
            if node.name == "mrk" and translate is False and not _holds_translatable([node], inside=True):
                return XliffInlineElement(role=XliffInlineRole.WHOLE, family="mrk", key=key, type="variable")
            return XliffInlineElement(role=role, family="mrk", key=key, translate=translate)
        case "em":
            return XliffInlineElement(role=XliffInlineRole.END, family="mrk", key=key)
    return XliffInlineElement(
        role=XliffInlineRole.WHOLE, family=node.name.rpartition("}")[2], key=key, type=type_
    )


def _copied(protection: TranslateState) -> TranslateState:
    """The state for the target, which begins as its source does."""
    before = protection.before if len(protection.before) <= MOST_OPEN else {}
    return TranslateState(translate=protection.translate, before=dict(before))


def _read(body: bytes, node: XmlNode, protection: TranslateState) -> XliffContent:
    content = read_content(body, node, read_inline, protection)
    kept = _kept_sequences(node, content)
    if not kept:
        return content
    return XliffContent(
        segment=content.segment,
        originals=content.originals,
        ordered=(*content.ordered, *kept),
        flows=content.flows,
    )


def _kept_sequences(node: XmlNode, content: XliffContent) -> tuple[tuple[str, ...], ...]:
    """The standalone codes whose order is fixed: `canReorder` firstNo, then all with no."""
    rules: dict[str, str] = {}
    waiting = node.elements()
    while waiting:
        element = waiting.pop()
        rule = element.attributes.get("canReorder", "yes")
        if rule != "yes":
            rules[read_inline(element).family + element.attributes.get("id", "")] = rule
        waiting.extend(element.elements())
    sequences: list[list[str]] = []
    for code in codes(content.segment) if rules else ():
        rule = rules.get(code.id, "yes")
        if code.kind is not CodeKind.STANDALONE or rule == "yes":
            continue
        if rule == "firstNo" or not sequences:
            sequences.append([])
        sequences[-1].append(code.id)
    return tuple(tuple(ids) for ids in sequences if len(ids) > 1)


def _translate(node: XmlNode) -> bool | None:
    """The translate flag of a marker, in XLIFF's attribute or that of ITS."""
    value = node.attributes.get("translate") or node.attributes.get(f"{_ITS}translate")
    return None if value is None else value != "no"


def _holds_translatable(nodes: list[XmlNode], *, inside: bool = False) -> bool:
    """Whether a marker in these elements, or inside of them, has translate="yes"."""
    waiting = [child for node in nodes for child in node.elements()] if inside else list(nodes)
    while waiting:
        node = waiting.pop()
        if node.name in ("mrk", "sm") and _translate(node):
            return True
        if node.name != "target":
            waiting.extend(node.elements())
    return False


def _is_translated(node: XmlNode) -> bool:
    """Whether `translate` of the unit, or of the nearest group or file with one, is not "no"."""
    at: XmlNode | None = node
    while at is not None:
        if "translate" in at.attributes:
            return at.attributes["translate"] != "no"
        at = at.parent
    return True


def _free_orders(parts: list[XmlNode]) -> dict[str, int]:
    """The `order` for new targets whose own position is taken by the target of another segment."""
    taken: set[int] = set()
    missing: list[int] = []
    for number, part in enumerate(parts, 1):
        target = part.first("target")
        if target is None:
            missing.append(number)
        else:
            order = target.attributes.get("order", "")
            taken.add(int(order) if order.isdigit() and len(order) < 7 else number)
    displaced = [number for number in missing if number in taken]
    if not displaced:
        return {}
    free = (n for n in range(1, len(parts) + 1) if n not in taken and n not in missing)
    return {str(number): order for number, order in zip(displaced, free, strict=False)}
