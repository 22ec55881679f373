"""Use translations from memories, before engines, from the threshold of the look-up on (T5).

A unit with the same text and its codes in the same places is used unchanged. A similar unit is adapted
(`adapting`); if that is uncertain, an engine translates.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from dragoman.cpu_work import run, weigh
from dragoman.memories.lookup import MemoryMatch, Query
from dragoman.memories.scoring import USUAL_THRESHOLD
from dragoman.segments import Segment, codes, is_nested
from dragoman.translation.assets import MemoryLookup
from dragoman.translation.memory.adapting import AdaptedTarget, adapt
from dragoman.translation.memory.adjusting import find_likeness
from dragoman.translation.memory.lookup_forms import (
    LookupForm,
    find_forms,
    is_text,
    make_translation,
    rate,
    take_first,
)
from dragoman.translation.memory.segment_tokens import tokenise_segment
from dragoman.translation.model import (
    CodesMethod,
    IssueCode,
    Origin,
    Translation,
    TranslationIssue,
    has_letters,
    issue,
    worst_method,
)
from dragoman.translation.splitting.sentences import SegmentPlan, Splitting, is_one_unit, plan
from dragoman.translation.splitting.trimming import trim_ends

Translate: TypeAlias = Callable[[Sequence[Segment]], Awaitable[Sequence[Translation]]]

_MOST_DIFFERENCES = 5  # words that a message names


async def find_translations(
    look_up: MemoryLookup, queries: Sequence[Query], *, other_words: bool = False
) -> list[Translation | None]:
    """Find each segment's translation in memories: of the whole, else without its ends; else a similar one.

    One look-up for all, and one for similar units. `other_words`: also units with other words, if the look-up
    allows that; not for texts whose sentences are looked up next. None: there is no usable unit.
    """
    known = await _recall_same(look_up, queries)
    missing = [query for query, hit in zip(queries, known, strict=True) if hit is None]
    alike = await _find_alike(look_up, [query.segment for query in missing])
    return [
        hit if hit is not None else _adapt(look_up, alike.get(query.segment), other_words=other_words)
        for query, hit in zip(queries, known, strict=True)
    ]


async def translate_with_memories(
    look_up: MemoryLookup,
    segments: Sequence[Segment],
    translate: Translate,
    *,
    language: str,
    splitting: Splitting,
) -> list[Translation]:
    """Translate different segments: from memories if possible, all others by `translate`.

    A segment that is split into sentences is looked up by sentences too, split by the source's `language`.
    Where only an engine's translation can show the places of codes, `translate` is called first.
    """
    weight = weigh(segments)
    plans = await run(weight, lambda: _find_plans(segments, language, splitting))
    sentences = dict.fromkeys(
        unit for planned in plans.values() for unit in planned.units if has_letters(unit)
    )
    query_tokens = list(dict.fromkeys((*segments, *sentences)))
    recalled = await _recall_same(look_up, [Query(segment=segment) for segment in query_tokens])
    known = {segment: hit for segment, hit in zip(query_tokens, recalled, strict=True) if hit is not None}
    needed = _find_needed(segments, plans, known)
    alike = await _find_alike(look_up, needed)
    known |= await run(weight, lambda: _adapt_all(look_up, alike, plans))
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

        def adapt_made() -> dict[Segment, Translation]:
            return {
                segment: _adapt_by(look_up, alike.get(segment), one, other_words=segment not in plans)
                for segment, one in zip(missing, made, strict=True)
            }

        known |= await run(weight, adapt_made)

    def join_all() -> list[Translation]:
        return [
            _join(segment, cut[segment], known) if segment in cut else known[segment] for segment in segments
        ]

    return await run(weight, join_all)


def is_acceptable(query: Query, match: MemoryMatch, *, threshold: int | None) -> bool:
    """Whether a unit may be used for a segment by its score and its words, as in `create_memory_lookup`.

    Whether it can be adapted is not checked: that may need an engine's translation.
    """
    if rate(match) < (USUAL_THRESHOLD if threshold is None else threshold):
        return False
    return threshold is not None or match.target is not None or _has_same_words(query, match)


def _has_same_words(query: Query, match: MemoryMatch) -> bool:
    query_tokens, source_tokens = tokenise_segment(query.segment), tokenise_segment(match.found.unit.source)
    return (
        bool(query_tokens.tokens and source_tokens.tokens)
        and find_likeness(query_tokens, source_tokens).same_words
    )


def _find_needed(
    segments: Sequence[Segment], plans: Mapping[Segment, SegmentPlan], known: Mapping[Segment, Translation]
) -> list[Segment]:
    """The segments of the second look-up: those without an exact match, and their sentences."""
    missing = [segment for segment in segments if segment not in known]
    parts = [unit for segment in missing if segment in plans for unit in plans[segment].units]
    return list(dict.fromkeys(one for one in (*missing, *parts) if one not in known))


async def _recall_same(look_up: MemoryLookup, queries: Sequence[Query]) -> list[Translation | None]:
    weight = weigh(query.segment for query in queries)
    forms = await run(weight, lambda: list(map(find_forms, queries)))
    wanted = list(dict.fromkeys(form.query for some in forms for form in some))
    found = dict(zip(wanted, await look_up(wanted), strict=True)) if wanted else {}
    return await run(weight, lambda: [take_first(some, found, look_up.threshold) for some in forms])


class _Alike(NamedTuple):
    """A segment without its ends, and the units that are similar to it."""

    form: LookupForm
    matches: Sequence[MemoryMatch]


async def _find_alike(look_up: MemoryLookup, segments: Sequence[Segment]) -> dict[Segment, _Alike]:
    """The similar units of each segment; segments without any are left out."""

    def find_cores() -> dict[Segment, LookupForm]:
        return {
            segment: forms[-1]
            for segment in dict.fromkeys(segments)
            if is_nested(segment) and (forms := find_forms(Query(segment=segment)))
        }

    forms = await run(weigh(segments), find_cores)
    found = await look_up.find_similar([form.query.segment for form in forms.values()])
    return {
        segment: _Alike(form, matches)
        for (segment, form), matches in zip(forms.items(), found, strict=True)
        if matches
    }


def _adapt_all(
    look_up: MemoryLookup, alike: Mapping[Segment, _Alike], plans: Mapping[Segment, SegmentPlan]
) -> dict[Segment, Translation]:
    adapted = {
        segment: _adapt(look_up, found, other_words=segment not in plans) for segment, found in alike.items()
    }
    return {segment: hit for segment, hit in adapted.items() if hit is not None}


def _adapt(
    look_up: MemoryLookup, alike: _Alike | None, *, other_words: bool, hint: Segment | None = None
) -> Translation | None:
    """The best similar unit, with the segment's codes; one with the same words before others."""
    second: Translation | None = None
    for match in alike.matches if alike is not None else ():
        assert alike is not None
        if not (other_words and look_up.other_words) and not _has_same_words(alike.form.query, match):
            continue
        adapted = adapt(alike.form.query.segment, match.found.unit, languages=look_up.languages, hint=hint)
        if adapted is None or not is_text(alike.form.query.segment, adapted.target):
            continue
        if adapted.same_words:
            return make_translation(alike.form, match, adapted.target, _find_issue(adapted))
        if second is None and other_words and look_up.other_words:
            second = make_translation(alike.form, match, adapted.target, _find_issue(adapted))
    return second


