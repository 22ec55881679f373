"""Recognise the terms of a glossary in a source, and check its translation for them."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from dragoman.segments import Segment
from dragoman.termbases.model import Concept, Term, TermStatus, clean_line
from dragoman.termbases.morphology import FormChange, compare_forms, pluralise, singularise
from dragoman.termbases.recognition.compiling import Glossary
from dragoman.termbases.recognition.index import TermHit, TermIndex, find_hits
from dragoman.termbases.recognition.words import SplitText, split_segment, split_text


@dataclass(frozen=True, slots=True, kw_only=True)
class TermMatch:
    """A term in a source."""

    start: int  # offsets into the plain text of the segment
    end: int
    text: str  # as in the source
    concept: Concept
    term: Term  # of the source language
    required: tuple[Term, ...]  # the translation needs one of them, the best first; (): none
    forbidden: tuple[Term, ...]  # the translation may have none of them


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence:
    """A term in a translation."""

    start: int  # offsets into the plain text of the segment
    end: int
    term: Term  # of the target language


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetCheck:
    """The terms of a source in its translation."""

    placed: tuple[tuple[TermMatch, Occurrence], ...]  # required and found
    missing: tuple[TermMatch, ...]  # required and not found
    forbidden: tuple[Occurrence, ...]  # forbidden and found


def recognise(glossary: Glossary, segment: Segment) -> tuple[TermMatch, ...]:
    """Find the terms of a source, in order. Of overlapping terms the longest is used, else the first.

    If several concepts have the same term, each has a match with the same offsets, and a translation needs
    the term that any one of them requires. Where term bases have an order, there are matches only for
    concepts of the first term base with a rule for these words.
    """
    words = split_segment(segment, glossary.sources[0].fold)
    hits = _find(glossary, glossary.sources, words)
    if not hits:
        return ()
    return tuple(
        _match(glossary, words, hit)
        for group in _longest(glossary, words, hits)
        for hit in _first_in_order(glossary, list(_nearest(words, group)))
    )


def check_target(glossary: Glossary, matches: Sequence[TermMatch], target: Segment) -> TargetCheck:
    """Check a translation for the required and forbidden terms of the `matches` in its source.

    Listed forms count as their term. One occurrence is enough for any number of matches of its concept. A
    forbidden term is ignored inside a longer required one, and where a required term fits the words better,
    for example in capitals. Concepts without a term in the source's language apply to every source.
    """
    words = split_segment(target, glossary.targets[0].fold)
    matched = {id(match.concept) for match in matches}
    found: dict[tuple[int, str], list[TermHit]] = {}
    permitted: list[TermHit] = []
    forbidden: list[TermHit] = []
    for hit in _find(glossary, glossary.targets, words):
        rule = glossary.rules[hit.key.concept]
        is_matched = id(rule.concept) in matched
        if hit.key.term.status is TermStatus.FORBIDDEN:
            if is_matched or rule.always:
                forbidden.append(hit)
        elif is_matched:
            permitted.append(hit)
            found.setdefault((id(rule.concept), hit.key.term.text), []).append(hit)
    taken: set[tuple[int, int]] = set()
    occurrences = [_find_required(glossary, words, match, found, taken) for match in matches]
    counted = [
        hit for hit in forbidden if not any(_overrides(glossary, words, hit, one) for one in permitted)
    ]
    return TargetCheck(
        placed=tuple((match, one) for match, one in zip(matches, occurrences, strict=True) if one),
        missing=tuple(_missing(matches, occurrences)) if None in occurrences else (),
        forbidden=tuple(_occurrence(words, group[0]) for group in _longest(glossary, words, counted)),
    )


def _find(glossary: Glossary, indices: Sequence[TermIndex], words: SplitText) -> list[TermHit]:
    """Find the terms of valid rules in a text."""
    hits = [hit for index in indices for hit in find_hits(index, words)]
    return [hit for hit in hits if hit.key.concept not in glossary.ended] if glossary.ended else hits


def _match(glossary: Glossary, words: SplitText, hit: TermHit) -> TermMatch:
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


def _occurrence(words: SplitText, hit: TermHit) -> Occurrence:
    return Occurrence(
        start=words.starts[hit.first],
        end=words.ends[hit.last - 1],
        term=hit.key.term,
    )


def _longest(glossary: Glossary, words: SplitText, hits: Sequence[TermHit]) -> list[list[TermHit]]:
    """Group hits by their words, in order. Of hits that overlap, the longest is kept, else the first.

    The hits of a group are in the order of their concepts.
    """
    if not hits:
        return []
    spans: dict[tuple[int, int], list[TermHit]] = {}
    for hit in hits:
        spans.setdefault((hit.first, hit.last), []).append(hit)
    offsets, taken = words.offsets, bytearray(len(words.folded))
    kept = []
    for first, last in sorted(spans, key=lambda span: (offsets[span[0]] - offsets[span[1]], span[0])):
        if not any(taken[first:last]):
            taken[first:last] = b"\1" * (last - first)
            kept.append((first, last))
    rules = glossary.rules
    return [sorted(spans[span], key=lambda hit: rules[hit.key.concept].position) for span in sorted(kept)]


def _nearest(words: SplitText, group: Sequence[TermHit]) -> Iterator[TermHit]:
    """Choose the terms that match their words best, one of each concept."""
    if len(group) == 1:
        yield group[0]
        return
    ranks = [_rank(words, hit) for hit in group]
    seen: set[int] = set()
    for hit, rank in zip(group, ranks, strict=True):
        if rank == min(ranks) and hit.key.concept not in seen:
            seen.add(hit.key.concept)
            yield hit


def _first_in_order(glossary: Glossary, hits: Sequence[TermHit]) -> Sequence[TermHit]:
    """Choose the hits of the first term base that requires or forbids anything for these words."""
    if not glossary.ordered or len(hits) == 1:
        return hits
    rules = [glossary.rules[hit.key.concept] for hit in hits]
    ranks = [
        rule.position[0] for rule in rules if rule.required or rule.forbidden or rule.concept.do_not_translate
    ]
    best = min(ranks, default=None)
    return [hit for hit, rule in zip(hits, rules, strict=True) if best is None or rule.position[0] <= best]


def _rank(words: SplitText, hit: TermHit) -> tuple[int, bool]:
    """The distance of words from a term."""
    return hit.nearness, hit.key.cased != words.cased(hit.first, hit.last)


def _overrides(glossary: Glossary, words: SplitText, forbidden: TermHit, permitted: TermHit) -> bool:
    """Whether a permitted term contains a forbidden one, fits its words better, or has precedence over it."""
    if not permitted.first <= forbidden.first < forbidden.last <= permitted.last:
        return False
    rules = glossary.rules
    if (
        glossary.ordered
        and rules[permitted.key.concept].position[0] < rules[forbidden.key.concept].position[0]
    ):
        return True
    longer = permitted.last - permitted.first > forbidden.last - forbidden.first
    return longer or _rank(words, permitted) < _rank(words, forbidden)


def _find_required(
    glossary: Glossary,
    words: SplitText,
    match: TermMatch,
    found: dict[tuple[int, str], list[TermHit]],
    taken: set[tuple[int, int]],
) -> Occurrence | None:
    """Find the best required term of a match in the translation. `taken`: words of earlier matches."""
    for at, term in enumerate(match.required):
        if at == 0 and match.concept.do_not_translate:
            span = _find_text(words, split_text(term.text, glossary.targets[0].fold))
            if span is not None:
                start, end = words.starts[span[0]], words.ends[span[1] - 1]
                return Occurrence(start=start, end=end, term=term)
            continue
        hits = found.get((id(match.concept), term.text), [])
        hit = hits[0] if len(hits) == 1 else _choose_best(hits, words, match, taken)
        if hit is not None and (len(hits) > 1 or not _has_other_number(words, match, hit)):
            taken.add((hit.first, hit.last))
            return _occurrence(words, hit)
        if span := _find_made_form(glossary, words, match, term):
            start, end = words.starts[span[0]], words.ends[span[1] - 1]
            return Occurrence(start=start, end=end, term=term)
        if hit is not None:
            return _occurrence(words, hit)
    return None


def _choose_best(
    hits: Sequence[TermHit], words: SplitText, match: TermMatch, taken: set[tuple[int, int]]
) -> TermHit | None:
    """Choose the occurrence that fits a term of the source best, where a translation has several."""

    def distance(hit: TermHit) -> tuple[bool, bool, int]:
        return _has_other_number(words, match, hit), (hit.first, hit.last) in taken, hit.first

    return min(hits, key=distance, default=None)


def _has_other_number(words: SplitText, match: TermMatch, hit: TermHit) -> bool:
    """Whether the source has its term in the plural and the translation does not, or the other way round."""
    change = compare_forms(match.term.text, match.text, match.term.language)
    text = words.joined[words.offsets[hit.first] : words.offsets[hit.last]]
    is_listed = compare_forms(hit.key.term.text, text, hit.key.term.language) is FormChange.NONE
    return change is not FormChange.OTHER and is_listed is not (change is FormChange.NONE)


def _find_made_form(
    glossary: Glossary, words: SplitText, match: TermMatch, term: Term
) -> tuple[int, int] | None:
    """Find a term in the grammatical number of its source, even if its match is exact."""
    change = compare_forms(match.term.text, match.text, match.term.language)
    if term.case_sensitive or change not in {FormChange.PLURAL, FormChange.SINGULAR}:
        return None
    make = functools.partial(pluralise, gender=term.gender) if change is FormChange.PLURAL else singularise
    made = make(term.text, glossary.target)
    wanted = split_text(made, glossary.targets[0].fold) if made else None
    if wanted is None or wanted.joined not in words.joined:
        return None
    count = len(wanted.folded)
    starts = (at for at, word in enumerate(words.folded) if word == wanted.folded[0])
    return next(((at, at + count) for at in starts if words.folded[at : at + count] == wanted.folded), None)


def _find_text(words: SplitText, wanted: SplitText) -> tuple[int, int] | None:
    """Find words with the same capitals."""
    count = len(wanted.folded)
    if not count or wanted.joined not in words.joined:
        return None
    cased = wanted.cased(0, count)
    for first, word in enumerate(words.folded):
        if word == wanted.folded[0] and words.cased(first, first + count) == cased:
            return first, first + count
    return None


def _missing(matches: Sequence[TermMatch], occurrences: Sequence[Occurrence | None]) -> Iterator[TermMatch]:
    """Find the matches whose required terms are missing; of those of the same words, the first one."""
    pairs = zip(matches, occurrences, strict=True)
    for _, group in groupby(pairs, key=lambda pair: (pair[0].start, pair[0].end)):
        required = [(match, found) for match, found in group if match.required]
        if required and not any(found for _, found in required):
            yield required[0][0]
