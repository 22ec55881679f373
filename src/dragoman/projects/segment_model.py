"""Segments of translations, their versions, and filters of segments, as values."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final


class SegmentState(enum.StrEnum):
    """The state of a segment's translation."""

    NEW = "new"  # no translation
    PRETRANSLATED = "pretranslated"  # by a memory or an engine
    TRANSLATED = "translated"  # by a linguist
    CONFIRMED = "confirmed"  # by a linguist, who vouches for it


class SegmentChangeKind(enum.StrEnum):
    """How a segment's translation was changed. Stable."""

    SUGGESTED = "suggested"  # by the service, with what memories and engines have
    EDITED = "edited"  # by a person, or a program, in this segment
    PROPAGATED = "propagated"  # from another segment with the same source
    IMPORTED = "imported"  # with a package
    REPLACED = "replaced"  # by a replacement in many segments
    RESTORED = "restored"  # to an earlier version
    UNDONE = "undone"
    LOCKED = "locked"  # by a manager; the translation is the same
    UNLOCKED = "unlocked"
    RETURNED = "returned"  # by a reviewer: it is to be confirmed again; the translation is the same


class SegmentReview(enum.StrEnum):
    """What a reviewer thinks of a segment's translation as it is now. Stable."""

    ACCEPTED = "accepted"
    RETURNED = "returned"  # to its translator, with a comment


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectSegment:
    """A segment of a translation: a sentence of a unit of the document, or a whole unit."""

    number: int  # from 0, in reading order
    unit: str  # its id in the document
    part: int | None  # from 0, of the unit's sentences; None: the row is the whole unit
    key: str | None  # the unit's key in the file, such as a string's
    note: str | None  # for linguists
    source: str  # encoded by `memories.segment_json.encode_segment`, with placeholders as codes
    max_length: int | None = None  # characters of a translation that fit its place, as the file says
    target: str | None = None
    state: SegmentState = SegmentState.NEW
    origin: str | None = None  # memory, engine, human; joined: a human's, for several segments at once
    score: int | None = None  # of the memory's match
    previous: str = ""  # the text before it in the document: the context for analysis and memories
    next: str = ""
    words: int | None = None  # of the source; None: not counted
    changed: datetime | None = None
    changed_by: str | None = None  # as the audit log names actors; None: the service, or not known
    change: SegmentChangeKind | None = None  # None: never changed, or by an earlier release
    revision: int = 0  # of its translation, by the last change; 0: not changed since its versions are kept
    locked: bool = False  # by a manager: nobody changes its translation
    issues: tuple[str, ...] | None = None  # codes of the checks' findings; None: not checked since the change
    review: SegmentReview | None = None  # None: not reviewed since the change of its translation or state
    reviewed_by: str | None = None
    reviewed: datetime | None = None
    signature: str | None = None  # of the source's tokens; None: it was made by an earlier release


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
