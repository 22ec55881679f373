"""Enforce a term base: a translation must have the required terms for those of its source (T5).

The methods, each used only where the one before fails:

1. The engine itself uses the term. One that uses terms is told it, and gets the text without marks first.
2. The engine's words for the term are replaced by the term.
3. A noun of the term's gender, then a code, is sent to the engine in the term's place, and replaced.
4. The translation stays without the term, and has an issue.

People's own translations are checked and never changed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

from dragoman.cpu_work import run, weigh
from dragoman.segments import Segment, plain_text
from dragoman.termbases.recognition import (
    Glossary,
    TermMatch,
    disagrees,
    has_other_number,
    recognise,
)
from dragoman.translation.model import (
    IssueCode,
    Origin,
    TermMethod,
    TermUse,
    Translation,
    has_letters,
    issue,
)
from dragoman.translation.terms.attempts import (
    WITHOUT_SUBSTITUTES,
    SentTask,
    TermAttempt,
    TermTask,
    check_attempt,
    choose_better,
    find_languages,
    find_repeated,
    find_task,
    insert_terms,
    mark_task,
)
from dragoman.translation.terms.marking import find_term_places
from dragoman.translation.terms.substitute_nouns import find_substitute
from dragoman.translation.terms.wording import choose_form

Translate: TypeAlias = Callable[[Sequence[Segment]], Awaitable[Sequence[Translation]]]
_Choose: TypeAlias = Callable[[Glossary, TermTask, TermAttempt], SentTask | None]

_ABOUT_TERMS: Final = frozenset(code for code in IssueCode if code.startswith("TERM_"))


async def enforce(
    glossary: Glossary, segments: Sequence[Segment], translate: Translate, *, told: bool = False
) -> list[Translation]:
    """Translate different segments by `translate`, with the terms that the glossary requires.

    If a term cannot be inserted, or the words next to it may not agree with it, `translate` is called a
    second time, with nouns in the places of such terms; a third time, with codes, if one is still missing.
    `told`: the engine knows the terms, so that marks, which are codes to it, are only sent where it did not
    use them.
    """
    weight = weigh(segments)
    tasks = await run(weight, lambda: [find_task(glossary, segment) for segment in segments])
    first = await translate([_first_sent(task, told=told) for task in tasks])
    attempts = await run(
        weight,
        lambda: [
            insert_terms(glossary, *pair, WITHOUT_SUBSTITUTES) for pair in zip(tasks, first, strict=True)
        ],
    )
    choices: tuple[_Choose, ...] = (_find_substitutes, _protect)
    for choose in (_mark_missing, *choices) if told else choices:
        again = await run(weight, partial(_choose_again, choose, glossary, tasks, attempts))
        if again:
            answers = await translate([mark_task(tasks[index], sent) for index, sent in again])
            better = await run(weight, partial(_better_attempts, glossary, tasks, attempts, again, answers))
            for (index, _), attempt in zip(again, better, strict=True):
                attempts[index] = attempt
    return await run(weight, lambda: list(map(_report, tasks, attempts)))


def _first_sent(task: TermTask, *, told: bool) -> Segment:
    """The source as it is sent first. Of a term that occurs twice, only marks show where it is missing."""
    return task.source if told and not find_repeated(task) else mark_task(task, WITHOUT_SUBSTITUTES)


def _choose_again(
    choose: _Choose, glossary: Glossary, tasks: Sequence[TermTask], attempts: Sequence[TermAttempt]
) -> list[tuple[int, SentTask]]:
    """The numbers of the tasks that are translated again, with the way they are sent."""
    return [
        (index, sent)
        for index, attempt in enumerate(attempts)
        if attempt.translation.origin is Origin.ENGINE
        and (sent := choose(glossary, tasks[index], attempt)) is not None
    ]


def _better_attempts(
    glossary: Glossary,
    tasks: Sequence[TermTask],
    attempts: Sequence[TermAttempt],
    again: Sequence[tuple[int, SentTask]],
    answers: Sequence[Translation],
) -> list[TermAttempt]:
    return [
        choose_better(glossary, tasks[index], attempts[index], (translation, sent))
        for (index, sent), translation in zip(again, answers, strict=True)
    ]


def _mark_missing(_glossary: Glossary, task: TermTask, attempt: TermAttempt) -> SentTask | None:
    """Marks, where the engine was told of a term and did not use it."""
    is_marked = bool(find_repeated(task))
    return WITHOUT_SUBSTITUTES if attempt.missing - task.unusable and not is_marked else None


def _find_substitutes(glossary: Glossary, task: TermTask, attempt: TermAttempt) -> SentTask | None:
    """Nouns for terms that are missing or may not agree; codes for those without such a noun."""
    source, target = find_languages(glossary)
    substitutes = {
        number: noun
        for number in (attempt.missing | attempt.unlike) - task.unusable
        if (match := task.places[number].matches[0])
        and (noun := find_substitute(match, _text_of(glossary, match), source=source, target=target))
    }
    protected = attempt.missing - task.unusable - set(substitutes)
    return SentTask(substitutes=substitutes, protected=protected) if substitutes else None


def _protect(_glossary: Glossary, task: TermTask, attempt: TermAttempt) -> SentTask | None:
    protected = attempt.missing - task.unusable
    return SentTask(substitutes={}, protected=protected) if protected else None


def _text_of(glossary: Glossary, match: TermMatch) -> str:
    """The text that will be written for a term, capitals ignored."""
    return choose_form(match, "", target=glossary.target).text


def report(glossary: Glossary, source: Segment, translation: Translation) -> Translation:
    """An unchanged translation with the uses of the source's terms, and issues about them."""
    matches = recognise(glossary, source) if has_letters(source) else ()
    task = TermTask(source=source, matches=matches, places=find_term_places(matches))
    return _report(task, check_attempt(glossary, task, translation))


def _method(number: int, attempt: TermAttempt) -> TermMethod:
    if attempt.translation.origin is Origin.MEMORY:
        return TermMethod.MEMORY
    return attempt.inserted.get(number, TermMethod.ENGINE)


def _report(task: TermTask, attempt: TermAttempt) -> Translation:
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
        method = _method(number, attempt) if applied else None
        terms.append(TermUse(source=place.matches[0].text, target=target, method=method))
    issues = [one for one in translation.issues if one.code not in _ABOUT_TERMS]
    if not all(term.applied for term in terms):
        issues.append(issue(IssueCode.TERM_NOT_APPLIED))
    if checked.forbidden:
        issues.append(issue(IssueCode.TERM_FORBIDDEN))
    if attempt.unformed or any(has_other_number(*one, said) for one in checked.placed):
        issues.append(issue(IssueCode.TERM_NUMBER))
    if attempt.misfits or (translation.units and any(disagrees(*one, said) for one in checked.placed)):
        issues.append(issue(IssueCode.TERM_AGREEMENT))
    return replace(translation, terms=tuple(terms), issues=tuple(issues))
