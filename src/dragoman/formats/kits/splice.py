"""Pieces of a text replaced by offset; everything else stays as it is. Linear in the text."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from operator import itemgetter
from typing import Final, NamedTuple

_AT_ONCE: Final = 10_000  # pieces that are joined together: many small strings are larger than their text


class Replacement(NamedTuple):
    """What is to stand instead of text[start:end]."""

    start: int
    end: int
    text: str


def splice(text: str, replacements: Iterable[Replacement], *, start: int = 0, end: int | None = None) -> str:
    """text[start:end] with the replacements, which must lie within it and not overlap; their order is free.

    Those at the same place keep their order. Raises ValueError when they do overlap: that is a mistake of the
    caller.
    """
    ordered = list(replacements)
    if any(one.start > other.start or one.end > other.end for one, other in pairwise(ordered)):
        ordered.sort(key=itemgetter(0, 1))
    joined: list[str] = []
    pieces: list[str] = []
    position = start
    end = len(text) if end is None else end
    for replacement in ordered:
        if replacement.start < position or replacement.end > end:
            message = (
                f"replacement of {replacement.start}:{replacement.end} overlaps what lies before {position}"
            )
            raise ValueError(message)
        pieces += (text[position : replacement.start], replacement.text)
        position = replacement.end
        if len(pieces) >= _AT_ONCE:
            joined.append("".join(pieces))
            pieces.clear()
    return "".join([*joined, *pieces, text[position:end]])
