"""Adapt a memory's translation to a segment that is similar to the memory's source.

Numbers, placeholders, capitals and the end mark become the segment's own. Its codes replace those at the same
words in the memory's source, or are placed next to the words that they belong to. If a place is uncertain,
there is no result: an engine's translation of the segment may show it (`hint`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dragoman.memories.applying import align_code_ids, restore_codes
from dragoman.memories.model import MemoryUnit
from dragoman.segments import (
    Code,
    CodeKind,
    Covered,
    Part,
    Segment,
    Text,
    codes,
    covered_parts,
    keeps_codes,
    place_pairs,
)
from dragoman.translation.memory.adjusting import find_likeness, mend_text
from dragoman.translation.memory.code_positions import CodePositions, find_positions
from dragoman.translation.memory.segment_tokens import (
    MOST_TOKENS,
    PlacedCode,
    SegmentTokens,
    Token,
    align,
    is_piece,
    tokenise_segment,
)
from dragoman.translation.model import LanguagePair


@dataclass(frozen=True, slots=True, kw_only=True)
class AdaptedTarget:
    """A memory's translation, adapted to a segment, with exactly the segment's codes."""

    target: Segment
    same_words: bool  # whether the memory's source has the segment's words
    here: tuple[str, ...] = ()  # words of the segment that the memory's source does not have
    there: tuple[str, ...] = ()  # words of the memory's source that the segment does not have


def adapt(
    query: Segment,
    unit: MemoryUnit,
    *,
    languages: LanguagePair,
    hint: Segment | None = None,
) -> AdaptedTarget | None:
    """Adapt the unit's translation: with the query's codes, numbers and placeholders.

    `hint` is an engine's translation of the query, with the query's codes around the words that they belong
    to. None if a place is uncertain.
    """
    query_tokens, source_tokens = tokenise_segment(query), tokenise_segment(unit.source)
    if not 0 < len(query_tokens.tokens) <= MOST_TOKENS or not 0 < len(source_tokens.tokens) <= MOST_TOKENS:
        return None
    named = align_code_ids(unit.source, unit.target)
    mended = mend_text(query, query_tokens, source_tokens, named, languages)
    if mended is None:
        return None
    target = tokenise_segment(mended)
    if not 0 < len(target.tokens) <= MOST_TOKENS:
        return None
    places = find_positions(
        query_tokens, source_tokens, target, hint=None if hint is None else tokenise_segment(hint)
    )
    written = _write(query, query_tokens, target, places)
    if written is None:
        return None
    here, there = _find_differences(query_tokens.tokens, source_tokens.tokens)
    return AdaptedTarget(
        target=written,
        same_words=find_likeness(query_tokens, source_tokens).same_words,
        here=here,
        there=there,
    )


def _find_differences(
    one: Sequence[Token], other: Sequence[Token]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    alignment = align(one, other)
    found = set(alignment)
    return (
        tuple(token.text for token, place in zip(one, alignment, strict=True) if place is None),
        tuple(token.text for place, token in enumerate(other) if place not in found),
    )


def _write(
    query: Segment, query_tokens: SegmentTokens, target: SegmentTokens, places: CodePositions
) -> Segment | None:
    """The translation's text with the query's codes at their places; None unless all have one."""
    around = {part.id: ids for part, ids in covered_parts(query) if isinstance(part, Code)}
    points = query_tokens.points()
    if any(one.code.id not in places.points for one in points):
        return None
    with_codes = {identity for one in points for identity in around[one.code.id]}
    for identity, (start, end) in query_tokens.spans().items():
        holds_only_codes = identity in with_codes and not query_tokens.text[start:end].strip()
        if identity not in places.spans and not holds_only_codes:
            return None
    insertions = _find_insertions(query_tokens, target, points, places)
    written = place_pairs(list(_cover(target.text, insertions, around, places.spans)), query)
    made = restore_codes(written, [code for code in codes(query) if is_piece(code)])
    return made if made is not None and is_sound(query, made) else None


@dataclass(slots=True)
class _Insertion:
    """Codes that replace the blanks `text[start:end]` of the translation."""

    start: int
    end: int
    before: str
    codes: list[Code]
    behind: str


def _find_insertions(
    query_tokens: SegmentTokens, target: SegmentTokens, points: Sequence[PlacedCode], places: CodePositions
) -> dict[int, _Insertion]:
    """The points by their beginning: new ones with the blanks that they have in the query."""
    found: dict[int, _Insertion] = {}
    for one in points:
        offset = places.points[one.code.id]
        if one.code.id in places.source_tokens:
            found.setdefault(offset, _Insertion(offset, offset, "", [], "")).codes.append(one.code)
            continue
        start = len(target.text[:offset].rstrip())
        end = len(target.text) - len(target.text[offset:].lstrip())
        before, behind = query_tokens.text[: one.offset], query_tokens.text[one.offset :]
        blanks = before[len(before.rstrip()) :] if start else ""
        insertion = found.setdefault(start, _Insertion(start, end, blanks, [], ""))
        insertion.codes.append(one.code)
        insertion.end = max(insertion.end, end)
        insertion.behind = behind[: len(behind) - len(behind.lstrip())] if end < len(target.text) else ""
    for one in target.codes:
        if one.code.id not in places.taken and one.offset not in found:
            _close_gap(found, one, target.text)
    return found


def _close_gap(found: dict[int, _Insertion], gone: PlacedCode, text: str) -> None:
    """Leave one blank where a code of the memory's is left out: it may have been between two blanks."""
    at = gone.offset
    before, behind = text[:at][-1:], text[at : at + 1]
    if before == " " == behind:
        found[at] = _Insertion(at, at + 1, "", [], "")
    elif gone.code.kind is CodeKind.STANDALONE and _ends_word(before) and behind.isalnum():
        found[at] = _Insertion(at, at, "" if _is_wide(before + behind) else " ", [], "")


