"""Find the translations of a segment's pieces, the texts between its codes, in its translation.

`inserting` puts codes next to them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

import regex

from dragoman.segments import Segment, Text, covered_parts, plain_text
from dragoman.segments.letters import IDEOGRAPHS

_MARKS: Final = " \t\n.,;:!?…¡¿。！？\"'«»“”()[]"
_END_MARK: Final = regex.compile(r"[.,;:!?…。！？：；、，؟؛،]++")


class TextPiece(NamedTuple):
    """A text between codes: source[start:end] of the plain text, without blanks and marks at its ends."""

    text: str
    start: int
    end: int
    ids: frozenset[str]  # of the pairs around it
    mark: str  # what ends its sentence or names what follows: behind it, without a blank


def read_pieces(source: Segment) -> Iterator[TextPiece]:
    """The pieces of a segment that have letters or digits, in order."""
    position = 0
    for part, ids in covered_parts(source):
        if isinstance(part, Text):
            text = part.text.strip(_MARKS)
            if any(map(str.isalnum, text)):
                start = position + part.text.index(text)
                behind = _END_MARK.match(part.text, start + len(text) - position)
                yield TextPiece(text, start, start + len(text), ids, behind[0] if behind else "")
            position += len(part.text)


Spans: TypeAlias = dict[TextPiece, tuple[int, int] | None]


def find_pieces(source: Segment, base: Segment, translated: Mapping[str, str]) -> Spans:
    """Find the span of each piece in the base's plain text, long ones first; None where it is missing."""
    whole = plain_text(base)
    text = whole.lower() if len(whole.lower()) == len(whole) else whole
    scale = len(text) / max(1, len(plain_text(source)))
    everything = list(read_pieces(source))
    spans: Spans = dict.fromkeys(everything)
    free = bytearray(b"\x01") * len(text)
    same = Counter(piece.text for piece in everything)
    known: dict[str, list[int]] = {}
    for piece in sorted(everything, key=lambda piece: len(piece.text), reverse=True):
        wanted = translated.get(piece.text, piece.text).strip(_MARKS)
        wanted = wanted.lower() if text is not whole else wanted
        if wanted not in known:
            known[wanted] = list(_occurrences(text, wanted, most=_OCCURRENCES + same[piece.text]))
        at = _take_nearest(known[wanted], piece.start * scale, len(wanted), free)
        if at is not None:
            spans[piece] = at, at + len(wanted)
            free[at : at + len(wanted)] = bytes(len(wanted))
    return spans


def with_marks(base: Segment, spans: Spans, elements: Collection[str]) -> Spans | None:
    """The spans, those in elements with their marks (`<b>Size:</b>`); None where one lacks its mark."""
    text = plain_text(base)
    widened: Spans = {}
    for piece, span in spans.items():
        widened[piece] = span
        if span and piece.mark and not piece.ids.isdisjoint(elements):
            behind = _MARK_BEHIND.match(text, span[1])
            if behind is None:
                return None
            widened[piece] = span[0], behind.end()
    return widened


_MARK_BEHIND: Final = regex.compile(rf"\s?{_END_MARK.pattern}")  # French: `Taille :`


def are_in_order(spans: Spans) -> bool:
    """Whether the texts of each element are in the same order: a label is often next to its value."""
    last: dict[frozenset[str], int] = {}
    for piece, span in spans.items():
        if span:
            if span[0] < last.get(piece.ids, 0):
                return False
            last[piece.ids] = span[0]
    return True


def _take_nearest(places: list[int], wanted: float, length: int, free: bytearray) -> int | None:
    """Pop the free offset nearest to the wanted one from a sorted list; nearer, occupied ones go as well."""
    while places:
        after = bisect_left(places, wanted)
        nearest = min(
            range(max(0, after - 1), min(len(places), after + 1)), key=lambda n: abs(places[n] - wanted)
        )
        at = places.pop(nearest)
        if free.find(0, at, at + length) < 0:
            return at
    return None


_OCCURRENCES: Final = 100  # of a text that are examined, so that a hostile one costs little


def _occurrences(text: str, wanted: str, *, most: int) -> Iterator[int]:
    """The offsets of the wanted text as whole words, in order."""
    at = text.find(wanted) if wanted else -1
    for _ in range(most):
        if at < 0:
            return
        end = at + len(wanted)
        if not _is_inside_word(text, at) and not _is_inside_word(text, end):
            yield at
        at = text.find(wanted, at + 1)


_LETTERS: Final = regex.compile(rf"[[\w]--[{IDEOGRAPHS}]]{{2}}", regex.VERSION1)


def _is_inside_word(text: str, at: int) -> bool:
    return 0 < at < len(text) and _LETTERS.match(text, at - 1) is not None
