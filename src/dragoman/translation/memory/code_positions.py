"""Find the positions of a segment's codes in a memory's translation of a similar segment.

The methods, the most certain first: the positions of the memory's own codes; the ends; words that are the
same in both languages; the positions of the codes in an engine's translation of the segment.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from dragoman.segments import Code, CodeKind
from dragoman.translation.memory.segment_tokens import (
    MOST_TOKENS,
    Alignment,
    PlacedCode,
    SegmentTokens,
    Token,
    TokenKind,
    align,
    align_copies,
)

_LEAST_SHARED: Final = 1 / 3  # of the words that a hint must share with the translation
_CLAUSE_MARKS: Final = frozenset(".:;!?()[]|/·•")


class CodePositions:
    """Positions of a segment's codes in a translation: spans of pairs and points of codes, in offsets."""

    def __init__(self) -> None:
        self.spans: dict[str, tuple[int, int]] = {}
        self.points: dict[str, int] = {}
        self.taken: set[str] = set()  # codes of the memory's translation whose places these are
        self.source_tokens: set[str] = set()  # points whose blanks the memory's translation has


def find_positions(
    query_tokens: SegmentTokens,
    source_tokens: SegmentTokens,
    target: SegmentTokens,
    *,
    hint: SegmentTokens | None,
) -> CodePositions:
    """Find the certain positions of codes of `query_tokens` in `target`, the translation of `source_tokens`.

    `hint` is another translation of `query_tokens`, with its codes.
    """
    places = CodePositions()
    _match_codes(places, query_tokens, source_tokens, target)
    _place_at_edges(places, query_tokens, target)
    _place_by_copies(places, query_tokens, target)
    if hint is not None:
        _place_by_hint(places, hint, target)
    _place_with_others(places, query_tokens)
    return places


# --- where the memory has codes -----------------------------------------------------------------------------


def _match_codes(
    places: CodePositions, query_tokens: SegmentTokens, source_tokens: SegmentTokens, target: SegmentTokens
) -> None:
    """Place codes at those of the memory's translation that are at the same words in its source."""
    alignment = align(query_tokens.tokens, source_tokens.tokens)
    spans, targets = source_tokens.spans(), target.spans()
    free = _by_place(
        source_tokens, {identity: span for identity, span in spans.items() if identity in targets}
    )
    data = {one.code.id: one.code.data for one in source_tokens.codes if one.code.kind is not CodeKind.CLOSE}
    mine = {one.code.id: one.code.data for one in query_tokens.codes if one.code.kind is not CodeKind.CLOSE}
    for same_data in (True, False):
        for identity, span in query_tokens.spans().items():
            if (
                identity in places.spans
                or (found := _project_span(query_tokens, alignment, span, source_tokens)) is None
            ):
                continue
            for other in free.get(found, ()):
                if not same_data or data[other] == mine[identity]:
                    free[found].remove(other)
                    places.spans[identity] = targets[other]
                    places.taken.add(other)
                    break
    _match_points(places, query_tokens, source_tokens, target, alignment)


def _by_place(line: SegmentTokens, spans: Mapping[str, tuple[int, int]]) -> dict[tuple[int, int], list[str]]:
    """Pairs by the tokens that they are around, outer ones first."""
    found: dict[tuple[int, int], list[str]] = defaultdict(list)
    for identity, (start, end) in spans.items():
        first, behind = line.before(start), line.before(end)
        if first is not None and behind is not None and first < behind:
            found[first, behind].append(identity)
    return found


def _project_span(
    line: SegmentTokens, alignment: Alignment, span: tuple[int, int], other: SegmentTokens
) -> tuple[int, int] | None:
    """The tokens of the other text that correspond to a span of this one, all of them."""
    first, behind = line.before(span[0]), line.before(span[1])
    if first is None or behind is None or first >= behind:
        return None
    start = _beginning(alignment, first, len(other.tokens))
    end = _ending(alignment, behind, len(other.tokens))
    return None if start is None or end is None or start >= end else (start, end)


def _beginning(alignment: Alignment, place: int, length: int) -> int | None:
    """The beginning of a pair that begins before the token `place`; text left out between stays outside."""
    if place < len(alignment) and (found := alignment[place]) is not None:
        return found
    if place == 0:
        return 0
    before = alignment[place - 1]
    return None if before is None else min(before + 1, length)


def _ending(alignment: Alignment, place: int, length: int) -> int | None:
    """The end of a pair that ends before the token `place`."""
    if place and (found := alignment[place - 1]) is not None:
        return found + 1
    if place == len(alignment):
        return length
    return alignment[place] if place < len(alignment) else None


def _match_points(
    places: CodePositions,
    query_tokens: SegmentTokens,
    source_tokens: SegmentTokens,
    target: SegmentTokens,
    alignment: Alignment,
) -> None:
    offsets = {one.code.id: one.offset for one in target.points()}
    free: dict[int, list[Code]] = defaultdict(list)
    for one in source_tokens.points():
        place = source_tokens.before(one.offset)
        if place is not None and one.code.id in offsets:
            free[place].append(one.code)
    for same_data in (True, False):
        for one in query_tokens.points():
            place = query_tokens.before(one.offset)
            if place is None or one.code.id in places.points:
                continue
            found = _beginning(alignment, place, len(source_tokens.tokens))
            if place == len(alignment):
                found = len(source_tokens.tokens)
            for other in free.get(found, ()) if found is not None else ():
                if not same_data or other.data == one.code.data:
                    free[found or 0].remove(other)
                    places.points[one.code.id] = offsets[other.id]
                    places.taken.add(other.id)
                    places.source_tokens.add(one.code.id)
                    break


