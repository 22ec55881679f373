"""The rows of segments, as HTML. The editor's script redraws a row that has changed in the same way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from dragoman.dashboard.page.chips import ChipWriter
from dragoman.dashboard.page.locale import translate as _
from dragoman.memories.scoring import EXACT, IN_CONTEXT
from dragoman.memories.segment_json import decode_segment
from dragoman.memories.units.tagging import number_codes
from dragoman.projects.segment_model import ProjectSegment, SegmentReview, SegmentState
from dragoman.projects.work.segmenting import ENGINE, MEMORY

PACK: Final = 50  # rows that are laid out together
_ROW: Final = Markup(
    '<div role="listitem" class="seg{issues}" id="s{number}" data-state="{state}" data-version="{version}"'
    "{locked}{review}>"
    '<span class="n">{shown}</span><div class="x" lang="{source_language}" dir="auto">{source}</div>'
    '<div class="t" lang="{target_language}" dir="auto">{target}</div>'
    '<div class="s"><span class="match {band}">{score}</span><span class="w">{words}</span>{verdict}'
    "</div></div>"
)
# The words for screen readers say it as well: the badge is for the eyes.
_VERDICT: Final = Markup('<span class="badge {kind} verdict" aria-hidden="true">{name}</span>')
_VERDICT_KINDS: Final = {SegmentReview.ACCEPTED: "ok", SegmentReview.RETURNED: "warn"}


@dataclass(frozen=True, slots=True, kw_only=True)
class RowLanguages:
    """The languages of a translation."""

    source: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _RowWords:
    """What rows call states and verdicts, and what writes their texts."""

    states: dict[SegmentState, str]
    reviews: dict[SegmentReview, str]
    chips: ChipWriter


def name_states() -> dict[SegmentState, str]:
    """What states are called."""
    return {
        SegmentState.NEW: _("Empty"),
        SegmentState.PRETRANSLATED: _("Suggested"),
        SegmentState.TRANSLATED: _("Translated"),
        SegmentState.CONFIRMED: _("Confirmed"),
    }


def name_reviews() -> dict[SegmentReview, str]:
    """What it is called that a reviewer made of a segment."""
    return {SegmentReview.ACCEPTED: _("Accepted"), SegmentReview.RETURNED: _("Returned")}


def write_rows(rows: Sequence[ProjectSegment], languages: RowLanguages) -> Markup:
    """Write rows one after another."""
    words = _RowWords(states=name_states(), reviews=name_reviews(), chips=ChipWriter())
    return Markup("").join(_write_row(row, languages, words) for row in rows)


def _write_row(row: ProjectSegment, languages: RowLanguages, names: _RowWords) -> Markup:
    source = decode_segment(row.source)
    target = decode_segment(row.target) if row.target is not None else ()
    numbers = number_codes(source, target)
    band, score = find_band(row)
    words = [_("Issues")] if row.issues else []
    words += [_("Locked")] if row.locked else []
    words += [names.reviews[row.review]] if row.review else []
    return _ROW.format(
        issues=" wrong" if row.issues else "",
        number=row.number,
        state=row.state.value,
        version=row.revision,
        locked=Markup(" data-locked") if row.locked else "",
        shown=row.number + 1,
        source_language=languages.source,
        target_language=languages.target,
        source=names.chips.write(source, numbers),
        target=names.chips.write(target, numbers),
        band=band,
        score=score,
        words=", ".join([*words, names.states[row.state]]),
        review=Markup(' data-review="{}"').format(row.review.value) if row.review else "",
        verdict=_write_verdict(row.review, names.reviews) if row.review else "",
    )


def _write_verdict(review: SegmentReview, names: dict[SegmentReview, str]) -> Markup:
    return _VERDICT.format(kind=_VERDICT_KINDS[review], name=names[review])


def find_band(row: ProjectSegment) -> tuple[str, str]:
    """Find the class of a match badge, and what it says."""
    if row.origin == ENGINE:
        return "mt", "MT"
    if row.origin != MEMORY or row.score is None:
        return "none", "–"
    if row.score >= IN_CONTEXT:
        return "cm", "CM"
    if row.score >= EXACT:
        return "m100", "100"
    return ("m75" if row.score >= _HIGH else "m50"), str(row.score)


_HIGH: Final = 75
