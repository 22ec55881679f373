"""The quality of a translation by the errors that its review found, after MQM (V8).

The score is 100 less the penalty points per 100 words of the segments that were reviewed, and not below 0.
Errors count whether they are resolved or not: the report is about what the review found.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.database.connections import Transaction
from dragoman.projects import review_store
from dragoman.projects.linguists.editing.first_pass import (
    NOTHING_EDITED,
    FirstPassDifference,
    measure_differences,
)
from dragoman.projects.linguists.editing.opening import Editor, TranslationAddress, open_translation
from dragoman.projects.review_model import (
    PENALTIES,
    ErrorCategory,
    ErrorCount,
    ErrorMark,
    ErrorSeverity,
    SegmentVerdict,
)
from dragoman.projects.segment_model import SegmentReview

PASS_MARK: Final = 95.0  # of the score; the same for all


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityFigures:
    """Reviewed words, and the errors that were found in them."""

    words: int  # of the sources
    errors: Mapping[ErrorMark, int]

    @property
    def count(self) -> int:
        """How many errors there are, neutral ones included."""
        return sum(self.errors.values())

    @property
    def penalty(self) -> int:
        """The penalty points of all errors."""
        return sum(PENALTIES[error.severity] * count for error, count in self.errors.items())

    @property
    def score(self) -> float | None:
        """0 to 100, in hundredths; None: nothing was reviewed."""
        return round(max(0.0, 100 * (1 - self.penalty / self.words)), 2) if self.words else None

    @property
    def passed(self) -> bool | None:
        """Whether the score reaches the pass mark."""
        return None if self.score is None else self.score >= PASS_MARK


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorFigures:
    """The figures of those reviewed segments that one author has written or confirmed in the first pass."""

    actor: str | None  # as the audit log names actors; None: not known, or a machine's text
    figures: QualityFigures


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityReport:
    """What the review of a translation found."""

    translation_id: int
    first_pass: int | None  # None: the first pass goes on, and nothing is compared with it
    segments: int
    words: int  # of all segments
    reviewed: int  # segments that were accepted, returned, edited since the first pass, or have an error
    accepted: int
    returned: int
    edited: int | None  # since the first pass
    edit_share: float | None  # of the words of the edited segments: those that were edited, 0 to 1
    figures: QualityFigures
    authors: Sequence[AuthorFigures]  # by their actor, unknown ones last


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewFacts:
    """What a report is made of."""

    translation_id: int
    first_pass: int | None
    verdicts: Sequence[SegmentVerdict]
    errors: Sequence[ErrorCount]
    authors: Mapping[int, str]  # by the number of a segment
    differences: Sequence[FirstPassDifference]


async def read_quality_report(
    tx: Transaction, address: TranslationAddress, *, editor: Editor
) -> QualityReport:
    """Report the quality of a translation. Raises `NotFound`, `Forbidden`."""
    translation = (await open_translation(tx, address, editor)).translation
    changed = (
        []
        if translation.first_pass is None
        else await review_store.list_changed_since(tx, translation.id, first_pass=translation.first_pass)
    )
    facts = ReviewFacts(
        translation_id=translation.id,
        first_pass=translation.first_pass,
        verdicts=await review_store.list_verdicts(tx, translation.id),
        errors=await review_store.count_errors(tx, translation.id),
        authors=await review_store.find_authors(tx, translation.id, until=translation.first_pass),
        differences=await asyncio.to_thread(measure_differences, changed),
    )
    return make_report(facts)


def make_report(facts: ReviewFacts) -> QualityReport:
    """Make a report of what a review found."""
    edited = {one.segment.number for one in facts.differences}
    erroneous = {one.number for one in facts.errors}
    reviewed = [
        one
        for one in facts.verdicts
        if one.review is not None or one.number in edited or one.number in erroneous
    ]
    reviews = Counter(one.review for one in facts.verdicts)
    has_first_pass = facts.first_pass is not None
    return QualityReport(
        translation_id=facts.translation_id,
        first_pass=facts.first_pass,
        segments=len(facts.verdicts),
        words=sum(one.words for one in facts.verdicts),
        reviewed=len(reviewed),
        accepted=reviews[SegmentReview.ACCEPTED],
        returned=reviews[SegmentReview.RETURNED],
        edited=len(edited) if has_first_pass else None,
        edit_share=_share(facts) if edited else (0.0 if has_first_pass else None),
        figures=QualityFigures(
            words=sum(one.words for one in reviewed),
            errors=_add_up(facts.errors),
        ),
        authors=_by_author(facts, reviewed),
    )


def _share(facts: ReviewFacts) -> float:
    """The share of the edited segments' words that were edited."""
    total = sum((one.amount for one in facts.differences), start=NOTHING_EDITED)
    return round(total.share, 4)


def _by_author(facts: ReviewFacts, reviewed: Sequence[SegmentVerdict]) -> Sequence[AuthorFigures]:
    words: Counter[str | None] = Counter()
    for one in reviewed:
        words[facts.authors.get(one.number)] += one.words
    errors: defaultdict[str | None, list[ErrorCount]] = defaultdict(list)
    for found in facts.errors:
        errors[facts.authors.get(found.number)].append(found)
    return [
        AuthorFigures(actor=actor, figures=QualityFigures(words=words[actor], errors=_add_up(errors[actor])))
        for actor in sorted(words, key=lambda actor: (actor is None, actor or ""))
    ]


def _add_up(found: Sequence[ErrorCount]) -> Mapping[ErrorMark, int]:
    """Count errors by kind, in the order of categories and severities."""
    counts: Counter[ErrorMark] = Counter()
    for one in found:
        counts[one.error] += one.count
    every = (
        ErrorMark(category=category, severity=severity)
        for category in ErrorCategory
        for severity in ErrorSeverity
    )
    return {error: counts[error] for error in every if counts[error]}
