"""Translations that a memory has: taken before an engine is asked, from the threshold of the look-up up (T5).

A unit of the same text, with its codes in the same places, is taken as it is. One that is like the segment is
adapted (`adapting`); what cannot be adapted with certainty is not taken, and an engine translates.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from dragoman.memories.lookup import Match, Query
from dragoman.memories.scoring import AMBIGUITY_PENALTY, USUAL_THRESHOLD
from dragoman.segments import Segment, Text, codes, is_nested, normalise, plain_text
from dragoman.translation.adapting import Adapted, adapt
from dragoman.translation.assets import LookUp
from dragoman.translation.edges import strip_ends
from dragoman.translation.mending import find_likeness
from dragoman.translation.model import (
    CodesMethod,
    Issue,
    IssueCode,
    Origin,
    Remembered,
    Translation,
    has_letters,
    issue,
    worst_method,
)
from dragoman.translation.splitting import Plan, Splitting, plan
from dragoman.translation.wording import read_wording

Translate: TypeAlias = Callable[[Sequence[Segment]], Awaitable[Sequence[Translation]]]

_MOST_DIFFERENCES = 5  # words that a message names


class _Form(NamedTuple):
    """A segment as it is looked up, and what stands around it."""

    before: Segment
    query: Query
    after: Segment


async def recall(
    look_up: LookUp, queries: Sequence[Query], *, other_words: bool = False
) -> list[Translation | None]:
    """What memories know of each segment: whole, else without what its ends have; else what is like it.

    One look-up for all, and one for what is alike. `other_words`: also what has other words, where the
    look-up allows that; not for texts whose sentences are looked up next. None: nothing that can be used.
    """
    known = await _recall_same(look_up, queries)
    missing = [query for query, hit in zip(queries, known, strict=True) if hit is None]
    alike = await _find_alike(look_up, [query.segment for query in missing])
    return [
        hit if hit is not None else _adapt(look_up, alike.get(query.segment), other_words=other_words)
        for query, hit in zip(queries, known, strict=True)
    ]


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
    end. What only an engine's translation can tell the places of codes for goes to `translate` first.
    """
    plans = {segment: planned for segment in segments if (planned := _plan(segment, language, splitting))}
    sentences = dict.fromkeys(
        unit for planned in plans.values() for unit in planned.units if has_letters(unit)
    )
    asked = list(dict.fromkeys((*segments, *sentences)))
    recalled = await _recall_same(look_up, [Query(segment=segment) for segment in asked])
    known = {segment: hit for segment, hit in zip(asked, recalled, strict=True) if hit is not None}
    needed = _find_needed(segments, plans, known)
    alike = await _find_alike(look_up, needed)
    for segment, found in alike.items():
        if (hit := _adapt(look_up, found, other_words=segment not in plans)) is not None:
            known[segment] = hit
    cut = {
        segment: planned
        for segment, planned in plans.items()
        if segment not in known and not (known.keys() | alike.keys()).isdisjoint(planned.units)
    }
    missing = list(
        dict.fromkeys(
            one
            for segment in segments
            for one in (cut[segment].units if segment in cut else (segment,))
            if one not in known and (segment not in cut or has_letters(one))
        )
    )
    if missing:
        made = await translate(missing)
        for segment, one in zip(missing, made, strict=True):
            known[segment] = _adapt_by(look_up, alike.get(segment), one, other_words=segment not in plans)
    return [_join(segment, cut[segment], known) if segment in cut else known[segment] for segment in segments]


def may_take(query: Query, match: Match, *, threshold: int | None) -> bool:
    """Whether a unit may be taken for a segment by its score and its words, as `open_look_up` says.

    That it can be adapted is not looked at: an engine may have to tell.
    """
    if _points(match) < (USUAL_THRESHOLD if threshold is None else threshold):
        return False
    return threshold is not None or match.target is not None or _has_same_words(query, match)


def _has_same_words(query: Query, match: Match) -> bool:
    asked, kept = read_wording(query.segment), read_wording(match.found.unit.source)
    return bool(asked.tokens and kept.tokens) and find_likeness(asked, kept).same_words


def _find_needed(
    segments: Sequence[Segment], plans: Mapping[Segment, Plan], known: Mapping[Segment, Translation]
) -> list[Segment]:
    """What is looked up a second time: what no memory has as it is, and the sentences of these."""
    missing = [segment for segment in segments if segment not in known]
    parts = [unit for segment in missing if segment in plans for unit in plans[segment].units]
    return list(dict.fromkeys(one for one in (*missing, *parts) if one not in known))


