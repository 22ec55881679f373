"""Choosing each segment's match band, from memories and from earlier segments of the same analysis.

In this order: protected or without letters; 101; 100; repetition; the better fuzzy match of a memory or an
earlier segment, the memory's where both are in the same band; none.
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
    AnalysisSegment,
    Band,
    File,
    FileFigures,
    TextAmount,
    Treatment,
)
from dragoman.analysis.similarity import EarlierSegments
from dragoman.memories.fingerprints import take_fingerprint
from dragoman.memories.scoring import EXACT, IN_CONTEXT


@dataclass(frozen=True, slots=True, kw_only=True)
class InternalMatch:
    """What the analysis itself knows of a segment, before look-ups in memories."""

    band: Band | None = None  # its band unless a memory has an exact match
    internal: int = 0  # the score of the most similar earlier segment: 0, or `LEAST` to 99

    @property
    def is_translated(self) -> bool:
        """Whether it is translated, so that matches of memories count."""
        return self.band not in (Band.PROTECTED, Band.NUMBERS)

    @property
    def least(self) -> int:
        """The least score with which a fuzzy match of a memory decides the band."""
        return next((floor for floor in FLOORS if self.internal >= floor), LEAST)


@dataclass(slots=True)
class Sorter:
    """Compares the segments of an analysis with earlier ones, file by file and in order."""

    earlier: EarlierSegments = field(default_factory=EarlierSegments)
    _first: dict[str, int] = field(default_factory=dict)  # shape → the last file that has it, from 0

    def sort(self, segments: Sequence[AnalysisSegment], *, file: int) -> list[InternalMatch]:
        """Compare segments of a file, possibly in several calls. `file` is its number, from 0."""
        return [self._sort(segment, file) for segment in segments]

    def _sort(self, segment: AnalysisSegment, file: int) -> InternalMatch:
        if segment.treatment is Treatment.PROTECTED:
            return InternalMatch(band=Band.PROTECTED)
        if segment.treatment is Treatment.NUMBERS:
            return InternalMatch(band=Band.NUMBERS)
        fingerprint = take_fingerprint(segment.query.segment)
        previous_file = self._first.get(fingerprint.shape)
        self._first[fingerprint.shape] = file
        if previous_file is None:
            return InternalMatch(internal=self.earlier.compare_and_add(fingerprint))
        return InternalMatch(band=Band.REPETITION if previous_file == file else Band.REPETITION_ACROSS)


def choose_band(internal_match: InternalMatch, *, memory: int) -> Band:
    """Choose the band of a segment, given the best score of a memory: 0 to 101."""
    if internal_match.is_translated and memory >= EXACT:
        return Band.CONTEXT if memory >= IN_CONTEXT else Band.EXACT
    if internal_match.band is not None:
        return internal_match.band
    return like(memory=memory, internal=internal_match.internal)


def like(*, memory: int, internal: int) -> Band:
    """Choose the band of a segment without an exact match; scores 0 to 99."""
    for floor, fuzzy, inner in zip(FLOORS, FUZZY, INTERNAL, strict=True):
        if memory >= floor:
            return fuzzy
        if internal >= floor:
            return inner
    return Band.NONE


def add_up(file: File, bands: Sequence[Band]) -> FileFigures:
    """Add up a file's figures from the band of each of its segments."""
    amounts: dict[Band, TextAmount] = dict.fromkeys(Band, NO_AMOUNT)
    for segment, band in zip(file.segments, bands, strict=True):
        amounts[band] += segment.amount
    return FileFigures(name=file.name, format=file.format, bands=amounts, left_alone=file.left_alone)