def _ends_word(character: str) -> bool:
    return character.isalnum() or character in set(".,:;!?…)]»”")


def _is_wide(text: str) -> bool:
    """Whether it is of a script without blanks."""
    return any(unicodedata.east_asian_width(character) in "WF" for character in text)


def _cover(
    text: str,
    insertions: Mapping[int, _Insertion],
    around: Mapping[str, frozenset[str]],
    spans: Mapping[str, tuple[int, int]],
) -> Iterator[Covered]:
    """The text cut wherever a code is, each piece with the ids of the pairs around it."""
    ends = {one.end for one in insertions.values()}
    cuts = sorted({0, len(text), *insertions, *ends, *(offset for span in spans.values() for offset in span)})
    written = 0
    for start, end in zip(cuts, [*cuts[1:], len(text)], strict=True):
        if (insertion := insertions.get(start)) is not None:
            yield Text(text=insertion.before), frozenset()
            for code in insertion.codes:
                yield code, around[code.id]
            yield Text(text=insertion.behind), frozenset()
            written = max(written, insertion.end)
        if start >= written and start < end:
            ids = (identity for identity, span in spans.items() if span[0] <= start and end <= span[1])
            yield Text(text=text[start:end]), frozenset(ids)


def is_sound(source: Segment, target: Segment) -> bool:
    """Whether a translation has its source's codes in the same pairs, and words in pairs that had some."""
    if not keeps_codes(source, target):
        return False
    return _parents(source) == _parents(target) and _with_words(source) <= _with_words(target)


def _parents(segment: Segment) -> dict[tuple[str, CodeKind], frozenset[str]]:
    around: frozenset[str] = frozenset()
    found: dict[tuple[str, CodeKind], frozenset[str]] = {}
    for code in codes(segment):
        if code.kind is CodeKind.CLOSE:
            around -= {code.id}
        found[code.id, code.kind] = around
        if code.kind is CodeKind.OPEN:
            around |= {code.id}
    return found


def _with_words(segment: Segment) -> set[str]:
    """The pairs that hold a letter or digit, or a placeholder."""
    return {identity for part, ids in covered_parts(segment) if _has_word(part) for identity in ids}


def _has_word(part: Part) -> bool:
    return any(map(str.isalnum, part.text)) if isinstance(part, Text) else is_piece(part)
