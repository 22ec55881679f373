"""Validate files, groups and units of XLIFF 2.x; an invalid file is refused, naming the element.

Only those constraints of the core specification are checked whose breach makes structure or text ambiguous,
or leaves open where a target may be written. `xliff_2_inline_validation` checks inline elements. Modules of
the specification are not checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NoReturn

from dragoman.formats.xliff.xliff_2_inline_validation import (
    InlineValidator,
    ReferencedIds,
    check_attributes,
    check_id,
    check_unique,
    compare_sides,
    refuse,
)
from dragoman.text_io.errors import DocumentCorrupt
from dragoman.text_io.xml.tree import XmlNode, tag_end

_XML: Final = "http://www.w3.org/XML/1998/namespace}"
_STATES: Final = frozenset({"initial", "translated", "reviewed", "final"})
_SUB_STATE: Final = re.compile(r"[^:\s]+:.+")
_ORDER: Final = re.compile(r"[1-9][0-9]{0,6}")

_FOREIGN: Final = "}"  # elements of other namespaces, in the tables of ranks
_RANKS: Final[Mapping[str, Mapping[str, int]]] = {  # the children that an element may have, and their order
    "file": {"skeleton": 0, _FOREIGN: 1, "notes": 2, "unit": 3, "group": 3},
    "group": {_FOREIGN: 1, "notes": 2, "unit": 3, "group": 3},
    "unit": {_FOREIGN: 1, "notes": 2, "originalData": 3, "segment": 4, "ignorable": 4},
}
_ONCE: Final = frozenset({"skeleton", "notes", "originalData"})


@dataclass(slots=True)
class _Level:
    """An element that is open, outside of units."""

    node: XmlNode
    rank: int = -1
    holds: set[str] = field(default_factory=set)  # names of its children


class FileValidator:
    """Validates everything around units as elements open and close, and units when they are complete."""

    def __init__(self, body: bytes, root: XmlNode) -> None:
        check_attributes(root, "xliff")
        if not root.attributes.get("srcLang"):
            _refuse_root(root, "has no srcLang")
        self._body = body
        self._root = root
        self._levels = [_Level(root)]
        self._files: set[str] = set()
        self._groups: set[str] = set()
        self._units: set[str] = set()

    def opened(self, node: XmlNode) -> None:
        """Validate the start of an element. Raises `DocumentCorrupt`."""
        level = self._levels[-1]
        self._levels.append(_Level(node))
        if level.node is self._root:
            if node.name != "file":
                refuse(node, "is not allowed in the root element; only <file> is")
        elif level.node.name in _RANKS:
            level.rank = _check_rank(node, level.node, level.rank, level.holds)
        else:
            return  # inside of a skeleton or of another namespace
        level.holds.add(node.name)
        self._check_opened(node)

    def _check_opened(self, node: XmlNode) -> None:
        if node.name in ("file", "group", "unit"):
            check_attributes(node, node.name)
            check_id(node)
        if node.name == "file":
            check_unique(node, self._files)
            self._groups.clear()
            self._units.clear()
        elif node.name == "group":
            check_unique(node, self._groups)
        elif node.name == "unit":
            check_unique(node, self._units)

    def closed(self, node: XmlNode) -> None:
        """Validate an element at its end; units and notes are complete trees. Raises `DocumentCorrupt`."""
        if len(self._levels) == 1:  # the root
            return
        level = self._levels.pop()
        if self._levels[-1].node.name not in _RANKS and self._levels[-1].node is not self._root:
            return
        if node.name == "file" and not {"unit", "group"} & level.holds:
            refuse(node, "has neither <unit> nor <group>")
        elif node.name == "skeleton":
            self._check_skeleton(node)
        elif node.name == "notes":
            _check_notes(node)
        elif node.name == "unit":
            check_unit(node, self._root)

    def finish(self) -> None:
        """Validate the end of the document. Raises `DocumentCorrupt`."""
        if not self._files:
            _refuse_root(self._root, "has no <file>")

    def _check_skeleton(self, node: XmlNode) -> None:
        inner = self._body[tag_end(self._body, node.start) : node.inner_end]
        if bool(inner.strip()) == ("href" in node.attributes):
            refuse(node, "must have either contents or href")


def check_unit(unit: XmlNode, root: XmlNode) -> None:
    """Validate a complete unit. Raises `DocumentCorrupt`."""
    rank, held = -1, set[str]()
    for child in unit.elements():
        rank = _check_rank(child, unit, rank, held)
        held.add(child.name)
    if "segment" not in held:
        refuse(unit, "has no <segment>")
    notes = _check_notes(unit.first("notes"))
    known = ReferencedIds(data=_check_data(unit.first("originalData")), notes=notes)
    parts = [child for child in unit.elements() if child.name in ("segment", "ignorable")]
    used: set[str] = set()
    for part in parts:
        _check_part(part, unit, root)
        if "id" in part.attributes:
            check_id(part)
            check_unique(part, used)
    if root.attributes["version"] in ("2.0", "2.1"):
        used = set()  # many files of these versions number segments and codes separately, which is harmless
    _check_orders(parts)
    untranslated = [part.elements("source")[0] for part in parts if part.first("target") is None]
    elsewhere = {id_ for source in untranslated for id_ in _halves(source)}
    sources = InlineValidator(known, set(used))
    targets = InlineValidator(known, set(used), elsewhere)
    for part in parts:
        sources.read(part.elements("source")[0])
        if (target := part.first("target")) is not None:
            targets.read(target)
    sources.finish()
    targets.finish()
    compare_sides(parts, sources, targets)


def _halves(node: XmlNode) -> Iterator[str]:
    """The ids of the pairs of which a source has a half. Other halves may be in other segments."""
    waiting = node.elements()
    while waiting:
        element = waiting.pop()
        if element.name in ("sc", "sm"):
            yield element.attributes.get("id", "")
        elif element.name in ("ec", "em"):
            yield element.attributes.get("startRef", "")
        waiting.extend(element.elements())


def _check_rank(node: XmlNode, parent: XmlNode, rank: int, held: set[str]) -> int:
    """Check that an element may follow those of a rank; return its own rank."""
    ranks = _RANKS[parent.name]
    own = ranks.get(_FOREIGN if _FOREIGN in node.name else node.name)
    if own is None:
        refuse(node, f"is not allowed in {parent.named()}")
    if own < rank:
        refuse(node, f"comes too late in {parent.named()}")
    if node.name in _ONCE and node.name in held:
        refuse(node, f"occurs twice in {parent.named()}")
    return own


def _check_notes(notes: XmlNode | None) -> set[str]:
    """The ids of the notes."""
    used: set[str] = set()
    if notes is None:
        return used
    children = notes.elements()
    if not children:
        refuse(notes, "has no <note>")
    for note in children:
        if note.name != "note":
            refuse(note, f"is not allowed in {notes.named()}")
        if note.attributes.get("appliesTo", "source") not in ("source", "target"):
            refuse(note, "has an unknown value of appliesTo")
        if "id" in note.attributes:
            check_id(note)
            check_unique(note, used)
    return used


def _check_data(original: XmlNode | None) -> set[str]:
    """The ids of the original data."""
    used: set[str] = set()
    if original is None:
        return used
    check_attributes(original, original.name)
    children = original.elements()
    if not children:
        refuse(original, "has no <data>")
    for data in children:
        if data.name != "data":
            refuse(data, f"is not allowed in {original.named()}")
        check_attributes(data, data.name)
        check_id(data)
        check_unique(data, used)
        for child in data.elements():
            if child.name != "cp":
                refuse(child, f"is not allowed in {data.named()}")
    return used


def _check_part(part: XmlNode, unit: XmlNode, root: XmlNode) -> None:
    """Validate a segment or ignorable, except for its inline elements."""
    check_attributes(part, part.name)
    state, sub_state = part.attributes.get("state"), part.attributes.get("subState")
    if state is not None and state not in _STATES:
        refuse(part, "has an unknown state")
    if sub_state is not None and (state is None or not _SUB_STATE.fullmatch(sub_state)):
        refuse(part, "has a subState without a state, or one that is not of the form prefix:value")
    children = part.elements()
    names = [child.name for child in children]
    if names[:1] != ["source"] or names[1:] not in ([], ["target"]):
        refuse(part, "must have one <source>, and after it at most one <target>")
    for child in children:
        check_attributes(child, child.name)
        wanted = root.attributes.get("srcLang" if child.name == "source" else "trgLang")
        lang = _inherited("lang", child, part, unit) if wanted else None  # without it the job's is used
        if wanted and lang is not None and lang.lower() != wanted.lower():
            refuse(child, "has another xml:lang than the root element")
    if len({_inherited("space", child, part, unit) or "default" for child in children}) > 1:
        refuse(children[1], "has another xml:space than its source")


def _inherited(name: str, node: XmlNode, part: XmlNode, unit: XmlNode) -> str | None:
    """An attribute of XML that elements inherit: of a source or target, or of its ancestors."""
    around: list[XmlNode] = [node, part]
    at: XmlNode | None = unit
    while at is not None:
        around.append(at)
        at = at.parent
    inherited = (n.attributes[_XML + name] for n in around if _XML + name in n.attributes)
    return next(inherited, None)


def _check_orders(parts: Iterable[XmlNode]) -> None:
    """Check that no two targets of a unit have the same position, explicit or implicit."""
    used: set[int] = set()
    count = sum(1 for _ in parts)
    for number, part in enumerate(parts, 1):
        target = part.first("target")
        if target is None:
            continue
        order = target.attributes.get("order", str(number))
        if not _ORDER.fullmatch(order) or int(order) > count or int(order) in used:
            refuse(target, "has an order that is taken, or more than there are segments")
        used.add(int(order))


def _refuse_root(root: XmlNode, what: str) -> NoReturn:
    raise DocumentCorrupt(f"The element {root.named()} {what}.")
