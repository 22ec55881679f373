"""Each segment's band, by what memories know of it and what stood earlier in the same analysis.

In this order: protected or without letters; 101; 100; repetition; the better of a memory's and an earlier
segment's likeness, the memory's where they are in the same band; nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dragoman.analysis.model import (
    FLOORS,
    FUZZY,
    INTERNAL,
    LEAST,
    NO_AMOUNT,
    Band,
    Fate,
    File,
    FileFigures,
    Passage,
    TextAmount,
)
from dragoman.analysis.similarity import Earlier
from dragoman.memories.fingerprints import take_fingerprint
from dragoman.memories.scoring import EXACT, IN_CONTEXT


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What is known of a segment before memories are asked."""

    band: Band | None = None  # its band where no memory has the same
    internal: int = 0  # how like an earlier segment it is: 0, or `LEAST` to 99

    @property
    def is_translated(self) -> bool:
        """Whether memories can know it better."""
        return self.band not in (Band.PROTECTED, Band.NUMBERS)

    @property
    def least(self) -> int:
        """The lowest score of a memory's unit that is not the same and yet decides the band."""
        return next((floor for floor in FLOORS if self.internal >= floor), LEAST)


@dataclass(slots=True)
class Sorter:
    """Compares the passages of an analysis with those before, file by file and in order."""

    earlier: Earlier = field(default_factory=Earlier)
    _first: dict[str, int] = field(default_factory=dict)  # shape → the file where it stands last, from 0

    def sort(self, passages: Sequence[Passage], *, file: int) -> list[Standing]:
        """The standing of each passage of a file. They may come in several calls.

        `file` is its number, from 0.
        """
        return [self._sort(passage, file) for passage in passages]

    def _sort(self, passage: Passage, file: int) -> Standing:
        if passage.fate is Fate.PROTECTED:
            return Standing(band=Band.PROTECTED)
        if passage.fate is Fate.NUMBERS:
            return Standing(band=Band.NUMBERS)
        one = take_fingerprint(passage.query.segment)
        stood = self._first.get(one.shape)
        self._first[one.shape] = file
        if stood is None:
            return Standing(internal=self.earlier.compare_and_add(one))
        return Standing(band=Band.REPETITION if stood == file else Band.REPETITION_ACROSS)


def choose_band(standing: Standing, *, memory: int) -> Band:
    """The band of a segment, given the best score of a memory: 0 to 101."""
    if standing.is_translated and memory >= EXACT:
        return Band.CONTEXT if memory >= IN_CONTEXT else Band.EXACT
    if standing.band is not None:
        return standing.band
    return like(memory=memory, internal=standing.internal)


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
    amounts: dict[Band, TextAmount] = dict.fromkeys(Band, NO_AMOUNT)
    for passage, band in zip(file.passages, bands, strict=True):
        amounts[band] += passage.amount
    return FileFigures(name=file.name, format=file.format, bands=amounts, left_alone=file.left_alone)
