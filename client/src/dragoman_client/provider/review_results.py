"""Reviews of translations: comments, what became of segments, reports of quality."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from dragoman_client.provider.segment_results import TranslationSegment


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorMark:
    """What kind of error a comment is about, by the typology of MQM."""

    category: str  # "accuracy", "terminology", "linguistic_conventions", "style" and so on
    severity: str  # "neutral", "minor", "major" or "critical": 0, 1, 5, 25 points


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentComment:
    """A comment on a segment."""

    id: int
    segment: int
    version: int = 0  # of the segment, when it was written
    text: str = field(default="", repr=False)
    error: ErrorMark | None = None  # None: a remark
    created_at: datetime | None = None
    created_by: str | None = None  # such as "user:7"
    created_by_name: str | None = None
    own: bool = False  # of the caller, who can delete it while it is not resolved
    resolved_at: datetime | None = None
    resolved_by: str | None = None
    resolved_by_name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewOutcome:
    """A segment after its review."""

    segment: TranslationSegment
    comment: SegmentComment | None = None  # with which it was returned


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptedSegments:
    """What accepting several segments did."""

    segments: tuple[TranslationSegment, ...]
    kept: tuple[int, ...] = ()  # not accepted: changed meanwhile, or translated by nobody yet


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstPassDifference:
    """A segment whose translation is another one than at the end of the first pass."""

    segment: TranslationSegment
    first_target: str | None = field(default=None, repr=False)  # None: there was none
    edit_share: float = 0.0  # how many of the words were edited, 0 to 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorCount:
    """How many errors of a kind there are."""

    category: str
    severity: str
    count: int
    penalty: int = 0  # points of all of them


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityFigures:
    """Reviewed words, and the errors in them."""

    reviewed_words: int  # of the sources
    error_count: int = 0
    penalty: int = 0
    score: float | None = None  # 100 × (1 - penalty / reviewed words), at least 0; None: nothing was reviewed
    errors: tuple[ErrorCount, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorQuality(QualityFigures):
    """The figures of what one author wrote or confirmed in the first pass."""

    author: str | None = None  # None: not known, or a machine's text
    author_name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityReport(QualityFigures):
    """What the review of a translation found."""

    first_pass_version: int | None = None  # of the translation, when it was handed back first
    segments: int = 0
    words: int = 0
    reviewed_segments: int = 0
    accepted_segments: int = 0
    returned_segments: int = 0
    edited_segments: int | None = None  # since the first pass; None: it goes on
    edit_share: float | None = None
    pass_mark: float = 0.0
    passed: bool | None = None
    authors: tuple[AuthorQuality, ...] = ()
