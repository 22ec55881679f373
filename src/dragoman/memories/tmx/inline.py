"""Parse inline elements of level 2 to codes: `bpt` with `ept`, and `hi`, are pairs, others standalone codes.

A code's data is the native code in the element, including the text of `sub`. Codes get new ids, 1 to n within
a unit. Elements of two languages are the same code if they have the same `x`, or, without `x`, the same data.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Final
from xml.etree.ElementTree import Element
from xml.sax.saxutils import quoteattr

from dragoman.memories.tmx.names import CHARACTER, unescape
from dragoman.segments import Code, CodeKind, Part, Segment, Text, normalise

_DEEPEST: Final = 50  # elements within elements of text
_STANDARD: Final = frozenset({"ph", "it", "ut"})


class TooDeep(Exception):
    """Inline elements are nested more than `_DEEPEST` deep."""


@dataclass(slots=True, eq=False)
class _Mark:
    """An inline element, or one end of it, before pairs are matched."""

    type: str
    data: str
    x: str | None = None
    i: str | None = None
    kind: CodeKind = CodeKind.STANDALONE  # an unpaired end becomes a standalone code
    other: _Mark | None = None  # the other end of a pair


@dataclass(slots=True)
class Numbering:
    """Numbers the codes of a unit, so that the same code has the same id in all its languages."""

    ours: bool  # Dragoman wrote the file
    ids: dict[tuple[object, ...], str] = field(default_factory=dict)
    unpaired: int = 0  # ends without the other end of a pair

    def read(self, seg: Element) -> Segment:
        """Parse the text of one language. Raises `TooDeep`."""
        if not len(seg):
            return (Text(text=seg.text),) if seg.text else ()
        pieces: list[str | _Mark] = []
        self._flatten(seg, pieces, 0)
        marks = [piece for piece in pieces if isinstance(piece, _Mark)]
        self.unpaired += _pair(marks)
        ids = self._number(marks)
        return normalise(
            _part(piece, ids) if isinstance(piece, _Mark) else Text(text=piece) for piece in pieces
        )

    def _flatten(self, node: Element, pieces: list[str | _Mark], depth: int) -> None:
        if depth > _DEEPEST:
            raise TooDeep
        pieces.append(node.text or "")
        for child in node:
            self._element(child, pieces, depth)
            pieces.append(child.tail or "")

    def _element(self, node: Element, pieces: list[str | _Mark], depth: int) -> None:
        name = node.tag
        if name in _STANDARD and node.get("type") == CHARACTER:
            pieces.append(_character(node.text or ""))
        elif name in _STANDARD:
            pieces.append(self._mark(node, self._data(node)))
        elif name in {"bpt", "ept"}:
            mark = self._mark(node, self._data(node))
            mark.i = node.get("i", "")
            mark.kind = CodeKind.OPEN if name == "bpt" else CodeKind.CLOSE
            pieces.append(mark)
        elif name in {"hi", "sub"}:
            self._surround(node, pieces, ("", ""), depth)
        else:  # not TMX: unescaped markup of a document
            attributes = "".join(
                f" {key.rpartition(':')[2]}={quoteattr(value)}" for key, value in node.items()
            )
            if node.text or len(node):
                self._surround(node, pieces, (f"<{name}{attributes}>", f"</{name}>"), depth)
            else:
                pieces.append(_Mark("tag", f"<{name}{attributes}/>"))

    def _surround(self, node: Element, pieces: list[str | _Mark], data: tuple[str, str], depth: int) -> None:
        opening, closing = self._mark(node, data[0]), self._mark(node, data[1])
        opening.kind, closing.kind = CodeKind.OPEN, CodeKind.CLOSE
        opening.other, closing.other = closing, opening
        pieces.append(opening)
        self._flatten(node, pieces, depth + 1)
        pieces.append(closing)

    def _mark(self, node: Element, data: str) -> _Mark:
        given = node.get("type")
        type_ = "tag" if given is None else given.removeprefix("x-")
        return _Mark(unescape(type_) if self.ours else type_, data, node.get("x"))

    def _data(self, node: Element) -> str:
        data = "".join(node.itertext()) if len(node) else node.text or ""
        return unescape(data) if self.ours else data

    def _number(self, marks: list[_Mark]) -> dict[_Mark, str]:
        """Give each mark an id; both ends of a pair get the same."""
        seen: Counter[tuple[object, ...]] = Counter()
        found: dict[_Mark, str] = {}
        for mark in marks:
            if mark.other is not None and mark.other in found:
                found[mark] = found[mark.other]
                continue
            key: tuple[object, ...] = (mark.other is None, mark.x is None, mark.x or mark.data)
            seen[key] += 1
            found[mark] = self.ids.setdefault((*key, seen[key]), str(len(self.ids) + 1))
        return found


def _pair(marks: list[_Mark]) -> int:
    """Match each `bpt` with its `ept`. Returns how many have no other end."""
    opened: dict[str, list[_Mark]] = defaultdict(list)
    unpaired = 0
    for mark in marks:
        if mark.i is None:
            continue
        if mark.kind is CodeKind.OPEN:
            opened[mark.i].append(mark)
        elif opened[mark.i]:
            mark.other = opened[mark.i].pop()
            mark.other.other = mark
            mark.type = mark.other.type  # `ept` has no attribute for it
        else:
            unpaired += 1
    return unpaired + sum(map(len, opened.values()))


def _part(mark: _Mark, ids: dict[_Mark, str]) -> Part:
    kind = mark.kind if mark.other is not None else CodeKind.STANDALONE
    return Code(id=ids[mark], kind=kind, type=mark.type, data=mark.data)


def _character(number: str) -> str:
    """Decode the number of a character that XML cannot hold; return any other number unchanged."""
    escaped = f"_x{number}_"
    found = unescape(escaped)
    return number if found == escaped else found