# --- positions by the words ---------------------------------------------------------------------------------


def _place_at_edges(places: CodePositions, query_tokens: SegmentTokens, target: SegmentTokens) -> None:
    """Place codes that are around, before or after all words likewise in the translation."""
    begin, end = target.tokens[0].start, target.tokens[-1].end
    for identity, span in query_tokens.spans().items():
        if query_tokens.before(span[0]) == 0 and query_tokens.before(span[1]) == len(query_tokens.tokens):
            places.spans.setdefault(identity, (begin, end))
    for one in query_tokens.points():
        place = query_tokens.before(one.offset)
        if place == 0:
            places.points.setdefault(one.code.id, begin)
        elif place == len(query_tokens.tokens):
            places.points.setdefault(one.code.id, end)


def _place_by_copies(places: CodePositions, query_tokens: SegmentTokens, target: SegmentTokens) -> None:
    """Place codes by tokens that are the same in both languages: numbers, placeholders, names, marks."""
    copies = align_copies(query_tokens.tokens, target.tokens)
    for identity, span in query_tokens.spans().items():
        if identity not in places.spans and (found := _copied(query_tokens, copies, span)) is not None:
            places.spans[identity] = target.tokens[found[0]].start, target.tokens[found[1] - 1].end
    borders = _Borders(query_tokens.tokens, target.tokens, copies)
    for identity, span in query_tokens.spans().items():
        first, behind = query_tokens.before(span[0]), query_tokens.before(span[1])
        if identity in places.spans or first is None or behind is None:
            continue
        start, end = borders.find(first), borders.find(behind)
        if start is not None and end is not None and start < end:
            places.spans[identity] = target.tokens[start].start, target.tokens[end - 1].end
    for one in query_tokens.points():
        if one.code.id not in places.points and (
            offset := _beside(query_tokens, target, copies, borders, one)
        ):
            places.points[one.code.id] = offset


def _copied(query_tokens: SegmentTokens, copies: Alignment, span: tuple[int, int]) -> tuple[int, int] | None:
    """The tokens of the translation that equal those of a span, in the same order."""
    first, behind = query_tokens.before(span[0]), query_tokens.before(span[1])
    if first is None or behind is None or first >= behind:
        return None
    found = copies[first]
    if found is None or list(copies[first:behind]) != list(range(found, found + behind - first)):
        return None
    if all(token.kind is TokenKind.MARK for token in query_tokens.tokens[first:behind]):
        return None
    return found, found + behind - first


class _Borders:
    """Borders between clauses: the ends of the text, and marks that both texts have equally often."""

    def __init__(self, query_tokens: Sequence[Token], target: Sequence[Token], copies: Alignment) -> None:
        self._found: dict[int, int] = {0: 0, len(query_tokens): len(target)}
        for place, (token, copy) in enumerate(zip(query_tokens, copies, strict=True)):
            if copy is not None and token.kind is TokenKind.MARK and token.key in _CLAUSE_MARKS:
                self._found.setdefault(place, copy)
                self._found.setdefault(place + 1, copy + 1)

    def find(self, place: int) -> int | None:
        """The token of the translation before which the border is that is before a token of the source."""
        return self._found.get(place)


def _beside(
    query_tokens: SegmentTokens, target: SegmentTokens, copies: Alignment, borders: _Borders, one: PlacedCode
) -> int | None:
    """The offset of a code that touches a token which is in the translation too."""
    place = query_tokens.before(one.offset)
    if place is None:
        return None
    border = borders.find(place)
    if border is not None:
        return target.tokens[border - 1].end if border else target.tokens[0].start
    if place and query_tokens.tokens[place - 1].end == one.offset and (copy := copies[place - 1]) is not None:
        return target.tokens[copy].end
    if (
        place < len(copies)
        and query_tokens.tokens[place].start == one.offset
        and ((copy := copies[place]) is not None)
    ):
        return target.tokens[copy].start
    return None


def _place_by_hint(places: CodePositions, hint: SegmentTokens, target: SegmentTokens) -> None:
    """Place codes as in another translation of the same segment, by the words that both have."""
    if not 0 < len(hint.tokens) <= MOST_TOKENS:
        return
    alignment = align(hint.tokens, target.tokens, forms=True)
    words = [token.kind is not TokenKind.MARK for token in hint.tokens]
    shared = sum(found is not None and word for found, word in zip(alignment, words, strict=True))
    if shared < _LEAST_SHARED * sum(words):
        return
    copies = align_copies(hint.tokens, target.tokens, same_language=True)
    for identity, span in hint.spans().items():
        if identity in places.spans:
            continue
        found = _project_span(hint, alignment, span, target) or _copied(hint, copies, span)
        if found is not None:
            places.spans[identity] = target.tokens[found[0]].start, target.tokens[found[1] - 1].end
    for one in hint.points():
        place = hint.before(one.offset)
        if place is None or one.code.id in places.points:
            continue
        end = _ending(alignment, place, len(target.tokens))
        if end:
            places.points[one.code.id] = target.tokens[end - 1].end
        elif (start := _beginning(alignment, place, len(target.tokens))) is not None:
            places.points[one.code.id] = target.tokens[start].start


def _place_with_others(places: CodePositions, query_tokens: SegmentTokens) -> None:
    """Place a pair that is around the same words as another one like that one."""
    known = {
        (query_tokens.before(span[0]), query_tokens.before(span[1])): places.spans[identity]
        for identity, span in query_tokens.spans().items()
        if identity in places.spans
    }
    for identity, span in query_tokens.spans().items():
        words = query_tokens.before(span[0]), query_tokens.before(span[1])
        if words in known and words[0] != words[1]:
            places.spans.setdefault(identity, known[words])
