"""Each segment's band, by what memories know of it and what stood earlier in the same analysis.

In this order: protected or without letters; 101; 100; repetition; the better of a memory's and an earlier
segment's likeness, the memory's where they are in the same band; nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dragoman.analysis.likeness import Earlier
from dragoman.analysis.model import (
    FLOORS,
    FUZZY,
    INTERNAL,
    NO_AMOUNT,
    Amount,
    Band,
    Fate,
    File,
    FileFigures,
    Passage,
)
from dragoman.memories.fingerprints import take_fingerprint
from dragoman.memories.scoring import EXACT, IN_CONTEXT


@dataclass(slots=True)
class Sorter:
    """Sorts the passages of an analysis, file by file and in order."""

    earlier: Earlier = field(default_factory=Earlier)
    _first: dict[str, int] = field(default_factory=dict)  # shape → the file where it stands last, from 0

    def sort(self, passages: Sequence[Passage], scores: Sequence[int], *, file: int) -> list[Band]:
        """The band of each passage of a file, given the best score of a memory: 0 to 101.

        A file's passages may come in several calls. `file` is its number, from 0.
        """
        return [self._sort(passage, score, file) for passage, score in zip(passages, scores, strict=True)]

    def _sort(self, passage: Passage, score: int, file: int) -> Band:
        if passage.fate is Fate.PROTECTED:
            return Band.PROTECTED
        if passage.fate is Fate.NUMBERS:
            return Band.NUMBERS
        one = take_fingerprint(passage.query.segment)
        stood = self._first.get(one.shape)
        self._first[one.shape] = file
        if stood is None:
            internal = self.earlier.compare_and_add(one)
        if score >= EXACT:
            return Band.CONTEXT if score >= IN_CONTEXT else Band.EXACT
        if stood is not None:
            return Band.REPETITION if stood == file else Band.REPETITION_ACROSS
        return like(memory=score, internal=internal)


def like(*, memory: int, internal: int) -> Band:
    """The band of a segment that nothing is the same as; scores 0 to 99."""
    for floor, fuzzy, inner in zip(FLOORS, FUZZY, INTERNAL, strict=True):
        if memory >= floor:
            return fuzzy
        if internal >= floor:
            return inner
    return Band.NONE


def add_up(file: File, bands: Sequence[Band]) -> FileFigures:
    """A file's figures from the band of each of its passages."""
    amounts: dict[Band, Amount] = dict.fromkeys(Band, NO_AMOUNT)
    for passage, band in zip(file.passages, bands, strict=True):
        amounts[band] += passage.amount
    return FileFigures(name=file.name, format=file.format, bands=amounts, left_alone=file.left_alone)
