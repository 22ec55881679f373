"""A segment as runs: its texts and standalone codes, each with the elements around it.

`boundaries` finds the runs at which a text begins, `pieces` cuts there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import regex

from dragoman.segments import Code, CodeKind, Part, Segment, Text
from dragoman.segments.structure import Vocabulary
from dragoman.translation.protection.placeholders import CONTENT_TYPES

MARK: Final = "term"  # the type of pairs that mark terms: `marking`
STRUCTURE: Final = Vocabulary(words=CONTENT_TYPES, marks=frozenset({MARK}))

_WORD: Final = regex.compile(r"[\p{L}\p{N}]")


@dataclass(frozen=True, slots=True)
class SegmentRun:
    """A text or standalone code with the pairs around it, and the halves of pairs before it."""

    part: Part
    ids: frozenset[str]  # of the pairs around it, without marks
    halves: tuple[Code, ...]  # of pairs, before it, marks included

    @property
    def has_words(self) -> bool:
        """Whether it is a text with letters or digits, or a code that represents a word."""
        if isinstance(self.part, Text):
            return _WORD.search(self.part.text) is not None
        return self.part.type in CONTENT_TYPES


def read_runs(segment: Segment) -> Iterator[SegmentRun]:
    """The runs of a segment with nested pairs, in order."""
    ids: frozenset[str] = frozenset()
    halves: list[Code] = []
    for part in segment:
        if isinstance(part, Text) or part.kind is CodeKind.STANDALONE:
            yield SegmentRun(part, ids, tuple(halves))
            halves = []
            continue
        halves.append(part)
        if part.type != MARK:
            change = frozenset({part.id})
            ids = ids | change if part.kind is CodeKind.OPEN else ids - change
