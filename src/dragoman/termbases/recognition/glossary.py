"""A term base made ready for a pair of languages: what a source has, and what its translation must say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from dragoman.segments import Segment
from dragoman.termbases.model import Concept, Status, Term, clean_line
from dragoman.termbases.recognition.index import Hit, TermIndex, build_index, find_hits
from dragoman.termbases.recognition.varieties import Varieties
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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rule:
    """What a concept asks of a translation."""

    concept: Concept
    required: tuple[Term, ...]
    forbidden: tuple[Term, ...]
    always: bool  # has no term in the source's language, so it forbids whatever the source says


@dataclass(frozen=True, slots=True, kw_only=True)
class Glossary:
    """A term base for one pair of languages. Made by `compile_glossary`; may be shared by threads."""

    source: str
    target: str
    rules: tuple[_Rule, ...] = field(repr=False)
    sources: TermIndex = field(repr=False)
    targets: TermIndex = field(repr=False)
    forbids_always: bool = False  # some concept forbids whatever the source says


def compile_glossary(concepts: Iterable[Concept], *, source: str, target: str) -> Glossary:
    """Make a term base ready for a pair of canonical codes.

    A source is read with the terms of every variety of its language that is written in the same script. Of a
    target, terms of the very variety come before those of the language as a whole; another variety's are not
    asked for, unless the target is the language as a whole.
    """
    rules: list[_Rule] = []
    source_terms: list[tuple[int, Term]] = []
    target_terms: list[tuple[int, Term]] = []
    of_source, of_target = Varieties(source), Varieties(target)
    for concept in concepts:
        own = [term for term in concept.terms if of_source.includes(term.language)]
        required, forbidden = of_target.choose(concept.terms)
        if not own and not forbidden:
            continue
        number = len(rules)
        rules.append(_Rule(concept=concept, required=required, forbidden=forbidden, always=not own))
        source_terms += ((number, term) for term in own)
        target_terms += ((number, term) for term in (*required, *forbidden))
    return Glossary(
        source=source,
        target=target,
        rules=tuple(rules),
        sources=build_index(source, source_terms),
        targets=build_index(target, target_terms),
        forbids_always=any(rule.always for rule in rules),
    )


def recognise(glossary: Glossary, segment: Segment) -> tuple[TermMatch, ...]:
    """The terms of a source, in order. Of terms that overlap the longest stands, else the first.

    Several concepts may have the same term: then there is a match for each, with the same offsets, and a
    translation needs what any one of them requires.
    """
    words = cut_segment(segment, glossary.sources.fold)
    hits = find_hits(glossary.sources, words)
    if not hits:
        return ()
    return tuple(
        _match(glossary, words, hit) for group in _longest(words, hits) for hit in _nearest(words, group)
    )


def check_target(glossary: Glossary, matches: Sequence[TermMatch], target: Segment) -> TargetCheck:
    """Look for what the terms of a source, as `recognise` gave them, require and forbid in its translation.

    Listed forms count as their term. One occurrence serves any number of matches of its concept. A forbidden
    term within a longer one that is required is none, nor is one where a required term fits better, as one
    with these capitals. Concepts without a term in the source's language forbid always.
    """
    words = cut_segment(target, glossary.targets.fold)
    asked = {id(match.concept) for match in matches}
    found: dict[tuple[int, str], Hit] = {}
    permitted: list[Hit] = []
    against: list[Hit] = []
    for hit in find_hits(glossary.targets, words):
        rule = glossary.rules[hit.key.concept]
        known = id(rule.concept) in asked
        if hit.key.term.status is Status.FORBIDDEN:
            if known or rule.always:
                against.append(hit)
        elif known:
            permitted.append(hit)
            found.setdefault((id(rule.concept), hit.key.term.text), hit)
    places = [_place(glossary, words, match, found) for match in matches]
    counted = [hit for hit in against if not any(_excuses(words, hit, one) for one in permitted)]
    return TargetCheck(
        placed=tuple((match, place) for match, place in zip(matches, places, strict=True) if place),
        missing=tuple(_missing(matches, places)),
        forbidden=tuple(_occurrence(glossary, words, group[0]) for group in _longest(words, counted)),
    )


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


def _longest(words: Words, hits: Iterable[Hit]) -> list[list[Hit]]:
    """Hits by where they are, in order, without those that overlap a longer one, or one as long before."""
    spans: dict[tuple[int, int], list[Hit]] = {}
    for hit in hits:
        spans.setdefault((hit.first, hit.last), []).append(hit)
    places, taken = words.places, bytearray(len(words.folded))
    kept = []
    for first, last in sorted(spans, key=lambda span: (places[span[0]] - places[span[1]], span[0])):
        if not any(taken[first:last]):
            taken[first:last] = b"\1" * (last - first)
            kept.append((first, last))
    return [spans[span] for span in sorted(kept)]


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


def _rank(words: Words, hit: Hit) -> tuple[int, bool]:
    """How unlike a term the words are."""
    return hit.nearness, hit.key.cased != words.cased(hit.first, hit.last)


def _excuses(words: Words, forbidden: Hit, permitted: Hit) -> bool:
    """Whether a permitted term is why a forbidden one seems to be there."""
    if not permitted.first <= forbidden.first < forbidden.last <= permitted.last:
        return False
    longer = permitted.last - permitted.first > forbidden.last - forbidden.first
    return longer or _rank(words, permitted) < _rank(words, forbidden)


def _place(
    glossary: Glossary, words: Words, match: TermMatch, found: dict[tuple[int, str], Hit]
) -> Occurrence | None:
    """Where a translation has what a term requires, the best of it."""
    for at, term in enumerate(match.required):
        if at == 0 and match.concept.do_not_translate:
            span = _find_text(words, cut(term.text, glossary.targets.fold))
            if span is not None:
                start, end = words.starts[span[0]], words.ends[span[1] - 1]
                return Occurrence(start=start, end=end, concept=match.concept, term=term)
        elif hit := found.get((id(match.concept), term.text)):
            return _occurrence(glossary, words, hit)
    return None


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
