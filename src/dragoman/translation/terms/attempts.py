"""Attempts at a translation with its source's terms: the marked source, and the result of an engine's answer.

`enforcing` decides which attempts are made.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from dragoman.segments import Segment, Text, covered_parts, is_nested, keeps_codes, plain_text
from dragoman.termbases.recognition import Glossary, TargetCheck, TermMatch, check_target, recognise
from dragoman.translation.model import (
    CodesMethod,
    IssueCode,
    Origin,
    TermMethod,
    Translation,
    has_letters,
)
from dragoman.translation.splitting.trimming import trim_ends
from dragoman.translation.terms.marking import (
    TermPlace,
    TermSpan,
    find_term_places,
    has_own_codes,
    mark,
    replace_spans,
    substitute_words,
    unmark,
)
from dragoman.translation.terms.substitute_nouns import SubstituteNoun, are_kept
from dragoman.translation.terms.wording import choose_form
from dragoman.translation.terms.writing import WrittenTerms, find_term_spans, write_terms

_ABOUT_CODES: Final = frozenset(
    {
        IssueCode.CODES_REPAIRED,
        IssueCode.CODES_PLACED_BY_PIECES,
        IssueCode.TRANSLATED_IN_PARTS,
    }
)
_WORD: Final = re.compile(r"[^\W\d_]+")
_NOTHING: Final = TargetCheck(placed=(), missing=(), forbidden=())


@dataclass(frozen=True, slots=True, kw_only=True)
class TermAttempt:
    """A translation without marks, the terms found in it, and the numbers of places of each kind."""

    translation: Translation
    checked: TargetCheck
    missing: frozenset[int]  # the term is not there
    misfits: frozenset[int] = frozenset()  # the words beside it may not agree with it
    unlike: frozenset[int] = frozenset()  # it has not the gender and the number of the engine's own words
    unformed: frozenset[int] = frozenset()  # the form that the source requires is not known
    inserted: Mapping[int, TermMethod] = field(default_factory=dict)  # terms that the engine did not write


@dataclass(frozen=True, slots=True, kw_only=True)
class TermTask:
    """A source with terms."""

    source: Segment
    matches: tuple[TermMatch, ...]
    places: tuple[TermPlace, ...]
    unusable: frozenset[int] = frozenset()  # numbers of places for which the right form is not known


@dataclass(frozen=True, slots=True, kw_only=True)
class SentTask:
    """How a task is sent to the engine: which terms as other words, and which as codes."""

    substitutes: Mapping[int, SubstituteNoun]
    protected: frozenset[int]


WITHOUT_SUBSTITUTES: Final = SentTask(substitutes={}, protected=frozenset())


def find_languages(glossary: Glossary) -> tuple[str, str]:
    """The languages of a glossary without their varieties."""
    return glossary.source.partition("-")[0], glossary.target.partition("-")[0]


def find_task(glossary: Glossary, segment: Segment) -> TermTask:
    """A source with the terms that are recognised in it."""
    usable = has_letters(segment) and is_nested(segment)
    matches = recognise(glossary, segment) if usable else ()
    places = find_term_places(matches)
    unusable = frozenset(
        number
        for number, place in enumerate(places)
        if not choose_form(place.matches[0], "", target=glossary.target).is_usable
    )
    return TermTask(source=segment, matches=matches, places=places, unusable=unusable)


def mark_task(task: TermTask, sent: SentTask) -> Segment:
    """The source with its terms marked, for the engine."""
    if not task.places:
        return task.source
    marked = mark(task.source, task.places, protected=sent.protected)
    texts = {number: noun.sent for number, noun in sent.substitutes.items()}
    return substitute_words(marked, texts) if texts else marked


def insert_terms(glossary: Glossary, task: TermTask, translation: Translation, sent: SentTask) -> TermAttempt:
    """Insert missing terms into the translation of a marked source, where their places are certain."""
    if not task.places:
        return check_attempt(glossary, task, translation)
    if translation.origin is Origin.UNCHANGED:
        left = replace(translation, segment=task.source, codes=_method(task.source, translation.codes))
        return check_attempt(glossary, task, left)
    bare = unmark(translation.segment)
    before = check_attempt(glossary, task, _without_marks(task.source, translation, bare))
    given, repeated = sent.protected.union(sent.substitutes), find_repeated(task)
    if not (before.missing or given or repeated):
        return before
    wanted = given | (before.missing - task.unusable)
    repeated -= task.unusable
    words = covered_parts(translation.segment)
    spans = {
        number: span
        for number, span in find_term_spans(glossary, words).items()
        if number in wanted or (number in repeated and _is_lacking(glossary, task.places[number], span))
    }
    terms = write_terms(glossary, task.places, words, spans, substitutes=sent.substitutes)
    target = replace_spans(task.source, terms.words, spans, terms.texts)
    if target == bare or not keeps_codes(task.source, target):
        return before
    settled = check_attempt(glossary, task, replace(before.translation, segment=target))
    has_unlike = bool(terms.unlike) and _has_other_words(target, terms)
    return replace(
        settled,
        misfits=terms.misfits - settled.missing,
        unlike=terms.unlike - settled.missing if has_unlike else frozenset(),
        unformed=terms.unformed - settled.missing,
        inserted={number: _insertion_method(number, sent) for number in terms.texts},
    )


def _insertion_method(number: int, sent: SentTask) -> TermMethod:
    if number in sent.substitutes:
        return TermMethod.NOUN
    return TermMethod.CODE if number in sent.protected else TermMethod.REPLACED


def _has_other_words(target: Segment, terms: WrittenTerms) -> bool:
    """Whether there are more words than those of the terms."""
    count = len(_WORD.findall(plain_text(target)))
    return count > sum(len(_WORD.findall(text)) for text in terms.texts.values())


def choose_better(
    glossary: Glossary, task: TermTask, first: TermAttempt, answer: tuple[Translation, SentTask]
) -> TermAttempt:
    """The next attempt if it has more terms, or terms that fit, and its codes are as good; else the first."""
    translation, sent = answer
    is_cut = translation.codes is CodesMethod.PARTS and first.translation.codes is not CodesMethod.PARTS
    if translation.origin is not Origin.ENGINE or is_cut:  # a term does not justify splitting a sentence
        return first
    if sent.substitutes and not are_kept(translation.segment, sent.substitutes, *find_languages(glossary)):
        return first
    second = insert_terms(glossary, task, translation, sent)
    return second if _rank(second) < _rank(first) else first


def _rank(attempt: TermAttempt) -> tuple[int, int, int]:
    return len(attempt.missing), len(attempt.misfits), len(attempt.unlike)


def check_attempt(glossary: Glossary, task: TermTask, translation: Translation) -> TermAttempt:
    """A translation without marks, and which of the source's terms it lacks."""
    if not task.matches and not glossary.forbids_always:
        return TermAttempt(translation=translation, checked=_NOTHING, missing=frozenset())
    checked = check_target(glossary, task.matches, translation.segment)
    lacking = {(one.start, one.end) for one in checked.missing}
    missing = (number for number, place in enumerate(task.places) if (place.start, place.end) in lacking)
    return TermAttempt(translation=translation, checked=checked, missing=frozenset(missing))


def find_repeated(task: TermTask) -> frozenset[int]:
    """The numbers of places whose concepts occur twice, so that one occurrence does not satisfy all."""
    counts = Counter(id(match.concept) for place in task.places for match in place.matches)
    return frozenset(
        number
        for number, place in enumerate(task.places)
        if any(counts[id(match.concept)] > 1 for match in place.matches)
    )


def _is_lacking(glossary: Glossary, place: TermPlace, span: TermSpan) -> bool:
    """Whether the engine's words for a term are not the required ones."""
    return bool(check_target(glossary, place.matches, (Text(text=span.text),)).missing)


def _without_marks(source: Segment, translation: Translation, target: Segment) -> Translation:
    """The translation without marks, its issues and method only about the source's own codes."""
    issues = translation.issues
    if not has_own_codes(source):
        issues = tuple(one for one in issues if one.code not in _ABOUT_CODES)
    method = _method(source, translation.codes)
    return replace(translation, segment=target, codes=method, issues=issues)


def _method(source: Segment, method: CodesMethod) -> CodesMethod:
    if not has_own_codes(source):
        return CodesMethod.NONE
    return method if has_own_codes(trim_ends(source).core) else CodesMethod.EDGES
