"""Insert lost codes into a translation, next to the translations of the texts between them.

Pure: `restoring` has the engine translate the texts that are needed here.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import regex

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
    normalise,
    place_pairs,
    plain_text,
)
from dragoman.segments.letters import IDEOGRAPHS
from dragoman.segments.placing import moved_pairs
from dragoman.translation.codes.piece_positions import (
    Spans,
    are_in_order,
    find_pieces,
    read_pieces,
    with_marks,
)
from dragoman.translation.protection.placeholders import CONTENT_TYPES
from dragoman.translation.splitting.text_runs import STRUCTURE

_LETTERS: Final = rf"[\w--[{IDEOGRAPHS}]]+"
_TOKEN: Final = regex.compile(
    rf"[{IDEOGRAPHS}]|{_LETTERS}(?:['’\-]{_LETTERS})*|\s+|.", regex.DOTALL | regex.VERSION1
)


class _Token(NamedTuple):
    """A word, a run of blanks or a mark of the translation, or a code that the engine kept."""

    part: Part
    start: int  # in its plain text
    end: int


def without_formatting(source: Segment) -> Segment:
    """The segment with only its codes with content, for an engine that loses tags."""
    return _joined(part for part in source if isinstance(part, Text) or part.type in CONTENT_TYPES)


def without_codes(source: Segment) -> Segment:
    """The segment's texts without any code."""
    return _joined(part for part in source if isinstance(part, Text))


def as_segment(text: str) -> Segment:
    """A piece as a segment for the engine."""
    return (Text(text=text),)


def _joined(parts: Iterable[Part]) -> Segment:
    """Blanks on both sides of a removed code become one; those at the ends are removed."""
    kept: list[Part] = []
    after_blank = True
    for part in parts:
        if isinstance(part, Text):
            text = part.text.lstrip(" ") if after_blank else part.text
            if text:
                kept.append(Text(text=text))
                after_blank = text.endswith(" ")
        else:
            kept.append(part)
            after_blank = False
    if kept and isinstance(last := kept[-1], Text):
        kept[-1] = Text(text=last.text.rstrip(" "))
    return normalise(kept)


def pieces(source: Segment) -> list[str]:
    """The texts between the codes that have letters, for the engine to translate each alone."""
    return list(
        dict.fromkeys(piece.text for piece in read_pieces(source) if any(map(str.isalpha, piece.text)))
    )


def insert_codes(source: Segment, base: Segment, translated: Mapping[str, str]) -> Segment | None:
    """Insert all codes of the source into `base`, a translation of its texts; None where that is uncertain.

    `base` may have standalone codes of the source, each once; `translated` are the pieces' translations.
    """
    tokens = list(_tokens(base))
    spans = find_pieces(source, base, translated)
    elements = {code.id for code in codes(source) if code.type not in STRUCTURE.marks}
    if any(not span and not piece.ids.isdisjoint(elements) for piece, span in spans.items()):
        return None
    marked = with_marks(base, spans, elements)
    if marked is None or not are_in_order(marked):
        return None
    places = _places(source, base, marked)
    if any(place is None for place in places.values()):
        return None
    words = _cover(source, tokens, marked, places)
    target = place_pairs(words, source)
    # Pairs with codes and several pieces may have got words between these that are of another element.
    if not keeps_codes(source, target) or moved_pairs(words, covered_parts(target)) & elements:
        return None
    return target


def _tokens(base: Segment) -> Iterator[_Token]:
    position = 0
    for part in base:
        if isinstance(part, Code):
            yield _Token(part, position, position)
            continue
        for match in _TOKEN.finditer(part.text):
            yield _Token(Text(text=match[0]), position + match.start(), position + match.end())
        position += len(part.text)


