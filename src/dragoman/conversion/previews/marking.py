"""Marks around the texts of segments, by which a rebuilt document says where each of them is.

A copy of the document is rebuilt with private-use characters around each segment's text: its number, then the
text, then an end. They are found again in what was written, also where the format writes them as references,
and the places are carried over to the document without marks, which is the one that is shown. So marks change
nothing of what is seen, and where a format lays out texts by their length, places are looked for by the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.segments import Segment, Text, normalise

_FIRST: Final = 0xE000  # of Unicode's private-use characters
_LAST: Final = 0xF8FF
_DIGITS: Final = 10
_SIZE: Final = _DIGITS + 2
# Characters by which a text is looked for: of it, and around it.
_PROBE: Final = 40
_AROUND: Final = 16
_FEW: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a segment's text is: text[start:end]."""

    number: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Marks:
    """Twelve characters that a document does not use: digits, a beginning and an end."""

    first: int

    @property
    def end(self) -> str:
        """The character behind a segment's text."""
        return chr(self.first + _DIGITS + 1)

    def begin(self, number: int) -> str:
        """The characters before the text of a segment."""
        digits = "".join(chr(self.first + int(digit)) for digit in str(number))
        return chr(self.first + _DIGITS) + digits

    def put(self, segment: Segment, number: int) -> Segment:
        """Put marks around a segment's text, inside the blanks and codes at its ends."""
        shown = [at for at, part in enumerate(segment) if isinstance(part, Text) and part.text.strip()]
        if not shown:
            return segment
        parts = list(segment)
        last = parts[shown[-1]]
        assert isinstance(last, Text)
        kept = last.text.rstrip()
        parts[shown[-1]] = Text(text=kept + self.end + last.text[len(kept) :])
        first = parts[shown[0]]
        assert isinstance(first, Text)
        blank = len(first.text) - len(first.text.lstrip())
        parts[shown[0]] = Text(text=first.text[:blank] + self.begin(number) + first.text[blank:])
        return normalise(parts)

    def write(self, text: str, places: Sequence[Place]) -> str:
        """Write marks at places of a text, as `find_places` has them."""
        return "".join(
            piece if isinstance(piece, str) else self.end if piece is None else self.begin(piece.number)
            for piece in split_at(text, places)
        )

    @property
    def pattern(self) -> re.Pattern[str]:
        """A mark as it is written plainly: the number of a beginning is group 1."""
        digits = f"[{chr(self.first)}-{chr(self.first + _DIGITS - 1)}]"
        return re.compile(f"{chr(self.first + _DIGITS)}({digits}+)|{self.end}")

    def number(self, digits: str) -> int:
        """Read the number of a mark."""
        return int("".join(str(ord(digit) - self.first) for digit in digits))


def choose_marks(texts: Iterable[str]) -> Marks | None:
    """Choose characters that no text has; None: they have nearly all."""
    used = {ord(one) for text in texts for one in set(text) if _FIRST <= ord(one) <= _LAST}
    for first in range(_FIRST, _LAST - _SIZE, _SIZE):
        if used.isdisjoint(range(first, first + _SIZE)):
            return Marks(first)
    return None


def find_places(plain: str, marked: str | None, marks: Marks, texts: Mapping[int, str]) -> Sequence[Place]:
    """Find the places of segments in a text, in order; `marked` is the same with marks, if there is any.

    `texts`: what the segments say, by number. Those that marks do not show are looked for.
    """
    other, found = _read_marks(write_plainly(marked, marks), marks) if marked is not None else ("", [])
    if other != plain:
        found = _carry_over(other, found, plain)
    left = {number: text for number, text in texts.items() if number not in {one.number for one in found}}
    return _in_order([*found, *_search(plain, left)])


def write_plainly(marked: str, marks: Marks) -> str:
    """Write the marks plainly that a format wrote as references, such as `&#57344;`."""
    codes = range(marks.first, marks.first + _SIZE)
    hexes, decimals = "|".join(f"{one:x}" for one in codes), "|".join(map(str, codes))
    references = rf"\\u(?:0000)?\{{?({hexes})\}}?|&#x0*({hexes});|&#0*({decimals});"
    return re.sub(references, _write_character, marked, flags=re.IGNORECASE)


