"""Put a source's pairs around the words of its translation, in any order of the words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeAlias

from dragoman.segments.model import Code, CodeKind, Part, Segment, Text, codes, normalise, plain_text

Covered: TypeAlias = tuple[
    Part, frozenset[str]
]  # a text or standalone code, and the ids of the pairs around it


def covered_parts(segment: Segment, around: frozenset[str] = frozenset()) -> list[Covered]:
    """The texts and standalone codes of a segment in order, each with the ids of the pairs around it.

    `around`: the pairs that are open where it begins.
    """
    covered: list[Covered] = []
    ids, is_current = set(around), True  # many pairs in a row are one new set
    for part in segment:
        if isinstance(part, Text) or part.kind is CodeKind.STANDALONE:
            if not is_current:
                around, is_current = frozenset(ids), True
            covered.append((part, around))
            continue
        is_current = False
        if part.kind is CodeKind.OPEN:
            ids.add(part.id)
        else:
            ids.discard(part.id)
    return covered


def place_pairs(words: Sequence[Covered], source: Segment) -> Segment:
    """Put the pairs of a source around the words of its translation.

    `words` are the translation's pieces in order (texts, blanks included, and standalone codes), each with
    the ids of the source's pairs that cover it; ids that are no pair of the source are ignored. Every pair
    comes out exactly once, properly nested, around the smallest span that holds its pieces: a pair that
    encloses another in the source encloses it in the result, and where spans cross, the one that begins first
    is widened. A pair without pieces becomes an empty pair beside its neighbour in the source, else at the
    proportional place. Standalone codes come out as often as they are in `words`.
    """
    pairs = _read_pairs(source)
    if not pairs:
        return normalise(part for part, _ in words)
    _find_spans(words, pairs)
    _uncross([pair for pair in pairs.values() if pair.filled])
    if not all(pair.filled for pair in pairs.values()):
        _place_empty_pairs(words, source, pairs)
    return _write(words, pairs)


def place_or_repeat_pairs(words: Sequence[Covered], source: Segment) -> Segment:
    """`place_pairs` if this moves no word into a pair that does not cover it, or out of one that does.

    Otherwise each pair is repeated around each group of its words: exactly what an engine states that knows
    the origin of its words.
    """
    placed = place_pairs(words, source)
    return placed if not moved_pairs(words, covered_parts(placed)) else _repeat_pairs(words, source)


def moved_pairs(before: Sequence[Covered], after: Sequence[Covered]) -> frozenset[str]:
    """The ids of the pairs that words or standalone codes entered or left between two states of one text.

    Both have the same letters and codes in the same order.
    """
    moved: set[str] = set()
    others = iter(after)
    text, around = "", frozenset[str]()
    for part, ids in before:
        if isinstance(part, Code):
            continue
        rest = part.text
        while rest:
            while not text:
                other, around = next(others)
                text = other.text if isinstance(other, Text) else ""
            length = min(len(rest), len(text))
            if ids != around and any(map(str.isalnum, rest[:length])):
                moved |= ids ^ around
            rest, text = rest[length:], text[length:]
    return frozenset(moved)


def _repeat_pairs(words: Sequence[Covered], source: Segment) -> Segment:
    """Put every word inside exactly its pairs, which may be repeated."""
    pairs = _read_pairs(source)
    parts: list[Part] = []
    around: list[_Pair] = []
    for part, covered in words:
        ids = covered & pairs.keys()
        while around and not ids.issuperset(pair.opening.id for pair in around):
            parts.append(around.pop().closing)
        here = {pair.opening.id for pair in around}
        for pair in sorted((pairs[identity] for identity in ids - here), key=lambda pair: pair.order):
            parts.append(pair.opening)
            around.append(pair)
        parts.append(part)
    parts += (pair.closing for pair in reversed(around))
    return normalise(parts)


@dataclass(slots=True, eq=False)
class _Pair:
    """A pair for the target: around words[start:end], or a point if it is empty."""

    opening: Code
    closing: Code
    order: int  # of opening, in the source
    parent: _Pair | None
    start: int = 0
    end: int = 0
    filled: bool = False

    def widen(self, start: int, end: int) -> None:
        self.start = min(self.start, start) if self.filled else start
        self.end = max(self.end, end)
        self.filled = True


def _read_pairs(source: Segment) -> dict[str, _Pair]:
    """The source's pairs by id, in the order of their beginnings. Half a pair is left out."""
    closings = {code.id: code for code in codes(source) if code.kind is CodeKind.CLOSE}
    pairs: dict[str, _Pair] = {}
    around: list[_Pair] = []
    for code in codes(source):
        if code.kind is CodeKind.OPEN and code.id in closings:
            pair = _Pair(
                opening=code,
                closing=closings[code.id],
                order=len(pairs),
                parent=around[-1] if around else None,
            )
            pairs[code.id] = pair
            around.append(pair)
        elif code.kind is CodeKind.CLOSE and around and around[-1].opening.id == code.id:
            around.pop()
    return pairs