def _cover(
    source: Segment, tokens: Sequence[_Token], spans: Spans, places: Mapping[str, int | None]
) -> list[Covered]:
    """The tokens with the pairs that cover them, and the lost standalone codes among them."""
    ids: list[set[str]] = [set() for _ in tokens]
    visible = _Visible(tokens)
    for piece, span in spans.items():
        if piece.ids and span:
            for index in visible.within(*span):
                ids[index] |= piece.ids
    around = {part.id: pairs for part, pairs in covered_parts(source) if isinstance(part, Code)}
    lost = _lost_codes(source, tokens, places)
    words: list[Covered] = []
    for index in range(len(tokens) + 1):
        words += [
            (part, around[part.id] if isinstance(part, Code) else frozenset()) for part in lost.get(index, ())
        ]
        if index < len(tokens):
            token = tokens[index].part
            words.append((token, around[token.id] if isinstance(token, Code) else frozenset(ids[index])))
    return words


class _Visible:
    """The words and marks among the tokens, indexed by their offsets."""

    def __init__(self, tokens: Sequence[_Token]) -> None:
        self.indexes = [index for index, token in enumerate(tokens) if not _is_blank(token.part)]
        self.starts = [tokens[index].start for index in self.indexes]
        self.ends = [tokens[index].end for index in self.indexes]

    def within(self, start: int, end: int) -> list[int]:
        """Indexes of the tokens that a span touches."""
        return self.indexes[bisect_right(self.ends, start) : bisect_left(self.starts, end)]


def _places(source: Segment, base: Segment, spans: Spans) -> dict[str, int | None]:
    """The offset of each lost standalone code in the base, between the same pieces; None if there is none."""
    kept = {code.id for code in codes(base)}
    ordered = list(spans)
    starts = sorted(span[0] for span in spans.values() if span)
    places: dict[str, int | None] = {}
    position = following = 0
    for part in source:
        if isinstance(part, Text):
            position += len(part.text)
        elif part.kind is CodeKind.STANDALONE and part.id not in kept:
            while following < len(ordered) and ordered[following].end <= position:
                following += 1
            before, after = ordered[max(0, following - 1) : following], ordered[following : following + 1]
            places[part.id] = _between(
                [spans[piece] for piece in before], [spans[piece] for piece in after], starts
            )
    return places


def _between(
    before: Sequence[tuple[int, int] | None], after: Sequence[tuple[int, int] | None], starts: Sequence[int]
) -> int | None:
    """The offset between the pieces before and after, where they exist, with no other piece between them."""
    if None in before or None in after or not (before or after):
        return None
    left = before[0][1] if before and before[0] else 0
    right = after[0][0] if after and after[0] else None
    if right is not None and right < left:
        return None
    others = starts[bisect_left(starts, left) :]
    is_beside = not others or others[0] == right if right is not None else not others
    return (left if before else right) if is_beside else None


def _lost_codes(
    source: Segment, tokens: Sequence[_Token], places: Mapping[str, int | None]
) -> dict[int, list[Part]]:
    """The lost standalone codes by the token that follows each, with their blanks in the source."""
    text = plain_text(source)
    starts = [token.start for token in tokens]
    lost: dict[int, list[Part]] = {}
    position = 0
    for part in source:
        if isinstance(part, Text):
            position += len(part.text)
        elif part.kind is CodeKind.STANDALONE and part.id in places:
            index = bisect_left(starts, places[part.id] or 0)
            index = _not_outside(index, tokens, text[:position], text[position:])
            here = lost.setdefault(index, [])
            if text[position - 1 : position] == " " and index:
                here += _blank_beside(here[-1] if here else tokens[index - 1].part)
            here.append(part)
            if text[position : position + 1] == " " and index < len(tokens):
                here += _blank_beside(tokens[index].part)
    return lost


def _not_outside(index: int, tokens: Sequence[_Token], before: str, after: str) -> int:
    """A code with text before and after it in the source has some in the target too."""
    if index == 0 and before.strip():
        return 1
    if index < len(tokens) or not after.strip():
        return index
    index -= 1
    while index > 1 and not _is_word(tokens[index].part) and not _is_word(tokens[index - 1].part):
        index -= 1  # before the sentence's last marks
    return index


def _blank_beside(part: Part) -> list[Part]:
    return [] if _is_blank(part) else [Text(text=" ")]


def _is_word(part: Part) -> bool:
    return isinstance(part, Text) and part.text[0].isalnum()


def _is_blank(part: Part) -> bool:
    return isinstance(part, Text) and part.text.isspace()
