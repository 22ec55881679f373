"""What a source has of a glossary's terms, and what its translation must say and must not."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from dragoman.segments import Segment
from dragoman.termbases.model import Concept, Term, TermStatus, clean_line
from dragoman.termbases.morphology import FormChange, compare_forms, pluralise, singularise
from dragoman.termbases.recognition.compiling import Glossary
from dragoman.termbases.recognition.index import Hit, TermIndex, find_hits
from dragoman.termbases.recognition.words import Words, cut, cut_segment


@dataclass(frozen=True, slots=True, kw_only=True)
class TermMatch:
    """A term in a source."""

    start: int  # offsets into the plain text of the segment
    end: int
    text: str  # as it stands there
    concept: Concept
    term: Term  # of the source language
    required: tuple[Term, ...]  # one of these must be in the translation, the best first; (): nothing must
    forbidden: tuple[Term, ...]  # none of these may be in it


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence:
    """A term in a translation."""

    start: int  # offsets into the plain text of the segment
    end: int
    concept: Concept
    term: Term  # of the target language


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetCheck:
    """What became of the terms of a source."""

    placed: tuple[tuple[TermMatch, Occurrence], ...]  # required and there
    missing: tuple[TermMatch, ...]  # required and not there
    forbidden: tuple[Occurrence, ...]  # there and forbidden


def recognise(glossary: Glossary, segment: Segment) -> tuple[TermMatch, ...]:
    """The terms of a source, in order. Of terms that overlap the longest stands, else the first.

    Several concepts may have the same term: then there is a match for each, with the same offsets, and a
    translation needs what any one of them requires. Where term bases have an order, only concepts of the
    first one that says something of these words have a match.
    """
    words = cut_segment(segment, glossary.sources[0].fold)
    hits = _find(glossary, glossary.sources, words)
    if not hits:
        return ()
    return tuple(
        _match(glossary, words, hit)
        for group in _longest(glossary, words, hits)
        for hit in _first_in_order(glossary, list(_nearest(words, group)))
    )


def check_target(glossary: Glossary, matches: Sequence[TermMatch], target: Segment) -> TargetCheck:
    """Look for what the terms of a source, as `recognise` gave them, require and forbid in its translation.

    Listed forms count as their term. One occurrence serves any number of matches of its concept. A forbidden
    term within a longer one that is required is none, nor is one where a required term fits better, as one
    with these capitals. Concepts without a term in the source's language forbid always.
    """
    words = cut_segment(target, glossary.targets[0].fold)
    asked = {id(match.concept) for match in matches}
    found: dict[tuple[int, str], list[Hit]] = {}
    permitted: list[Hit] = []
    against: list[Hit] = []
    for hit in _find(glossary, glossary.targets, words):
        rule = glossary.rules[hit.key.concept]
        known = id(rule.concept) in asked
        if hit.key.term.status is TermStatus.FORBIDDEN:
            if known or rule.always:
                against.append(hit)
        elif known:
            permitted.append(hit)
            found.setdefault((id(rule.concept), hit.key.term.text), []).append(hit)
    taken: set[tuple[int, int]] = set()
    places = [_place(glossary, words, match, found, taken) for match in matches]
    counted = [hit for hit in against if not any(_excuses(glossary, words, hit, one) for one in permitted)]
    return TargetCheck(
        placed=tuple((match, place) for match, place in zip(matches, places, strict=True) if place),
        missing=tuple(_missing(matches, places)) if None in places else (),
        forbidden=tuple(
            _occurrence(glossary, words, group[0]) for group in _longest(glossary, words, counted)
        ),
    )


def _find(glossary: Glossary, indices: Sequence[TermIndex], words: Words) -> list[Hit]:
    """Every place where words are a term that holds."""
    hits = [hit for index in indices for hit in find_hits(index, words)]
    return [hit for hit in hits if hit.key.concept not in glossary.ended] if glossary.ended else hits


def _match(glossary: Glossary, words: Words, hit: Hit) -> TermMatch:
    rule = glossary.rules[hit.key.concept]
    text = "".join(words.raw[hit.first : hit.last])
    if not (text.isascii() and text.isprintable()):
        text = clean_line(text)
    required = rule.required
    if rule.concept.do_not_translate:
        same = Term(language=glossary.target, text=text, case_sensitive=True)
        required = (same, *(term for term in required if term.text != text))
    return TermMatch(
        start=words.starts[hit.first],
        end=words.ends[hit.last - 1],
        text=text,
        concept=rule.concept,
        term=hit.key.term,
        required=required,
        forbidden=rule.forbidden,
    )


def _occurrence(glossary: Glossary, words: Words, hit: Hit) -> Occurrence:
    return Occurrence(
        start=words.starts[hit.first],
        end=words.ends[hit.last - 1],
        concept=glossary.rules[hit.key.concept].concept,
        term=hit.key.term,
    )


def _longest(glossary: Glossary, words: Words, hits: Sequence[Hit]) -> list[list[Hit]]:
    """Hits by where they are, in order, without those that overlap a longer one, or one as long before.

    Those at one place are in the order of their concepts.
    """
    if not hits:
        return []
    spans: dict[tuple[int, int], list[Hit]] = {}
    for hit in hits:
        spans.setdefault((hit.first, hit.last), []).append(hit)
    places, taken = words.places, bytearray(len(words.folded))
    kept = []
    for first, last in sorted(spans, key=lambda span: (places[span[0]] - places[span[1]], span[0])):
        if not any(taken[first:last]):
            taken[first:last] = b"\1" * (last - first)
            kept.append((first, last))
    rules = glossary.rules
    return [sorted(spans[span], key=lambda hit: rules[hit.key.concept].place) for span in sorted(kept)]


def _nearest(words: Words, group: Sequence[Hit]) -> Iterator[Hit]:
    """Of the terms that some words are, those that are most like them, one of each concept."""
    if len(group) == 1:
        yield group[0]
        return
    ranks = [_rank(words, hit) for hit in group]
    seen: set[int] = set()
    for hit, rank in zip(group, ranks, strict=True):
        if rank == min(ranks) and hit.key.concept not in seen:
            seen.add(hit.key.concept)
            yield hit


def _first_in_order(glossary: Glossary, hits: Sequence[Hit]) -> Sequence[Hit]:
    """Of what some words are, what the first term base says that asks anything of their translation."""
    if not glossary.ordered or len(hits) == 1:
        return hits
    rules = [glossary.rules[hit.key.concept] for hit in hits]
    asking = [
        rule.place[0] for rule in rules if rule.required or rule.forbidden or rule.concept.do_not_translate
    ]
    best = min(asking, default=None)
    return [hit for hit, rule in zip(hits, rules, strict=True) if best is None or rule.place[0] <= best]


def _rank(words: Words, hit: Hit) -> tuple[int, bool]:
    """How unlike a term the words are."""
    return hit.nearness, hit.key.cased != words.cased(hit.first, hit.last)


def _excuses(glossary: Glossary, words: Words, forbidden: Hit, permitted: Hit) -> bool:
    """Whether a permitted term is why a forbidden one seems to be there, or has precedence over it."""
    if not permitted.first <= forbidden.first < forbidden.last <= permitted.last:
        return False
    rules = glossary.rules
    if glossary.ordered and rules[permitted.key.concept].place[0] < rules[forbidden.key.concept].place[0]:
        return True
    longer = permitted.last - permitted.first > forbidden.last - forbidden.first
    return longer or _rank(words, permitted) < _rank(words, forbidden)


def _place(
    glossary: Glossary,
    words: Words,
    match: TermMatch,
    found: dict[tuple[int, str], list[Hit]],
    taken: set[tuple[int, int]],
) -> Occurrence | None:
    """Where a translation has what a term requires, the best of it. `taken`: by the matches before."""
    for at, term in enumerate(match.required):
        if at == 0 and match.concept.do_not_translate:
            span = _find_text(words, cut(term.text, glossary.targets[0].fold))
            if span is not None:
                start, end = words.starts[span[0]], words.ends[span[1] - 1]
                return Occurrence(start=start, end=end, concept=match.concept, term=term)
            continue
        hits = found.get((id(match.concept), term.text), [])
        hit = hits[0] if len(hits) == 1 else _choose_likest(hits, words, match, taken)
        if hit is not None and (len(hits) > 1 or not _has_other_number(words, match, hit)):
            taken.add((hit.first, hit.last))
            return _occurrence(glossary, words, hit)
        if span := _find_made_form(glossary, words, match, term):
            start, end = words.starts[span[0]], words.ends[span[1] - 1]
            return Occurrence(start=start, end=end, concept=match.concept, term=term)
        if hit is not None:
            return _occurrence(glossary, words, hit)
    return None


def _choose_likest(
    hits: Sequence[Hit], words: Words, match: TermMatch, taken: set[tuple[int, int]]
) -> Hit | None:
    """The occurrence that answers best to a term of the source, where a translation has several."""

    def unlike(hit: Hit) -> tuple[bool, bool, int]:
        return _has_other_number(words, match, hit), (hit.first, hit.last) in taken, hit.first

    return min(hits, key=unlike, default=None)


def _has_other_number(words: Words, match: TermMatch, hit: Hit) -> bool:
    """Whether the source has its term in the plural and the translation not, or the other way round."""
    change = compare_forms(match.term.text, match.text, match.term.language)
    said = words.joined[words.places[hit.first] : words.places[hit.last]]
    is_listed = compare_forms(hit.key.term.text, said, hit.key.term.language) is FormChange.NONE
    return change is not FormChange.OTHER and is_listed is not (change is FormChange.NONE)


def _find_made_form(glossary: Glossary, words: Words, match: TermMatch, term: Term) -> tuple[int, int] | None:
    """Where a translation has a term in the number of its source, although it counts in listed forms only."""
    change = compare_forms(match.term.text, match.text, match.term.language)
    if term.case_sensitive or change not in {FormChange.PLURAL, FormChange.SINGULAR}:
        return None
    make = functools.partial(pluralise, gender=term.gender) if change is FormChange.PLURAL else singularise
    made = make(term.text, glossary.target)
    wanted = cut(made, glossary.targets[0].fold) if made else None
    if wanted is None or wanted.joined not in words.joined:
        return None
    count = len(wanted.folded)
    starts = (at for at, word in enumerate(words.folded) if word == wanted.folded[0])
    return next(((at, at + count) for at in starts if words.folded[at : at + count] == wanted.folded), None)


def _find_text(words: Words, wanted: Words) -> tuple[int, int] | None:
    """Where words stand with the very capitals."""
    count = len(wanted.folded)
    if not count or wanted.joined not in words.joined:
        return None
    cased = wanted.cased(0, count)
    for first, word in enumerate(words.folded):
        if word == wanted.folded[0] and words.cased(first, first + count) == cased:
            return first, first + count
    return None


def _missing(matches: Sequence[TermMatch], places: Sequence[Occurrence | None]) -> Iterator[TermMatch]:
    """The matches of which the translation has nothing; of those at one place, the first speaks for all."""
    pairs = zip(matches, places, strict=True)
    for _, group in groupby(pairs, key=lambda pair: (pair[0].start, pair[0].end)):
        asked = [(match, place) for match, place in group if match.required]
        if asked and not any(place for _, place in asked):
            yield asked[0][0]