def _find_spans(words: Sequence[Covered], pairs: Mapping[str, _Pair]) -> None:
    """Give each pair the smallest span of its pieces and of the pairs inside it."""
    for index, (_, ids) in enumerate(words):
        for identity in ids:
            if identity in pairs:
                pairs[identity].widen(index, index + 1)
    for pair in reversed(list(pairs.values())):  # children come after their parents
        if pair.filled and pair.parent is not None:
            pair.parent.widen(pair.start, pair.end)


def _outer_first(pair: _Pair) -> tuple[int, int, int]:
    return (pair.start, -pair.end, pair.order)


def _uncross(pairs: list[_Pair]) -> None:
    """Widen spans until any two are disjoint or nested: one sweep from the left.

    A pair on the stack is inside those below it, so widening its end to the new pair's keeps them nested.
    """
    pairs.sort(key=_outer_first)
    around: list[_Pair] = []
    for pair in pairs:
        while around and around[-1].end <= pair.start:
            around.pop()
        for outer in reversed(around):
            if outer.end >= pair.end:
                break
            outer.end = pair.end
        around.append(pair)


def _place_empty_pairs(words: Sequence[Covered], source: Segment, pairs: Mapping[str, _Pair]) -> None:
    """Give each pair without pieces a point: next to its neighbour of the source, else in proportion."""
    standalone = {part.id: index for index, (part, _) in enumerate(words) if isinstance(part, Code)}
    after = _points(source, pairs, standalone, backwards=False)
    before = _points(source, pairs, standalone, backwards=True)
    lengths = list(accumulate((len(p.text) if isinstance(p, Text) else 0 for p, _ in words), initial=0))
    total, passed = max(1, len(plain_text(source))), 0
    for part in source:
        if isinstance(part, Text):
            passed += len(part.text)
        elif part.kind is CodeKind.OPEN and part.id in pairs and not pairs[part.id].filled:
            pair, outer = pairs[part.id], pairs[part.id].parent
            point = after.get(part.id, before.get(part.id))
            if point is None:
                point = _nearest(lengths, lengths[-1] * passed / total)
            if outer is not None:  # met before its children, so it has its place
                point = min(max(point, outer.start), outer.end)
            pair.start = pair.end = point


def _nearest(lengths: Sequence[int], wanted: float) -> int:
    point = bisect_left(lengths, wanted)
    return point - 1 if point and wanted - lengths[point - 1] < lengths[point] - wanted else point


def _points(
    source: Segment, pairs: Mapping[str, _Pair], standalone: Mapping[str, int], *, backwards: bool
) -> dict[str, int]:
    """For each empty pair, the position of the nearest code before (or after) it in the target.

    Only if no text is between them, so that the position is certain.
    """
    points: dict[str, int] = {}
    point: int | None = None
    for part in reversed(source) if backwards else source:
        if isinstance(part, Text):
            point = None
        elif part.kind is CodeKind.STANDALONE:
            if part.id in standalone:
                point = standalone[part.id] + (0 if backwards else 1)
        elif part.id in pairs and pairs[part.id].filled:
            point = pairs[part.id].start if part.kind is CodeKind.OPEN else pairs[part.id].end
        elif point is not None:
            points.setdefault(part.id, point)
    return points


def _write(words: Sequence[Covered], pairs: Mapping[str, _Pair]) -> Segment:
    """Write words and pairs; at each position first the ends of pairs, then empty pairs, then beginnings.

    An empty pair stays inside the pair that held it in the source, also where that one begins or ends.
    """
    opening: dict[int, list[_Pair]] = {}
    empty: dict[int, dict[_Pair | None, list[_Pair]]] = {}
    for pair in sorted(pairs.values(), key=_outer_first):
        if pair.filled:
            opening.setdefault(pair.start, []).append(pair)
        else:
            empty.setdefault(pair.start, {}).setdefault(pair.parent, []).append(pair)
    parts: list[Part] = []
    around: list[_Pair] = []
    for place in range(len(words) + 1):
        here = empty.get(place, {})
        while around and around[-1].end == place:
            parts += _empty_pairs(here, around[-1])
            parts.append(around.pop().closing)
        for outer in (*around, None) if here else ():
            parts += _empty_pairs(here, outer)
        for pair in opening.get(place, ()):
            parts.append(pair.opening)
            around.append(pair)
            parts += _empty_pairs(here, pair)
        if place < len(words):
            parts.append(words[place][0])
    return normalise(parts)


def _empty_pairs(here: dict[_Pair | None, list[_Pair]], outer: _Pair | None) -> list[Code]:
    """Write the empty pairs that belong into `outer` at this position, with those inside them.

    Without recursion: a hostile text may nest a thousand empty pairs.
    """
    parts: list[Code] = []
    waiting: list[_Pair | Code] = list(reversed(here.pop(outer, ())))
    while waiting:
        item = waiting.pop()
        if isinstance(item, Code):
            parts.append(item)
        else:
            parts.append(item.opening)
            waiting.append(item.closing)
            waiting.extend(reversed(here.pop(item, ())))
    return parts
