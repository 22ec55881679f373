"""Segments as words, marks, blanks and codes, each with the pairs around it, for the test engines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from dragoman.segments import Code, CodeKind, Part, Segment, Text, normalise
from scripts.structure.words import WORD, is_ideographic

_ENDS: Final = frozenset(".!?。！？")


@dataclass(slots=True)
class Item:
    """A word, a mark, a blank or a code on its own, with the pairs around it from the outside inwards."""

    parts: tuple[Part, ...]
    around: tuple[Code, ...]
    kind: str  # "word", "mark", "blank", "code"

    @property
    def text(self) -> str:
        """Its text, without codes."""
        return "".join(part.text for part in self.parts if isinstance(part, Text))


def read_items(segment: Segment) -> Iterator[Item]:
    """The words, marks, blanks and codes of a segment, in order."""
    around: list[Code] = []
    position = 0
    while position < len(segment):
        part = segment[position]
        if isinstance(part, Text):
            yield from _tokens(part.text, tuple(around))
        elif part.kind is CodeKind.OPEN and (end := _end_of_empty(segment, position)) is not None:
            yield Item(tuple(segment[position:end]), tuple(around), "code")
            position = end
            continue
        elif part.kind is CodeKind.OPEN and _is_closed(segment, position):
            around.append(part)
        elif part.kind is CodeKind.CLOSE and around and around[-1].id == part.id:
            around.pop()
        else:
            yield Item((part,), tuple(around), "blank" if part.type == "space" else "code")
        position += 1


def _end_of_empty(segment: Segment, start: int) -> int | None:
    """Behind the end of the pair that opens at `start`, if it holds nothing but codes."""
    opening = segment[start]
    inside = takewhile(lambda at: isinstance(segment[at], Code), range(start, len(segment)))
    assert isinstance(opening, Code)
    for at in inside:
        part = segment[at]
        if isinstance(part, Code) and part.kind is CodeKind.CLOSE and part.id == opening.id:
            return at + 1
    return None


def _is_closed(segment: Segment, start: int) -> bool:
    opening = segment[start]
    return isinstance(opening, Code) and any(
        isinstance(part, Code) and part.kind is CodeKind.CLOSE and part.id == opening.id
        for part in segment[start:]
    )


def _tokens(text: str, around: tuple[Code, ...]) -> Iterator[Item]:
    position = 0
    for match in WORD.finditer(text):
        if match.start() < position:
            continue
        yield from _marks(text[position : match.start()], around)
        end = match.end()
        if is_ideographic(match[0]):  # words of one to three signs
            while (
                end < len(text) and end - match.start() < 1 + ord(match[0]) % 3 and is_ideographic(text[end])
            ):
                end += 1
        yield Item((Text(text=text[match.start() : end]),), around, "word")
        position = end
    yield from _marks(text[position:], around)


def _marks(text: str, around: tuple[Code, ...]) -> Iterator[Item]:
    for letter in text:
        yield Item((Text(text=letter),), around, "blank" if letter.isspace() else "mark")


def sentences(items: list[Item]) -> Iterator[list[Item]]:
    """Cut behind marks that end sentences."""
    sentence: list[Item] = []
    for number, item in enumerate(items):
        sentence.append(item)
        behind = items[number + 1] if number + 1 < len(items) else None
        is_end = item.kind == "mark" and item.text in _ENDS
        if is_end and (item.text > "\x7f" or behind is None or behind.kind in {"blank", "code"}):
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def write_items(items: Sequence[Item], closings: dict[str, Code]) -> Segment:
    """Items as a segment: each pair opens before and closes behind every run of items that it is around."""
    parts: list[Part] = []
    current: tuple[Code, ...] = ()
    for number, item in enumerate(items):
        around = item.around
        if item.kind == "blank":  # in the pairs that are around both its neighbours
            behind = next((one.around for one in items[number + 1 :] if one.kind != "blank"), ())
            around = common_pairs(current, behind)
        parts += _change(current, around, closings)
        parts += item.parts
        current = around
    return normalise((*parts, *_change(current, (), closings)))


def common_pairs(one: tuple[Code, ...], other: tuple[Code, ...]) -> tuple[Code, ...]:
    """The pairs that are around both of two items."""
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return tuple(first for first, _ in pairs)


def _change(current: tuple[Code, ...], wanted: tuple[Code, ...], closings: dict[str, Code]) -> Iterator[Part]:
    """Close and open what it takes to get from one nesting to another."""
    shared = len(common_pairs(current, wanted))
    for pair in reversed(current[shared:]):
        yield closings[pair.id]
    yield from wanted[shared:]