async def _recall_same(look_up: LookUp, queries: Sequence[Query]) -> list[Translation | None]:
    forms = [_forms(query) for query in queries]
    wanted = list(dict.fromkeys(form.query for some in forms for form in some))
    found = dict(zip(wanted, await look_up(wanted), strict=True)) if wanted else {}
    return [_first(some, found, look_up.threshold) for some in forms]


class _Alike(NamedTuple):
    """A segment without its ends, and the units that are like it."""

    form: _Form
    matches: Sequence[Match]


async def _find_alike(look_up: LookUp, segments: Sequence[Segment]) -> dict[Segment, _Alike]:
    """For each segment what is like it; those for which there is nothing are left out."""
    forms = {
        segment: forms[-1]
        for segment in dict.fromkeys(segments)
        if is_nested(segment) and (forms := _forms(Query(segment=segment)))
    }
    found = await look_up.find_similar([form.query.segment for form in forms.values()])
    return {
        segment: _Alike(form, matches)
        for (segment, form), matches in zip(forms.items(), found, strict=True)
        if matches
    }


def _adapt(
    look_up: LookUp, alike: _Alike | None, *, other_words: bool, hint: Segment | None = None
) -> Translation | None:
    """The best of what is like a segment, with the segment's codes; the same words before other ones."""
    second: Translation | None = None
    for match in alike.matches if alike is not None else ():
        assert alike is not None
        if not (other_words and look_up.other_words) and not _has_same_words(alike.form.query, match):
            continue
        adapted = adapt(alike.form.query.segment, match.found.unit, languages=look_up.languages, hint=hint)
        if adapted is None or not _is_text(alike.form.query.segment, adapted.target):
            continue
        if adapted.same_words:
            return _translation(alike.form, match, adapted.target, _tell(adapted))
        if second is None and other_words and look_up.other_words:
            second = _translation(alike.form, match, adapted.target, _tell(adapted))
    return second


def _adapt_by(look_up: LookUp, alike: _Alike | None, made: Translation, *, other_words: bool) -> Translation:
    """A memory's translation with its codes where the engine's has them; else the engine's."""
    if alike is None or made.origin is not Origin.ENGINE:
        return made
    hint = strip_ends(made.segment).core if alike.form.before or alike.form.after else made.segment
    adapted = _adapt(look_up, alike, other_words=other_words, hint=hint)
    return made if adapted is None else adapted


def _tell(adapted: Adapted) -> Issue:
    """What deserves a look: how the memory's text differs."""
    if adapted.same_words:
        return issue(IssueCode.MEMORY_ADAPTED)
    told = issue(IssueCode.MEMORY_FUZZY)
    here, there = (", ".join(words[:_MOST_DIFFERENCES]) for words in (adapted.here, adapted.there))
    return replace(told, message=f"{told.message} Words of this text: {here or '-'}; of its: {there or '-'}.")


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


def _first(
    forms: Sequence[_Form], found: Mapping[Query, Sequence[Match]], threshold: int
) -> Translation | None:
    for form in forms:
        for match in found[form.query]:
            if _points(match) < threshold or match.target is None:
                continue
            if _is_text(form.query.segment, match.target):
                issues = (issue(IssueCode.MEMORY_AMBIGUOUS),) if match.ambiguous else ()
                return _translation(form, match, match.target, *issues)
    return None


def _points(match: Match) -> int:
    """A match's score; that other units say something else does not speak against it."""
    return match.score + (AMBIGUITY_PENALTY if match.ambiguous else 0)


def _is_text(segment: Segment, target: Segment) -> bool:
    """Whether a target says something, and nothing that reads as a tag beside the letters around it."""
    text, said = plain_text(segment), plain_text(target)
    return bool(said.strip()) and ("<" not in said or "<" in text)


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


def _translation(form: _Form, match: Match, target: Segment, *issues: Issue) -> Translation:
    placed = any(codes(form.query.segment))
    aside = any(codes((*form.before, *form.after)))
    segment = _between(form.query.segment, target)
    return Translation(
        segment=normalise((*form.before, *segment, *form.after)),
        origin=Origin.MEMORY,
        engine=None,
        codes=CodesMethod.MEMORY if placed else CodesMethod.EDGES if aside else CodesMethod.NONE,
        issues=issues,
        units=(Remembered(memory_id=match.found.memory_id, unit_id=match.found.id, score=match.score),),
    )


def _plan(segment: Segment, language: str, splitting: Splitting) -> Plan | None:
    """How a segment goes by texts or sentences; None for one that goes whole."""
    if not is_nested(segment):
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
