"""Find a unit's neighbours in the text that a client sent as the context of its segments (T11)."""

from __future__ import annotations

from typing import Final

import regex

from dragoman.segments.letters import UNSPACED

# A letter or digit of a script that separates words by spaces.
_SPACED: Final = regex.compile(rf"[\p{{L}}\p{{N}}--[{UNSPACED}]]", regex.VERSION1)


def fold_text(text: str) -> str:
    """Fold a text for `is_around`: case-folded, with one blank for each white space."""
    return " ".join(text.casefold().split())


def is_around(around: str, previous: str | None, following: str | None) -> bool:
    """Whether a folded text has both neighbours of a unit as whole words, the previous one first.

    An empty neighbour is the beginning or the end of a document, and matches anywhere. At least one neighbour
    must have text. White space and case are ignored.
    """
    if not around or previous is None or following is None:
        return False
    first, second = fold_text(previous), fold_text(following)
    if not (first or second):
        return False
    end = _find_end(around, first, 0)
    return end is not None and _find_end(around, second, end) is not None


def _find_end(text: str, wanted: str, start: int) -> int | None:
    """Find the end of the first occurrence of whole words from `start` on; None if there is none."""
    at = text.find(wanted, start)
    while at >= 0:
        end = at + len(wanted)
        if not (_joins(text[at - 1 : at], wanted[:1]) or _joins(wanted[-1:], text[end : end + 1])):
            return end
        at = text.find(wanted, at + 1)
    return None


def _joins(left: str, right: str) -> bool:
    """Whether two neighbouring characters belong to one word."""
    return _SPACED.match(left) is not None and _SPACED.match(right) is not None
