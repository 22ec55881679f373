"""Terms of a term base in translations: what a source has must be said as the term base has it (T5).

The rungs, each taken only where the one before fails: the engine says it; what the engine made of the term's
words is replaced by the term; the term goes through the engine as a code in its words' place; the translation
stays without it, and an issue says so. People's own translations are checked and never changed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from dragoman.segments import Segment, Text, covered_parts, is_nested, keeps_codes, plain_text
from dragoman.termbases.recognition import (
    Glossary,
    TargetCheck,
    TermMatch,
    check_form,
    check_target,
    recognise,
)
from dragoman.translation.edges import strip_ends
from dragoman.translation.model import (
    CodesMethod,
    IssueCode,
    Origin,
    TermUse,
    Translation,
    has_letters,
    issue,
)
from dragoman.translation.pacing import run
from dragoman.translation.terms.marking import (
    Place,
    Spot,
    find_places,
    has_own_codes,
    mark,
    replace_spots,
    send_instead,
    unmark,
)
from dragoman.translation.terms.stand_ins import StandIn, came_back, find_stand_in
from dragoman.translation.terms.wording import choose_form
from dragoman.translation.terms.writing import find_term_spots, write_terms

Translate: TypeAlias = Callable[[Sequence[Segment]], Awaitable[Sequence[Translation]]]

_ABOUT_CODES: Final = frozenset(
    {
        IssueCode.CODES_REPAIRED,
        IssueCode.CODES_PLACED_BY_PIECES,
        IssueCode.TRANSLATED_IN_PARTS,
    }
)

_WORD: Final = re.compile(r"[^\W\d_]+")
_NOTHING: Final = TargetCheck(placed=(), missing=(), forbidden=())
_ABOUT_TERMS: Final = frozenset(code for code in IssueCode if code.startswith("TERM_"))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Attempt:
    """A translation without marks, what was found in it, and the numbers of places of each kind."""

    translation: Translation
    checked: TargetCheck
    missing: frozenset[int]  # the term is not there
    misfits: frozenset[int] = frozenset()  # the words beside it may not agree with it
    unlike: frozenset[int] = frozenset()  # it has not the gender and the number of the engine's own words
    unformed: frozenset[int] = frozenset()  # the form that the source asks for is not known


@dataclass(frozen=True, slots=True, kw_only=True)
class _Task:
    """A source with terms."""

    source: Segment
    matches: tuple[TermMatch, ...]
    places: tuple[Place, ...]
    unusable: frozenset[int] = frozenset()  # numbers of places for which the right form is not known


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sent:
    """What goes to the engine for a task: which terms go as other words, and which as codes."""

    stand_ins: Mapping[int, StandIn]
    protected: frozenset[int]


_AS_IT_IS: Final = _Sent(stand_ins={}, protected=frozenset())


async def enforce(glossary: Glossary, segments: Sequence[Segment], translate: Translate) -> list[Translation]:
    """Translate different segments by `translate`, with the terms that the glossary requires.

    Where a term found no place, or the words beside it may not agree with it, `translate` is called a second
    time, with nouns in the places of such terms; a third time, with codes, where a term still has no place.
    """
    size = sum(len(plain_text(segment)) for segment in segments)
    tasks = await run(size, lambda: [_find(glossary, segment) for segment in segments])
    first = await translate([_mark(task, _AS_IT_IS) for task in tasks])
    attempts = await run(
        size, lambda: [_settle(glossary, *pair, _AS_IT_IS) for pair in zip(tasks, first, strict=True)]
    )
    for choose in (_stand_in, _protect):
        again = [
            (index, sent)
            for index, attempt in enumerate(attempts)
            if attempt.translation.origin is Origin.ENGINE
            and (sent := choose(glossary, tasks[index], attempt)) is not None
        ]
        if again:
            answers = await translate([_mark(tasks[index], sent) for index, sent in again])
            for (index, sent), translation in zip(again, answers, strict=True):
                attempts[index] = _better(glossary, tasks[index], attempts[index], (translation, sent))
    return [_report(task, attempt) for task, attempt in zip(tasks, attempts, strict=True)]


def _stand_in(glossary: Glossary, task: _Task, attempt: _Attempt) -> _Sent | None:
    """Nouns for terms that have no place or may not fit into theirs; codes for those without such a noun."""
    source, target = _languages(glossary)
    stand_ins = {
        number: noun
        for number in (attempt.missing | attempt.unlike) - task.unusable
        if (match := task.places[number].matches[0])
        and (noun := find_stand_in(match, _text_of(glossary, match), source=source, target=target))
    }
    protected = attempt.missing - task.unusable - set(stand_ins)
    return _Sent(stand_ins=stand_ins, protected=protected) if stand_ins else None


def _protect(_glossary: Glossary, task: _Task, attempt: _Attempt) -> _Sent | None:
    protected = attempt.missing - task.unusable
    return _Sent(stand_ins={}, protected=protected) if protected else None


def _languages(glossary: Glossary) -> tuple[str, str]:
    return glossary.source.partition("-")[0], glossary.target.partition("-")[0]


def _text_of(glossary: Glossary, match: TermMatch) -> str:
    """What is going to be written for a term, capitals aside."""
    return choose_form(match, "", target=glossary.target).text


def report(glossary: Glossary, source: Segment, translation: Translation) -> Translation:
    """A translation as it stands, with what became of the source's terms, and issues about them."""
    matches = recognise(glossary, source) if has_letters(source) else ()
    task = _Task(source=source, matches=matches, places=find_places(matches))
    return _report(task, _check(glossary, task, translation))


