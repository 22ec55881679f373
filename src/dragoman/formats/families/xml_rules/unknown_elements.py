"""Classify elements without rules by their use: text of their own, or part of the text around them.

An element between text is part of it, unless it only has other elements, as a list does. Elements that mostly
occur between text are inline also where they occur in a row without any.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.families.xml_rules.rules import KINDS, ElementKind
from dragoman.formats.families.xml_rules.tokens import (
    ASIDE,
    CDATA,
    DEEPEST,
    END,
    MOST_ELEMENTS,
    START,
    TEXT,
    check_size,
    tokenize,
)

_TEXT: Final = 1  # it has text of its own
_CHILD: Final = 2
_MOST_IN_ROW: Final = 6  # names
_LINES: Final = 4  # nothing but line ends between its children


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_BLOCKS: Final = _names(
    """
    p para simpara paragraph div section h1 h2 h3 h4 h5 h6 ul ol li dl dt dd list item listitem orderedlist
    itemizedlist variablelist table informaltable tgroup thead tbody tfoot tr td th row cell entry
    blockquote pre figure
    """
)
_LOOKS: Final = _names(
    """
    b i u s em strong bold italic underline emphasis sub sup tt strike big small font span hi color
    """
)
_LINKS: Final = frozenset({"a", "link", "xref", "ulink", "url", "ref"})
_OBJECTS: Final = _names(
    """
    img image graphic picture icon anchor bookmark marker pb index indexterm video audio media
    """
)
_BREAKS: Final = frozenset({"br", "lb", "linebreak", "newline"})


@dataclass(slots=True)
class ElementStatistics:
    """The use of all elements of a document, by their numbers in it."""

    flags: bytearray = field(default_factory=bytearray)
    inline: frozenset[int] = frozenset()  # elements whose children all mostly occur between text elsewhere

    def kind(self, number: int, name: str, parent: int, *, in_text: bool) -> ElementKind:
        """The likely kind of an element; `in_text`: its parent is inline itself."""
        local = name.rpartition(":")[2].lower()
        around, own = self.flags[parent] if parent >= 0 else 0, self.flags[number]
        if local in _BLOCKS or (own & _CHILD and not own & _TEXT and own & _LINES):
            return KINDS["block"]
        if around & _TEXT or in_text:
            return inline_kind(local)
        if parent in self.inline:
            return inline_kind(local)
        return KINDS["block"]


def inspect_elements(text: str, start: int) -> ElementStatistics:
    """Inspect all elements of a document."""
    return _Inspection().run(text, start)


def inline_kind(local: str) -> ElementKind:
    """The kind of an inline element, by its local name in lower case."""
    if local in _BREAKS:
        return KINDS["break"]
    if local in _OBJECTS:
        return KINDS["object"]
    if local in _LINKS:
        return KINDS["link"]
    return KINDS["format"] if local in _LOOKS else KINDS["inline"]


class _Inspection:
    """One pass over the tokens."""

    def __init__(self) -> None:
        self._flags = bytearray()
        self._open: list[int] = []
        self._children: list[set[str] | None] = []  # names in each open element
        self._groups: dict[int, frozenset[str]] = {}  # of elements that may hold a row of inline ones
        self._same: dict[frozenset[str], frozenset[str]] = {}
        self._amid: Counter[str] = Counter()
        self._apart: Counter[str] = Counter()

    def run(self, text: str, start: int) -> ElementStatistics:
        flags, open_, children = self._flags, self._open, self._children
        for kind, first, last, name in tokenize(text, start):
            if kind == TEXT:
                raw = text[first:last]
                if not raw.isspace():
                    flags[open_[-1]] |= _TEXT
                elif "\n" in raw and open_:
                    flags[open_[-1]] |= _LINES
            elif kind == END:
                self._end(open_.pop(), children.pop())
            elif kind == CDATA:
                flags[open_[-1]] |= _TEXT
            elif kind != ASIDE:
                self._child(name)
                if kind == START:
                    open_.append(len(flags))
                    children.append(None)
                flags.append(0)
        inline = {name for name, often in self._amid.items() if often >= self._apart[name]}
        rows = frozenset(number for number, names in self._groups.items() if names <= inline)
        return ElementStatistics(flags=flags, inline=rows)

    def _end(self, number: int, among: set[str] | None) -> None:
        """End an element with children of these names."""
        if not among:
            return
        if self._flags[number] & _TEXT:
            self._amid.update(among)
            return
        self._apart.update(among)
        if not self._flags[number] & _LINES and len(among) <= _MOST_IN_ROW:
            names = frozenset(among)
            self._groups[number] = self._same.setdefault(names, names)

    def _child(self, name: str) -> None:
        """Start an element."""
        if len(self._flags) >= MOST_ELEMENTS or len(self._open) > DEEPEST:
            check_size(len(self._flags) + 1, len(self._open))
        if not self._open:
            return
        self._flags[self._open[-1]] |= _CHILD
        among = self._children[-1]
        if among is None:
            self._children[-1] = {name}
        else:
            among.add(name)
