"""Required terms in a translation: which are missing, and where decoding begins anew to have them.

A translation that lacks a term is decoded again from the word on that stands for the source's term: what was
before it and the required words are given, and the model continues, so that the rest agrees with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import regex

MOST_FORCED: Final = 4  # terms of one text for which it is decoded again


@dataclass(frozen=True, slots=True)
class RequiredTerm:
    """A term as written in the source, and its translations, the preferred one first."""

    source: str
    targets: tuple[str, ...]


def read_terms(content: Sequence[tuple[str, Sequence[str]]]) -> tuple[RequiredTerm, ...]:
    """Terms as they are sent."""
    return tuple(RequiredTerm(source, tuple(targets)) for source, targets in content)


def find_missing(terms: Sequence[RequiredTerm], target: str) -> list[RequiredTerm]:
    """The terms of which a translation has no form."""
    text = target.casefold()
    return [term for term in terms if not any(_has(text, one) for one in term.targets)]


def _has(text: str, term: str) -> bool:
    words = regex.escape(term.casefold())
    return regex.search(rf"(?<![\p{{L}}\p{{M}}\p{{N}}]){words}", text) is not None


def find_place(term: RequiredTerm, source: str) -> tuple[int, int] | None:
    """Where a term is in the source."""
    start = source.find(term.source)
    if start < 0:
        start = source.casefold().find(term.source.casefold())
    return (start, start + len(term.source)) if start >= 0 else None


def first_aligned(
    place: tuple[int, int],
    source_offsets: Sequence[tuple[int, int]],
    attention: Sequence[Sequence[float]],
) -> int | None:
    """The first target piece whose attention is most on the pieces of a place; None: there is none."""
    inside = {
        index
        for index, (start, end) in enumerate(source_offsets)
        if end > start and start < place[1] and end > place[0]
    }
    every = [index for index, (start, end) in enumerate(source_offsets) if end > start]
    for row, weights in enumerate(attention):
        if every and max(every, key=lambda index: weights[index]) in inside:
            return row
    return None