def _report(task: _Task, attempt: _Attempt) -> Translation:
    translation, checked = attempt.translation, attempt.checked
    if not (task.places or checked.forbidden):
        return translation
    said = plain_text(translation.segment)
    there: dict[tuple[int, int], str] = {}
    for match, occurrence in checked.placed:
        there.setdefault((match.start, match.end), said[occurrence.start : occurrence.end])
    terms = []
    for number, place in enumerate(task.places):
        span = place.start, place.end
        applied = number not in attempt.missing and span in there
        target = there[span] if applied else place.matches[0].required[0].text
        terms.append(TermUse(source=place.matches[0].text, target=target, applied=applied))
    issues = [one for one in translation.issues if one.code not in _ABOUT_TERMS]
    if not all(term.applied for term in terms):
        issues.append(issue(IssueCode.TERM_NOT_APPLIED))
    if checked.forbidden:
        issues.append(issue(IssueCode.TERM_FORBIDDEN))
    forms = [check_form(match, occurrence, said) for match, occurrence in checked.placed]
    if attempt.unformed or any(form.number for form in forms):
        issues.append(issue(IssueCode.TERM_NUMBER))
    if attempt.misfits or (translation.units and any(form.agreement for form in forms)):
        issues.append(issue(IssueCode.TERM_AGREEMENT))
    return replace(translation, terms=tuple(terms), issues=tuple(issues))


def _find(glossary: Glossary, segment: Segment) -> _Task:
    usable = has_letters(segment) and is_nested(segment)
    matches = recognise(glossary, segment) if usable else ()
    places = find_places(matches)
    unusable = frozenset(
        number
        for number, place in enumerate(places)
        if not choose_form(place.matches[0], "", target=glossary.target).is_usable
    )
    return _Task(source=segment, matches=matches, places=places, unusable=unusable)


def _mark(task: _Task, sent: _Sent) -> Segment:
    if not task.places:
        return task.source
    marked = mark(task.source, task.places, protected=sent.protected)
    texts = {number: noun.sent for number, noun in sent.stand_ins.items()}
    return send_instead(marked, texts) if texts else marked


