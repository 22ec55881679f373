"""Translations that a memory has: taken before an engine is asked, where somebody stands for them (T5).

A unit is used when its text is the same, its codes stand in the same places, and nothing is taken off its
score: it is confirmed, no machine's, and of this variety of the languages. The codes of the segment must have
certain places in it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from dragoman.memories.lookup import Match, Query
from dragoman.memories.scoring import AMBIGUITY_PENALTY, EXACT
from dragoman.segments import Segment, Text, codes, is_nested, normalise, plain_text
from dragoman.translation.assets import LookUp
from dragoman.translation.edges import strip_ends
from dragoman.translation.model import (
    CodesMethod,
    IssueCode,
    Origin,
    Remembered,
    Translation,
    has_letters,
    issue,
    worst_method,
)
from dragoman.translation.splitting import Plan, Splitting, plan

Translate: TypeAlias = Callable[[Sequence[Segment]], Awaitable[Sequence[Translation]]]


class _Form(NamedTuple):
    """A segment as it is looked up, and what stands around it."""

    before: Segment
    query: Query
    after: Segment


async def recall(look_up: LookUp, queries: Sequence[Query]) -> list[Translation | None]:
    """What memories know of each segment: as it stands, else without what stands at its ends.

    One look-up for all. None: nothing that can be used.
    """
    forms = [_forms(query) for query in queries]
    wanted = list(dict.fromkeys(form.query for some in forms for form in some))
    found = dict(zip(wanted, await look_up(wanted), strict=True)) if wanted else {}
    return [_first(some, found) for some in forms]


async def remember(
    look_up: LookUp,
    segments: Sequence[Segment],
    translate: Translate,
    *,
    language: str,
    splitting: Splitting,
) -> list[Translation]:
    """Translate different segments: from memory what is there, by `translate` what is not.

    A segment that goes by sentences is looked up by sentences too; the source's `language` says where they
    end.
    """
    plans = {segment: planned for segment in segments if (planned := _plan(segment, language, splitting))}
    sentences = dict.fromkeys(
        unit for planned in plans.values() for unit in planned.units if has_letters(unit)
    )
    asked = list(dict.fromkeys((*segments, *sentences)))
    recalled = await recall(look_up, [Query(segment=segment) for segment in asked])
    known = {segment: hit for segment, hit in zip(asked, recalled, strict=True) if hit is not None}
    cut = {
        segment: planned
        for segment, planned in plans.items()
        if segment not in known and not known.keys().isdisjoint(planned.units)
    }
    missing = dict.fromkeys(
        one
        for segment in segments
        for one in (cut[segment].units if segment in cut else (segment,))
        if one not in known and (segment not in cut or has_letters(one))
    )
    if missing:
        known |= zip(missing, await translate(list(missing)), strict=True)
    return [_join(segment, cut[segment], known) if segment in cut else known[segment] for segment in segments]


def _forms(query: Query) -> list[_Form]:
    segment = query.segment
    if not has_letters(segment):
        return []
    forms = [_Form((), query, ())]
    if is_nested(segment):
        before, core, after = strip_ends(segment)
        if core and core != segment:
            forms.append(_Form(before, Query(segment=core, context=query.context), after))
    return forms


def _first(forms: Sequence[_Form], found: Mapping[Query, Sequence[Match]]) -> Translation | None:
    for form in forms:
        for match in found[form.query]:
            target = _usable(form.query.segment, match)
            if target is not None:
                return _translation(form, match, target)
    return None


def _usable(segment: Segment, match: Match) -> Segment | None:
    """The target of a match that somebody stands for, with the segment's white space at its ends."""
    score = match.score + (AMBIGUITY_PENALTY if match.ambiguous else 0)
    if score < EXACT or match.target is None:
        return None
    text, said = plain_text(segment), plain_text(match.target)
    if not said.strip() or ("<" in said and "<" not in text):  # letters beside it could read as a tag
        return None
    return _between(segment, match.target)


def _between(segment: Segment, target: Segment) -> Segment:
    """The target with the white space that the segment has at its ends, which is its own affair."""
    parts = list(target)
    if isinstance(first := parts[0], Text):
        lead = segment[0].text if isinstance(segment[0], Text) else ""
        parts[0] = Text(text=lead[: len(lead) - len(lead.lstrip())] + first.text.lstrip())
    if isinstance(last := parts[-1], Text):
        trail = segment[-1].text if isinstance(segment[-1], Text) else ""
        parts[-1] = Text(text=last.text.rstrip() + trail[len(trail.rstrip()) :])
    return normalise(parts)


def _translation(form: _Form, match: Match, target: Segment) -> Translation:
    placed = any(codes(form.query.segment))
    aside = any(codes((*form.before, *form.after)))
    return Translation(
        segment=normalise((*form.before, *target, *form.after)),
        origin=Origin.MEMORY,
        engine=None,
        codes=CodesMethod.MEMORY if placed else CodesMethod.EDGES if aside else CodesMethod.NONE,
        issues=(issue(IssueCode.MEMORY_AMBIGUOUS),) if match.ambiguous else (),
        units=(Remembered(memory_id=match.found.memory_id, unit_id=match.found.id, score=match.score),),
    )


def _plan(segment: Segment, language: str, splitting: Splitting) -> Plan | None:
    """How a segment goes by sentences; None for one that goes whole."""
    if len(plain_text(segment)) <= splitting.longest or not is_nested(segment):
        return None
    planned = plan(segment, language=language, splitting=splitting)
    return planned if len(planned.units) > 1 else None


def _join(segment: Segment, planned: Plan, known: Mapping[Segment, Translation]) -> Translation:
    """A segment's translation from those of its sentences. It is a memory's when all of them are."""
    parts = [known[unit] for unit in planned.units if has_letters(unit)]
    target = planned.join([known[unit].segment if unit in known else unit for unit in planned.units])
    made = [one.origin for one in parts if one.origin is not Origin.UNCHANGED]
    engines = dict.fromkeys(one.engine for one in parts if one.engine is not None)
    aside = CodesMethod.EDGES if any(codes(segment)) else CodesMethod.NONE
    return Translation(
        segment=target,
        origin=Origin.ENGINE if Origin.ENGINE in made else Origin.MEMORY,
        engine=", ".join(engines) or None,
        codes=worst_method([aside, *(one.codes for one in parts)]),
        issues=tuple(dict.fromkeys(one for part in parts for one in part.issues)),
        units=tuple(unit for part in parts for unit in part.units),
    )
