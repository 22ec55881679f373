"""Inline elements of level 2 to codes: `bpt` with `ept` and `hi` are pairs, all others stand alone.

A code's data is the native code that the element holds, with the text of `sub` in it. Ids are given anew, 1
to n within a unit: elements of two languages are one code if their `x` says so, else if their data are alike.
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
    """Elements stand in elements, more than `_DEEPEST` of them."""


@dataclass(slots=True, eq=False)
class _Mark:
    """An inline element, or an end of one, before pairs are known."""

    type: str
    data: str
    x: str | None = None
    i: str | None = None
    wants: CodeKind = CodeKind.STANDALONE
    other: _Mark | None = None  # of a pair


@dataclass(slots=True)
class Numbering:
    """The codes of a unit: what is the same in several of its languages."""

    ours: bool  # the file was written by us
    ids: dict[tuple[object, ...], str] = field(default_factory=dict)
    unpaired: int = 0  # ends of pairs that had no other end

    def read(self, seg: Element) -> Segment:
        """One language's text. Raises `TooDeep`."""
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
            mark.wants = CodeKind.OPEN if name == "bpt" else CodeKind.CLOSE
            pieces.append(mark)
        elif name in {"hi", "sub"}:
            self._surround(node, pieces, ("", ""), depth)
        else:  # not of TMX: markup of a document that was not escaped
            attributes = "".join(
                f" {key.rpartition(':')[2]}={quoteattr(value)}" for key, value in node.items()
            )
            if node.text or len(node):
                self._surround(node, pieces, (f"<{name}{attributes}>", f"</{name}>"), depth)
            else:
                pieces.append(_Mark("tag", f"<{name}{attributes}/>"))

    def _surround(self, node: Element, pieces: list[str | _Mark], data: tuple[str, str], depth: int) -> None:
        opening, closing = self._mark(node, data[0]), self._mark(node, data[1])
        opening.wants, closing.wants = CodeKind.OPEN, CodeKind.CLOSE
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
        """An id for each mark; the halves of a pair share theirs."""
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
    """Find the other half of each `bpt` and `ept`; how many have none."""
    opened: dict[str, list[_Mark]] = defaultdict(list)
    unpaired = 0
    for mark in marks:
        if mark.i is None:
            continue
        if mark.wants is CodeKind.OPEN:
            opened[mark.i].append(mark)
        elif opened[mark.i]:
            mark.other = opened[mark.i].pop()
            mark.other.other = mark
            mark.type = mark.other.type  # which `ept` has no attribute for
        else:
            unpaired += 1
    return unpaired + sum(map(len, opened.values()))


def _part(mark: _Mark, ids: dict[_Mark, str]) -> Part:
    kind = mark.wants if mark.other is not None else CodeKind.STANDALONE
    return Code(id=ids[mark], kind=kind, type=mark.type, data=mark.data)


def _character(number: str) -> str:
    """A character that XML cannot hold, given by its number; any other number stays as it is."""
    spelled = f"_x{number}_"
    found = unescape(spelled)
    return number if found == spelled else found