def _settle(glossary: Glossary, task: _Task, translation: Translation, sent: _Sent) -> _Attempt:
    """The translation of a marked source: terms put where it lacks them and their places are certain."""
    if not task.places:
        return _check(glossary, task, translation)
    if translation.origin is Origin.UNCHANGED:
        left = replace(translation, segment=task.source, codes=_method(task.source, translation.codes))
        return _check(glossary, task, left)
    bare = unmark(translation.segment)
    before = _check(glossary, task, _without_marks(task.source, translation, bare))
    given, repeated = sent.protected | set(sent.stand_ins), _repeated(task)
    target, terms = bare, None
    if before.missing or given or repeated:
        words = covered_parts(translation.segment)
        spots = find_term_spots(glossary, words)
        wanted = {
            number: spot
            for number, spot in spots.items()
            if number in given
            or number in before.missing - task.unusable
            or (number in repeated - task.unusable and _is_lacking(glossary, task.places[number], spot))
        }
        terms = write_terms(glossary, task.places, words, wanted, stand_ins=sent.stand_ins)
        target = replace_spots(task.source, terms.words, wanted, terms.texts)
    if terms is None or target == bare or not keeps_codes(task.source, target):
        return before
    settled = _check(glossary, task, replace(before.translation, segment=target))
    has_words = _count_words(target) > sum(_count_words((Text(text=text),)) for text in terms.texts.values())
    return replace(
        settled,
        misfits=terms.misfits - settled.missing,
        unlike=terms.unlike - settled.missing if has_words else frozenset(),
        unformed=terms.unformed - settled.missing,
    )


def _count_words(segment: Segment) -> int:
    return len(_WORD.findall(plain_text(segment)))


def _better(glossary: Glossary, task: _Task, first: _Attempt, answer: tuple[Translation, _Sent]) -> _Attempt:
    """The next attempt where it has more terms or terms that fit, and nothing went wrong with its codes."""
    translation, sent = answer
    is_cut = translation.codes is CodesMethod.PARTS and first.translation.codes is not CodesMethod.PARTS
    if translation.origin is not Origin.ENGINE or is_cut:  # a term is not worth a torn sentence
        return first
    if sent.stand_ins and not came_back(translation.segment, sent.stand_ins, *_languages(glossary)):
        return first
    second = _settle(glossary, task, translation, sent)
    return second if _rank(second) < _rank(first) else first


def _rank(attempt: _Attempt) -> tuple[int, int, int]:
    return len(attempt.missing), len(attempt.misfits), len(attempt.unlike)


def _check(glossary: Glossary, task: _Task, translation: Translation) -> _Attempt:
    if not task.matches and not glossary.forbids_always:
        return _Attempt(translation=translation, checked=_NOTHING, missing=frozenset())
    checked = check_target(glossary, task.matches, translation.segment)
    lacking = {(one.start, one.end) for one in checked.missing}
    missing = (number for number, place in enumerate(task.places) if (place.start, place.end) in lacking)
    return _Attempt(translation=translation, checked=checked, missing=frozenset(missing))


def _repeated(task: _Task) -> frozenset[int]:
    """The numbers of places whose concepts are there twice, so that one occurrence does not speak for all."""
    counts = Counter(id(match.concept) for place in task.places for match in place.matches)
    return frozenset(
        number
        for number, place in enumerate(task.places)
        if any(counts[id(match.concept)] > 1 for match in place.matches)
    )


def _is_lacking(glossary: Glossary, place: Place, spot: Spot) -> bool:
    """Whether what the engine made of a term's words is not what is required."""
    return bool(check_target(glossary, place.matches, (Text(text=spot.text),)).missing)


def _without_marks(source: Segment, translation: Translation, target: Segment) -> Translation:
    """The translation with what is told about codes for the source's own."""
    issues = translation.issues
    if not has_own_codes(source):
        issues = tuple(one for one in issues if one.code not in _ABOUT_CODES)
    method = _method(source, translation.codes)
    return replace(translation, segment=target, codes=method, issues=issues)


def _method(source: Segment, method: CodesMethod) -> CodesMethod:
    if not has_own_codes(source):
        return CodesMethod.NONE
    return method if has_own_codes(strip_ends(source).core) else CodesMethod.EDGES