def _adapt_by(
    look_up: MemoryLookup, alike: _Alike | None, made: Translation, *, other_words: bool
) -> Translation:
    """A memory's translation with its codes where the engine's has them; else the engine's."""
    if alike is None or made.origin is not Origin.ENGINE:
        return made
    hint = trim_ends(made.segment).core if alike.form.before or alike.form.after else made.segment
    adapted = _adapt(look_up, alike, other_words=other_words, hint=hint)
    return made if adapted is None else adapted


def _find_issue(adapted: AdaptedTarget) -> TranslationIssue:
    """The issue of an adapted translation: how the memory's source differs."""
    if adapted.same_words:
        return issue(IssueCode.MEMORY_ADAPTED)
    fuzzy = issue(IssueCode.MEMORY_FUZZY)
    here, there = (", ".join(words[:_MOST_DIFFERENCES]) for words in (adapted.here, adapted.there))
    return replace(
        fuzzy, message=f"{fuzzy.message} Words of this text: {here or '-'}; of its: {there or '-'}."
    )


def _find_plans(
    segments: Iterable[Segment], language: str, splitting: Splitting
) -> dict[Segment, SegmentPlan]:
    return {segment: planned for segment in segments if (planned := _plan(segment, language, splitting))}


def _plan(segment: Segment, language: str, splitting: Splitting) -> SegmentPlan | None:
    """The plan of a segment that is split; None for one that is translated as a whole."""
    if is_one_unit(segment, splitting) or not is_nested(segment):
        return None
    planned = plan(segment, language=language, splitting=splitting)
    return planned if len(planned.units) > 1 else None


def _join(segment: Segment, planned: SegmentPlan, known: Mapping[Segment, Translation]) -> Translation:
    """Join a segment's translation from those of its sentences. It is a memory's if all of them are."""
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