def _write_character(match: re.Match[str]) -> str:
    return chr(int(match[3])) if match[3] else chr(int(match[1] or match[2], 16))


def split_at(text: str, places: Sequence[Place]) -> Iterator[str | Place | None]:
    """Split a text at places: its pieces, a place where one begins, and None where the last one ends."""
    position, opened = 0, list[Place]()
    for place in places:
        while opened and opened[-1].end <= place.start:
            yield text[position : opened[-1].end]
            position = opened.pop().end
            yield None
        yield text[position : place.start]
        position = place.start
        yield place
        opened.append(place)
    while opened:
        yield text[position : opened[-1].end]
        position = opened.pop().end
        yield None
    yield text[position:]


def _read_marks(text: str, marks: Marks) -> tuple[str, list[Place]]:
    """Take the marks out of a text: the text without them, and the places between them.

    A segment may be inside another one: a footnote in its sentence, the title of a link.
    """
    pieces, places, opened = [], [], list[tuple[int, int]]()
    position = length = 0
    for match in marks.pattern.finditer(text):
        pieces.append(text[position : match.start()])
        length += match.start() - position
        position = match.end()
        if match[1]:
            opened.append((marks.number(match[1]), length))
        elif opened:
            number, start = opened.pop()
            places.append(Place(number=number, start=start, end=length))
    return "".join([*pieces, text[position:]]), _in_order(places)


def _carry_over(other: str, places: Sequence[Place], plain: str) -> list[Place]:
    """Find the places of a text in one that is nearly the same, each by what stands there and around it."""
    carried, position = [], 0
    for place in places:
        text = other[place.start : place.end]
        before = other[max(0, place.start - _AROUND) : place.start]
        near = before[-_FEW:]
        for offset, probe in (
            (len(before), before + text[:_AROUND]),
            (0, text[:_PROBE]),
            (len(before), before + text[:_FEW]),
            (0, text[: _AROUND // 2]),
            (len(near), near + text[:_FEW]),
            (len(before), before),
        ):
            found = plain.find(probe, max(0, position - offset)) if len(probe) >= _FEW else -1
            if found >= 0:
                start = found + offset
                end = _find_end(plain, start, text, other[place.end : place.end + _AROUND])
                carried.append(Place(number=place.number, start=start, end=end))
                position = start + 1
                break
    return carried


def _find_end(plain: str, start: int, text: str, after: str) -> int:
    """Where a text ends that is, or nearly is, at a place."""
    if plain.startswith(text, start):
        return start + len(text)
    end = plain.find(after, start, start + 2 * len(text) + len(after) + _PROBE) if after else -1
    return end if end > start else min(len(plain), start + len(text))


def _search(plain: str, texts: Mapping[int, str]) -> Iterable[Place]:
    """Look for texts one after another, each behind the last that was found, else anywhere."""
    position = 0
    for number, text in sorted(texts.items()):
        probe = text.strip()[:_PROBE]
        start = plain.find(probe, position) if probe else -1
        if start < 0 and probe:
            start = plain.find(probe)
        if start >= 0:
            whole = plain.startswith(text.strip(), start)
            position = start + len(text.strip() if whole else probe)
            yield Place(number=number, start=start, end=position)


def _in_order(places: Iterable[Place]) -> list[Place]:
    """Sort places, without those that end within another one, and of each number the first."""
    kept: list[Place] = []
    opened: list[int] = []
    seen: set[int] = set()
    for place in sorted(places, key=lambda one: (one.start, -one.end, one.number)):
        while opened and opened[-1] <= place.start:
            opened.pop()
        if place.number not in seen and (not opened or place.end <= opened[-1]):
            kept.append(place)
            opened.append(place.end)
            seen.add(place.number)
    return kept
