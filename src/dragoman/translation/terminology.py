"""Terms of a term base in translations: what a source has must be said as the term base has it (T5).

The rungs, each taken only where the one before fails: the engine says it; what the engine made of the term's
words is replaced by the term; the term goes through the engine as a code in its words' place; the translation
stays without it, and an issue says so. People's own translations are checked and never changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from dragoman.segments import Covered, Segment, Text, covered_parts, is_nested, keeps_codes, plain_text
from dragoman.termbases.recognition import Glossary, TargetCheck, TermMatch, check_target, recognise
from dragoman.translation.edges import strip_ends
from dragoman.translation.marking import (
    Place,
    Spot,
    find_places,
    find_spots,
    has_own_codes,
    is_marked,
    mark,
    replace_spots,
    unmark,
)
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
from dragoman.translation.term_wording import write_term

Translate: TypeAlias = Callable[[Sequence[Segment]], Awaitable[Sequence[Translation]]]

# Codes were put somewhere in proportion, so marks say nothing about words.
_GUESSED: Final = frozenset({CodesMethod.PROPORTIONAL, CodesMethod.END})
_ABOUT_CODES: Final = frozenset(
    {
        IssueCode.CODES_REPAIRED,
        IssueCode.CODES_PLACED_BY_PIECES,
        IssueCode.CODES_PLACED_BY_POSITION,
        IssueCode.CODES_AT_END,
    }
)

_NOTHING: Final = TargetCheck(placed=(), missing=(), forbidden=())
_ABOUT_TERMS: Final = frozenset({IssueCode.TERM_NOT_APPLIED, IssueCode.TERM_FORBIDDEN})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Attempt:
    """A translation without marks, what was found in it, and the numbers of places whose terms it lacks."""

    translation: Translation
    checked: TargetCheck
    missing: frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Task:
    """A source with terms."""

    source: Segment
    matches: tuple[TermMatch, ...]
    places: tuple[Place, ...]


async def enforce(glossary: Glossary, segments: Sequence[Segment], translate: Translate) -> list[Translation]:
    """Translate different segments by `translate`, with the terms that the glossary requires.

    A second call of `translate` for all where a term found no place is the most that it costs.
    """
    size = sum(len(plain_text(segment)) for segment in segments)
    tasks = await run(size, lambda: [_find(glossary, segment) for segment in segments])
    first = await translate([_mark(task, ()) for task in tasks])
    attempts = await run(
        size, lambda: [_settle(glossary, *pair, ()) for pair in zip(tasks, first, strict=True)]
    )
    again = [
        (index, _mark(tasks[index], attempt.missing))
        for index, attempt in enumerate(attempts)
        if attempt.missing and attempt.translation.origin is Origin.ENGINE
    ]
    if again:
        second = await translate([segment for _, segment in again])
        for (index, _), translation in zip(again, second, strict=True):
            attempts[index] = _better(glossary, tasks[index], attempts[index], translation)
    return [_report(task, attempt) for task, attempt in zip(tasks, attempts, strict=True)]


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
    return replace(translation, terms=tuple(terms), issues=tuple(issues))


def _find(glossary: Glossary, segment: Segment) -> _Task:
    usable = has_letters(segment) and is_nested(segment)
    matches = recognise(glossary, segment) if usable else ()
    return _Task(source=segment, matches=matches, places=find_places(matches))


def _mark(task: _Task, protected: Collection[int]) -> Segment:
    return mark(task.source, task.places, protected=protected) if task.places else task.source


def _settle(
    glossary: Glossary, task: _Task, translation: Translation, protected: Collection[int]
) -> _Attempt:
    """The translation of a marked source: terms put where it lacks them and their places are certain."""
    if not task.places:
        return _check(glossary, task, translation)
    if translation.origin is Origin.UNCHANGED:
        left = replace(translation, segment=task.source, codes=_method(task.source, translation.codes))
        return _check(glossary, task, left)
    bare = unmark(translation.segment)
    before = _check(glossary, task, _without_marks(task.source, translation, bare))
    lacking, repeated = before.missing, _repeated(task)
    target = bare
    if (lacking or protected or repeated) and translation.codes not in _GUESSED:
        words = covered_parts(translation.segment)
        spots = {number: spot for number, spot in find_spots(words).items() if spot is not None}
        wanted = [
            number
            for number, spot in spots.items()
            if number in protected
            or number in lacking
            or (number in repeated and _is_lacking(glossary, task.places[number], spot))
        ]
        words, texts = _write(glossary, task, words, {number: spots[number] for number in wanted})
        target = replace_spots(task.source, words, {number: spots[number] for number in wanted}, texts)
    if target == bare or not keeps_codes(task.source, target):
        return before
    return _check(glossary, task, replace(before.translation, segment=target))


def _write(
    glossary: Glossary, task: _Task, words: Sequence[Covered], spots: Mapping[int, Spot]
) -> tuple[list[Covered], dict[int, str]]:
    """The terms for their spots, and the words around them with what stands before each made to agree."""
    texts: dict[int, str] = {}
    written = list(words)
    for number, spot in spots.items():
        said, ids = written[spot.first - 1] if spot.first else (Text(text=""), frozenset[str]())
        is_free = isinstance(said, Text) and not is_marked(said, ids)
        before, texts[number] = write_term(
            glossary,
            task.places[number].matches[0],
            spot.text,
            before=said.text if is_free and isinstance(said, Text) else "",
            at_start=_is_first(words, spot),
        )
        if spot.first and is_free:
            written[spot.first - 1] = Text(text=before), ids
    return written, texts


def _better(glossary: Glossary, task: _Task, first: _Attempt, translation: Translation) -> _Attempt:
    """The second attempt where it says more terms, and nothing went wrong with its codes."""
    if translation.origin is not Origin.ENGINE or translation.codes in _GUESSED:
        return first
    second = _settle(glossary, task, translation, first.missing)
    return second if len(second.missing) < len(first.missing) else first


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


def _is_first(words: Sequence[tuple[object, frozenset[str]]], spot: Spot) -> bool:
    """Whether no word stands before it."""
    return not any(
        isinstance(part, Text) and any(map(str.isalnum, part.text)) for part, _ in words[: spot.first]
    )


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
