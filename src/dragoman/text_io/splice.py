"""Replace parts of a text by offset; the rest is unchanged. Linear in the text."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from operator import itemgetter
from typing import Final, NamedTuple

_AT_ONCE: Final = 10_000  # pieces joined at once: many small strings take more memory than their text


class Replacement(NamedTuple):
    """The new text for text[start:end]."""

    start: int
    end: int
    text: str


class TextSplicer:
    """Apply replacements to text[start:end]; they come in their order and do not overlap.

    Replacements are not kept, only the text written so far: in a large file they would take more memory than
    it.
    """

    def __init__(self, text: str, *, start: int = 0, end: int | None = None) -> None:
        self._text = text
        self._place = start
        self._end = len(text) if end is None else end
        self._joined: list[str] = []
        self._pieces: list[str] = []

    def put(self, replacements: Iterable[Replacement]) -> None:
        """Apply replacements. Raises ValueError when they overlap or lie outside: an error of the caller."""
        for start, end, text in replacements:
            if start < self._place or end > self._end:
                raise ValueError(f"replacement of {start}:{end} overlaps what lies before {self._place}")
            self._pieces += (self._text[self._place : start], text)
            self._place = end
            if len(self._pieces) >= _AT_ONCE:
                self._joined.append("".join(self._pieces))
                self._pieces.clear()

    def finish(self, before: str = "") -> str:
        """The whole result, once; `before` is put in front."""
        pieces = [before, *self._joined, *self._pieces, self._text[self._place : self._end]]
        self._joined.clear()
        self._pieces.clear()
        return "".join(pieces)


def splice(text: str, replacements: Iterable[Replacement], *, start: int = 0, end: int | None = None) -> str:
    """text[start:end] with the replacements, which must lie within it and not overlap; their order is free.

    Those at the same offset keep their order. Raises ValueError when they overlap: an error of the caller.
    """
    ordered = list(replacements)
    if any(one.start > other.start or one.end > other.end for one, other in pairwise(ordered)):
        ordered.sort(key=itemgetter(0, 1))
    splicer = TextSplicer(text, start=start, end=end)
    splicer.put(ordered)
    return splicer.finish()
