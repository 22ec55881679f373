"""Comments on segments, and errors by the categories and severities of MQM, as values."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from dragoman.projects.segment_model import SegmentReview


class ErrorCategory(enum.StrEnum):
    """The dimension of an error in the typology of MQM, https://themqm.org. Stable."""

    ACCURACY = "accuracy"  # another meaning than the source: mistranslated, left out, added
    LINGUISTIC_CONVENTIONS = "linguistic_conventions"  # grammar, spelling, punctuation; once called fluency
    TERMINOLOGY = "terminology"  # another term than the term base's or the field's
    STYLE = "style"  # against the style guide, awkward, inconsistent
    LOCALE_CONVENTIONS = "locale_conventions"  # formats of numbers, dates, units, addresses
    AUDIENCE_APPROPRIATENESS = "audience_appropriateness"  # wrong for its readers and their culture
    DESIGN_AND_MARKUP = "design_and_markup"  # codes, layout, length
    CUSTOM = "custom"


class ErrorSeverity(enum.StrEnum):
    """How much harm an error does. Stable."""

    NEUTRAL = "neutral"  # none: another choice is preferred
    MINOR = "minor"
    MAJOR = "major"  # it misleads readers, or hinders them
    CRITICAL = "critical"  # the text cannot be used: danger, or loss


# Penalty points of an error, as MQM has them.
PENALTIES: Final[Mapping[ErrorSeverity, int]] = {
    ErrorSeverity.NEUTRAL: 0,
    ErrorSeverity.MINOR: 1,
    ErrorSeverity.MAJOR: 5,
    ErrorSeverity.CRITICAL: 25,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorMark:
    """What kind of error a comment is about."""

    category: ErrorCategory
    severity: ErrorSeverity


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentComment:
    """A comment on a segment."""

    id: int
    number: int  # of the segment
    revision: int  # of the segment, when it was written
    actor: str  # as the audit log names actors
    created: datetime
    text: str
    error: ErrorMark | None = None  # None: a remark
    resolved: datetime | None = None
    resolved_by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentVerdict:
    """What a quality report needs of each segment."""

    number: int
    words: int  # of the source
    review: SegmentReview | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorCount:
    """How many errors of a kind a segment has."""

    number: int  # of the segment
    error: ErrorMark
    count: int
