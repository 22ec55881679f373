"""The forms in which a segment is looked up in memories, and translations of the segment from the matches.

A segment is looked up whole and without its ends, which stay the segment's own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dragoman.memories.lookup import MemoryMatch, Query
from dragoman.memories.scoring import AMBIGUITY_PENALTY
from dragoman.segments import Segment, Text, codes, is_nested, normalise, plain_text
from dragoman.translation.model import (
    CodesMethod,
    IssueCode,
    MemoryUse,
    Origin,
    Translation,
    TranslationIssue,
    has_letters,
    issue,
)
from dragoman.translation.splitting.trimming import trim_ends


class LookupForm(NamedTuple):
    """A query for a segment, and the parts around it that are not looked up."""

    before: Segment
    query: Query
    after: Segment


def find_forms(query: Query) -> list[LookupForm]:
    """A segment whole, then without its ends where it has some; nothing for one without letters."""
    segment = query.segment
    if not has_letters(segment):
        return []
    forms = [LookupForm((), query, ())]
    if is_nested(segment):
        before, core, after = trim_ends(segment)
        if core and core != segment:
            forms.append(LookupForm(before, Query(segment=core, context=query.context), after))
    return forms


def take_first(
    forms: Sequence[LookupForm], found: Mapping[Query, Sequence[MemoryMatch]], threshold: int
) -> Translation | None:
    """The best unit of the first form that has one: its target has all codes and scores the threshold."""
    for form in forms:
        for match in found[form.query]:
            if rate(match) < threshold or match.target is None:
                continue
            if is_text(form.query.segment, match.target):
                issues = (issue(IssueCode.MEMORY_AMBIGUOUS),) if match.ambiguous else ()
                return make_translation(form, match, match.target, *issues)
    return None


def rate(match: MemoryMatch) -> int:
    """A match's score; other translations of the same source do not lower it."""
    return match.score + (AMBIGUITY_PENALTY if match.ambiguous else 0)


def is_text(segment: Segment, target: Segment) -> bool:
    """Whether a target has text, which cannot be parsed as a tag together with the letters around it."""
    text, shown = plain_text(segment), plain_text(target)
    return bool(shown.strip()) and ("<" not in shown or "<" in text)


def _between(segment: Segment, target: Segment) -> Segment:
    """The target with the white space that the segment has at its ends."""
    parts = list(target)
    if isinstance(first := parts[0], Text):
        lead = segment[0].text if isinstance(segment[0], Text) else ""
        parts[0] = Text(text=lead[: len(lead) - len(lead.lstrip())] + first.text.lstrip())
    if isinstance(last := parts[-1], Text):
        trail = segment[-1].text if isinstance(segment[-1], Text) else ""
        parts[-1] = Text(text=last.text.rstrip() + trail[len(trail.rstrip()) :])
    return normalise(parts)


def make_translation(
    form: LookupForm, match: MemoryMatch, target: Segment, *issues: TranslationIssue
) -> Translation:
    """A unit's target for a form of a segment as a translation of the whole segment."""
    placed = any(codes(form.query.segment))
    aside = any(codes((*form.before, *form.after)))
    segment = _between(form.query.segment, target)
    return Translation(
        segment=normalise((*form.before, *segment, *form.after)),
        origin=Origin.MEMORY,
        engine=None,
        codes=CodesMethod.MEMORY if placed else CodesMethod.EDGES if aside else CodesMethod.NONE,
        issues=issues,
        units=(MemoryUse(memory_id=match.found.memory_id, unit_id=match.found.id, score=match.score),),
    )
