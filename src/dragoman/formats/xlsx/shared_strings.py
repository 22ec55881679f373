"""The table of shared strings: which cells use them, and which strings must be split or joined.

A string that translatable cells share with cells that are left alone (table headers, hidden sheets) is split
in two: the translation keeps the index, the source text is added at the end of the table. If both are equal
again, the one at the end is removed, so that a translation can be undone completely. Such a string is
recognised by a blank in its tag (`<si >`), which no other program writes and which means the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from dragoman.text_io.errors import ConversionFailed
from dragoman.text_io.xml.blocks import XmlPart, cut

_TRANSLATED: Final = 1
_LEFT_ALONE: Final = 2
_LISTED: Final = 4
_SPLIT: Final = b" "
_LARGEST_GAP: Final = 10_000
_LARGEST_TABLE: Final = 1 << 40


@dataclass(slots=True, eq=False)
class SharedStringUses:
    """How cells use the shared strings."""

    flags: bytearray = field(default_factory=bytearray)
    any_left_alone: bool = False
    copied: dict[str, set[int]] = field(default_factory=dict)  # formula of a chart → translatable strings

    def translate(self, index: int) -> bool:
        """Record that a translatable cell uses a string. Returns whether it is the first one."""
        before = self._at(index)
        self.flags[index] = before | _TRANSLATED
        return not before & _TRANSLATED

    def leave(self, index: int, *, listed: bool) -> None:
        """Record that a cell that is left alone uses a string; `listed`: as a value that others may have."""
        self.any_left_alone = True
        self.flags[index] = self._at(index) | _LEFT_ALONE | (_LISTED if listed else 0)

    def is_translated(self, index: int) -> bool:
        """Whether a translatable cell uses a string."""
        return index < len(self.flags) and bool(self.flags[index] & _TRANSLATED)

    def is_left_alone(self, index: int) -> bool:
        """Whether a cell that is left alone uses a string."""
        return index < len(self.flags) and bool(self.flags[index] & _LEFT_ALONE)

    def is_listed(self, index: int) -> bool:
        """Whether a string is an allowed value that is left alone."""
        return index < len(self.flags) and bool(self.flags[index] & _LISTED)

    @property
    def highest(self) -> int:
        """The highest number of a string that is used, plus 1."""
        return len(self.flags.rstrip(b"\0"))

    def _at(self, index: int) -> int:
        if index >= len(self.flags):
            self.flags.extend(bytes(index + 1024 - len(self.flags)))
        return self.flags[index]


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedStringMoves:
    """Changes of the table for the sake of cells that are left alone."""

    to: Mapping[int, int]  # index before → after
    split: tuple[int, ...] = ()  # strings whose source text is added at the end, in this order
    remaining: int = 0  # number of strings of the table that stay; those after them are removed
    gap: int = 0  # number of empty strings to add first, because cells refer to them already
    more: int = 0  # by how many strings the table grows


def split_off_string(name: bytes, inside: bytes) -> bytes:
    """Write a string that was split off, so that it is recognised again."""
    return b"".join((b"<", name, _SPLIT, b">", inside, b"</", name, b">"))


class SharedStringTable:
    """The part with the shared strings; every call reads it from the start."""

    def __init__(self, part: XmlPart) -> None:
        self.part = part
        name = part.names.pattern("x:si")
        self._pattern = re.compile(
            rb"<(" + name + rb")(\s[^<>]*?)?(?:/>|>(.*?)</" + name + rb"\s*>)", re.DOTALL
        )

    def blocks(self) -> Iterator[tuple[bytes, list[re.Match[bytes]]]]:
        """Blocks with their strings: the element's name, its attributes, its inside (None: empty)."""
        for block in cut(self.part, "x:si"):
            yield block, list(self._pattern.finditer(block))

    def strings(self) -> Iterator[tuple[int, bytes]]:
        """All strings with their numbers."""
        return ((number, match[3] or b"") for number, match in self._matches())

    def split(self) -> tuple[int, list[tuple[int, bytes]]]:
        """The number of strings, and those at the end that were split off."""
        tail: list[tuple[int, bytes]] = []
        number = -1
        for number, match in self._matches():
            if match[2] == _SPLIT:
                tail.append((number, match[3] or b""))
            else:
                tail.clear()
        return number + 1, tail

    def _matches(self) -> Iterator[tuple[int, re.Match[bytes]]]:
        number = 0
        for _, found in self.blocks():
            for match in found:
                yield number, match
                number += 1


def find_moves(
    uses: SharedStringUses,
    changed: Sequence[int],
    table: SharedStringTable,
    write: Callable[[int, bytes], bytes],
) -> SharedStringMoves:
    """Find the strings that must be split, and those that can be joined again.

    `changed`: the strings that get a new text, in order. `write`: number and old inside of a string → its new
    inside.
    """
    if not uses.any_left_alone:
        return SharedStringMoves(to={}, remaining=_LARGEST_TABLE)
    count, tail = table.split()
    to: dict[int, int] = {}
    remaining = count
    if tail:
        new = _find_equal(uses, changed, table, [write(-1, raw) for _, raw in tail], write)
        for number, raw in reversed(tail):
            index = new.get(write(-1, raw))
            if index is None or uses.is_translated(number):
                break
            remaining = number
            to[number] = index
    split = tuple(index for index in changed if uses.is_left_alone(index))
    gap = max(0, uses.highest - remaining) if split and remaining == count else 0
    if gap > _LARGEST_GAP:
        raise ConversionFailed("Cells of the workbook refer to texts that it does not contain.")
    to |= {index: number for number, index in enumerate(split, start=remaining + gap)}
    return SharedStringMoves(
        to=to, split=split, remaining=remaining, gap=gap, more=remaining + gap + len(split) - count
    )


def _find_equal(
    uses: SharedStringUses,
    changed: Sequence[int],
    table: SharedStringTable,
    wanted: Sequence[bytes],
    write: Callable[[int, bytes], bytes],
) -> dict[bytes, int]:
    """The changed strings that only translatable cells use and whose text is one of the wanted texts."""
    searched = set(wanted)
    found: dict[bytes, int] = {}
    checked = {index for index in changed if not uses.is_left_alone(index)}
    for number, raw in table.strings() if checked else ():
        if number in checked and (text := write(number, raw)) in searched:
            found.setdefault(text, number)
    return found
