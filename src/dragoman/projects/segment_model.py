"""Versions of segments, and filters of segments, as values."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from dragoman.projects.model import SegmentChangeKind, SegmentReview, SegmentState


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentVersion:
    """What a segment was, from one revision of its translation on."""

    number: int  # of the segment
    revision: int
    target: str | None
    state: SegmentState
    origin: str | None
    score: int | None
    change: SegmentChangeKind | None
    changed: datetime | None
    changed_by: str | None


class MatchBand(enum.StrEnum):
    """What a segment's translation began with: a band of scores of memories, an engine, or nothing."""

    CONTEXT = "cm"
    EXACT = "100"
    HIGH = "75"  # to 99
    LOW = "50"  # to 74
    MACHINE = "mt"
    NONE = "none"  # or a person has written it


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentFilter:
    """Which segments are wanted. Empty and None: no condition."""

    states: Sequence[SegmentState] = ()
    matches: Sequence[MatchBand] = ()
    locked: bool | None = None
    changed_by: str | None = None  # an actor
    not_changed_by: str | None = None  # by others than this actor
    has_issues: bool | None = None
    issue: str | None = None  # the code of a check
    review: SegmentReview | None = None


EVERY_SEGMENT: Final = SegmentFilter()
