"""Validate inline elements of XLIFF 2.x: ids, pairs, references, and the codes of targets."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

from dragoman.text_io.errors import DocumentCorrupt
from dragoman.text_io.xml.tree import XmlNode

_NMTOKEN: Final = re.compile(r"[\w.\-:\u00b7]+")
_HEX: Final = re.compile(r"[0-9A-Fa-f]{1,8}")
_NOTE_REFERENCE: Final = re.compile(r"#n=(.*)", re.DOTALL)
_TYPES: Final = frozenset({"fmt", "ui", "quote", "link", "image", "other"})
_SUB_TYPES: Final = {"lb": "fmt", "pb": "fmt", "b": "fmt", "i": "fmt", "u": "fmt", "var": "ui"}
_MARKER_TYPES: Final = frozenset({"generic", "comment", "term"})

_COMMON: Final = frozenset({"canCopy", "canDelete", "canReorder", "copyOf", "id", "subType", "type"})
_HALF: Final = _COMMON | {"canOverlap", "dataRef", "dir", "disp", "equiv", "isolated", "subFlows"}
_MARKER: Final = frozenset({"id", "translate", "type", "ref", "value"})
_HOLDER: Final = frozenset({"id", "name", "canResegment", "translate", "srcDir", "trgDir", "type"})
_ATTRIBUTES: Final[Mapping[str, frozenset[str]]] = {
    "xliff": frozenset({"version", "srcLang", "trgLang"}),
    "file": frozenset({"id", "canResegment", "original", "translate", "srcDir", "trgDir"}),
    "group": _HOLDER,
    "unit": _HOLDER,
    "segment": frozenset({"id", "canResegment", "state", "subState"}),
    "ignorable": frozenset({"id"}),
    "originalData": frozenset(),
    "data": frozenset({"id", "dir"}),
    "source": frozenset(),
    "target": frozenset({"order"}),
    "cp": frozenset({"hex"}),
    "ph": _COMMON | {"dataRef", "disp", "equiv", "subFlows"},
    "pc": _COMMON
    | {"canOverlap", "dataRefEnd", "dataRefStart", "dir", "dispEnd", "dispStart", "equivEnd", "equivStart"}
    | {"subFlowsEnd", "subFlowsStart"},
    "sc": _HALF,
    "ec": _HALF | {"startRef"},
    "mrk": _MARKER,
    "sm": _MARKER,
    "em": frozenset({"startRef"}),
}
_EXTENSIBLE: Final = frozenset(
    {"xliff", "file", "group", "unit", "mrk", "sm"}
)  # namespaces whose attributes are allowed everywhere
_STANDARD: Final = (
    "urn:oasis:names:tc:xliff:",
    "http://www.w3.org/",
)  # whose attributes are allowed everywhere
_YES_NO: Final = {
    "canCopy": ("yes", "no"),
    "canDelete": ("yes", "no"),
    "canOverlap": ("yes", "no"),
    "canReorder": ("yes", "firstNo", "no"),
    "canResegment": ("yes", "no"),
    "isolated": ("yes", "no"),
    "translate": ("yes", "no"),
}
_KINDS: Final = {"ph": "code", "pc": "pair", "sc": "pair", "ec": "pair", "mrk": "marker", "sm": "marker"}


def refuse(node: XmlNode, what: str) -> NoReturn:
    """Raise `DocumentCorrupt`, naming the element and the problem."""
    raise DocumentCorrupt(f"The element {node.named()} {what}.")


def check_attributes(node: XmlNode, name: str) -> None:
    """Check that an element has only permitted attributes, with permitted values."""
    allowed = _ATTRIBUTES[name]
    for attribute, value in node.attributes.items():
        if "}" in attribute:
            if name not in _EXTENSIBLE and not attribute.startswith(_STANDARD):
                refuse(node, "has an attribute of another namespace, which it must not")
        elif attribute not in allowed:
            refuse(node, f"must not have the attribute {attribute[:40]}")
        if attribute in _YES_NO and value not in _YES_NO[attribute]:
            refuse(node, f"has an unknown value of {attribute}")


def check_id(node: XmlNode) -> None:
    """Check that an element has an id that is a name token."""
    id_ = node.attributes.get("id")
    if id_ is None:
        refuse(node, "has no id")
    if not _NMTOKEN.fullmatch(id_):
        refuse(node, "has an id that is not a name token: letters, digits and . - _ :")


def check_unique(node: XmlNode, used: set[str]) -> None:
    """Check that no other element has its id, and register it."""
    id_ = node.attributes["id"]
    if id_ in used:
        refuse(node, "has the id of another element")
    used.add(id_)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferencedIds:
    """The ids of a unit that inline elements refer to."""

    data: set[str]
    notes: set[str]


class InlineValidator:
    """Validates the inline elements of all sources of a unit, or of all its targets, in order.

    `elsewhere`: ids of pairs with a half that has no target yet.
    """

    def __init__(self, known: ReferencedIds, used: set[str], elsewhere: Collection[str] = ()) -> None:
        self._known = known
        self._used = used
        self._elsewhere = elsewhere
        self._open: dict[str, XmlNode] = {}  # sc and sm that wait for their ends
        self.by_id: dict[str, XmlNode] = {}
        self.sequence: list[tuple[XmlNode, str]] = []  # codes with the ids of those they begin or end
        self._copies: list[XmlNode] = []

    def read(self, node: XmlNode) -> None:
        """Validate the content of a source or target. Raises `DocumentCorrupt`."""
        waiting = list(reversed(node.elements()))
        while waiting:
            element = waiting.pop()
            if element.name not in ("cp", "ph", "pc", "sc", "ec", "mrk", "sm", "em"):
                refuse(element, f"is not allowed in {node.named()}")
            check_attributes(element, element.name)
            children = element.elements()
            if children and element.name not in ("pc", "mrk"):
                refuse(element, "must be empty")
            self._check(element)
            waiting.extend(reversed(children))

    def finish(self) -> None:
        """Check that every pair has ended, and that copies refer to codes. Raises `DocumentCorrupt`."""
        for node in (node for id_, node in self._open.items() if id_ not in self._elsewhere):
            refuse(node, "has no end in its unit" + (', and is not isolated="yes"' * (node.name == "sc")))
        for node in self._copies:
            original = self.by_id.get(node.attributes["copyOf"])
            if original is None or original.attributes.get("canCopy") == "no":
                refuse(node, "is a copy of a code that is not there or must not be copied")

    def _check(self, node: XmlNode) -> None:
        if node.name == "cp":
            _check_code_point(node)
            return
        if node.name in ("em", "ec"):
            self._check_end(node)
        else:
            self._check_beginning(node)
        if node.name in ("mrk", "sm"):
            self._check_marker(node)
        elif node.name != "em":
            self.sequence.append((node, node.attributes.get("startRef", node.attributes.get("id", ""))))
            self._check_code(node)

    def _check_beginning(self, node: XmlNode) -> None:
        check_id(node)
        check_unique(node, self._used)
        self.by_id[node.attributes["id"]] = node
        if node.name == "sm" or (node.name == "sc" and node.attributes.get("isolated") != "yes"):
            self._open[node.attributes["id"]] = node

    def _check_end(self, node: XmlNode) -> None:
        start = node.attributes.get("startRef")
        if node.name == "ec":
            isolated = node.attributes.get("isolated") == "yes"
            if isolated == (start is not None) or isolated != ("id" in node.attributes):
                refuse(node, 'must have either startRef, or isolated="yes" and id')
            if isolated:
                check_id(node)
                check_unique(node, self._used)
                self.by_id[node.attributes["id"]] = node
                return
        beginning = self._open.pop(start or "", None)
        if beginning is None and start in self._elsewhere:
            return
        if beginning is None or beginning.name != {"ec": "sc", "em": "sm"}[node.name]:
            refuse(node, "has no beginning before it in its unit that its startRef names")
        if node.name == "ec":
            _check_halves(beginning, node)

    def _check_marker(self, node: XmlNode) -> None:
        type_ = node.attributes.get("type", "generic")
        if type_ not in _MARKER_TYPES and ":" not in type_:
            refuse(node, "has an unknown type")
        reference = node.attributes.get("ref")
        if type_ == "comment":
            if (reference is None) == ("value" not in node.attributes):
                refuse(node, "is a comment and must have either value or ref")
            note = _NOTE_REFERENCE.fullmatch(reference or "")
            if note is not None and note.group(1) not in self._known.notes:
                refuse(node, "refers to a note that its unit does not have")

    def _check_code(self, node: XmlNode) -> None:
        attributes = node.attributes
        for name in ("dataRef", "dataRefStart", "dataRefEnd"):
            if name in attributes and attributes[name] not in self._known.data:
                refuse(node, f"has a {name} without its <data> in <originalData>")
        if "copyOf" in attributes:
            self._copies.append(node)
            if any(name.startswith("dataRef") for name in attributes):
                refuse(node, "is a copy and must not refer to data of its own")
        type_, sub_type = attributes.get("type"), attributes.get("subType")
        if type_ is not None and type_ not in _TYPES:
            refuse(node, "has an unknown type")
        if sub_type is not None:
            prefix, colon, word = sub_type.partition(":")
            if type_ is None or not colon or (prefix == "xlf" and _SUB_TYPES.get(word) != type_):
                refuse(node, "has a subType that does not go with its type")
        if attributes.get("canReorder", "yes") != "yes" and not (
            attributes.get("canCopy") == "no" and attributes.get("canDelete") == "no"
        ):
            refuse(node, 'must be canCopy="no" and canDelete="no" when it must not be reordered')


def compare_sides(parts: Sequence[XmlNode], sources: InlineValidator, targets: InlineValidator) -> None:
    """Compare the codes of targets with those of their sources. Raises `DocumentCorrupt`."""
    for id_, node in targets.by_id.items():
        source = sources.by_id.get(id_)
        if source is None:
            continue
        same = _KINDS[source.name] == _KINDS[node.name]
        for name in ("type", "translate"):
            same = same and source.attributes.get(name) == node.attributes.get(name)
        if not same:
            refuse(node, "has the id of a code or marker in the source that is not like it")
    started = False
    for node, _ in sources.sequence:
        rule = node.attributes.get("canReorder", "yes")
        started = started or rule == "firstNo"
        if rule == "no" and not started:
            refuse(node, 'has canReorder="no" and none before it has "firstNo"')
    translated = {id_ for _, id_ in targets.sequence}
    for part in parts:
        target = part.first("target")
        if target is not None and target.children:
            _check_kept(part, target, translated)


def _check_kept(part: XmlNode, target: XmlNode, translated: set[str]) -> None:
    """Check that no code is missing that must be kept, and that fixed sequences are kept."""
    source_codes, target_codes = _codes(part.elements("source")[0]), _codes(target)
    sequence: list[str] = []
    for node, key in (*source_codes, (None, "")):
        if node is not None and node.attributes.get("canDelete") == "no":
            id_ = node.attributes.get("startRef", node.attributes.get("id", ""))
            if id_ not in translated:
                refuse(target, 'lacks a code of its source with canDelete="no"')
        rule = node.attributes.get("canReorder", "yes") if node is not None else "yes"
        if rule == "no" and sequence:
            sequence.append(key)
            continue
        _check_sequence(target, sequence, [other for _, other in target_codes])
        sequence = [key] if rule == "firstNo" else []


def _check_sequence(target: XmlNode, sequence: list[str], found: list[str]) -> None:
    if len(sequence) > 1 and sequence[0] in found:
        at = found.index(sequence[0])
        if found[at : at + len(sequence)] != sequence:
            refuse(target, 'has codes with canReorder="no" in another order')


def _codes(node: XmlNode) -> list[tuple[XmlNode, str]]:
    """The codes in a source or target, and a key for each."""
    found: list[tuple[XmlNode, str]] = []
    waiting = list(reversed(node.elements()))
    while waiting:
        element = waiting.pop()
        if element.name in ("ph", "pc", "sc", "ec"):
            start = element.attributes.get("startRef")
            found.append((element, f"/{start}" if start else element.attributes.get("id", "")))
        waiting.extend(reversed(element.elements()))
    return found


def _check_code_point(node: XmlNode) -> None:
    value = node.attributes.get("hex", "")
    if not _HEX.fullmatch(value) or int(value, 16) > 0x10FFFF:
        refuse(node, "has a hex that is not a code point")


def _check_halves(beginning: XmlNode, end: XmlNode) -> None:
    """Check that the halves of a pair have the same flags."""
    first, second = beginning.attributes, end.attributes
    same = all(first.get(n, "yes") == second.get(n, "yes") for n in ("canCopy", "canDelete", "canOverlap"))
    same = same and (first.get("canReorder", "yes") == "yes") == (second.get("canReorder", "yes") == "yes")
    same = same and second.get("canReorder") != "firstNo"
    same = same and all(
        first.get(n) == second[n] for n in ("type", "subType", "dir", "copyOf") if n in second
    )
    if not same:
        refuse(end, f"has other flags than {beginning.named()}")
