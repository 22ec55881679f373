"""How a term is written where it takes the place of an engine's words; `terminology` says where that is."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.termbases.model import Term
from dragoman.termbases.recognition import Glossary, TermMatch
from dragoman.translation.cleanup import upper_case, with_capital
from dragoman.translation.term_articles import agree, part_leading


def write_term(
    glossary: Glossary, match: TermMatch, replaced: str, *, before: str, at_start: bool
) -> tuple[str, str]:
    """What stands before a term, made to agree with it, and the required term as it is written in its place.

    That is: its form, its capitals, and what engines take along with a noun. `replaced` is what the engine
    wrote there, "" where a code stood, `before` the text before that; `at_start`: no word stands before it.
    """
    term = match.required[0]
    source, language = glossary.source.partition("-")[0], glossary.target.partition("-")[0]
    leading, replaced = part_leading(replaced.strip(), match.text, source, language)
    text = _write(term, match, replaced, language)
    capital = replaced[:1] if replaced else match.text[:1]
    if (
        capital.isupper()
        and not (leading or term.case_sensitive)
        and (at_start or not match.term.text[:1].isupper())
        and text[:1].islower()
    ):
        text = with_capital(text, 0, language)
    if leading:
        return before, agree(leading, text, term.gender, language) + text
    return agree(before, text, term.gender, language), text


def _write(term: Term, match: TermMatch, replaced: str, language: str) -> str:
    if term.case_sensitive:
        return term.text
    text = _choose_form(match, term, replaced)
    return (
        upper_case(text, language) if _is_capitals(match.text) and not _is_capitals(match.term.text) else text
    )


def _choose_form(match: TermMatch, term: Term, replaced: str) -> str:
    """Of the term and its listed forms, what ends most like the words that it replaces.

    A form needs one more letter alike where the source has its term as it is listed.
    """
    said = replaced.casefold().split()
    best, most = term.text, 1 if match.text.casefold() == match.term.text.casefold() else 0
    for form in term.forms:
        if (gain := _gain(term.text.casefold().split(), form.casefold().split(), said)) > most:
            best, most = form, gain
    return best


def _gain(base: Sequence[str], form: Sequence[str], said: Sequence[str]) -> int:
    """How many more last letters a form shares with some word than the term itself, where they differ."""
    if len(base) != len(form):
        base, form = base[-1:], form[-1:]
    return sum(
        max((_alike(new, word) - _alike(old, word) for word in said), default=0)
        for old, new in zip(base, form, strict=True)
        if old != new
    )


def _alike(text: str, said: str) -> int:
    """How many last letters two texts share."""
    count = 0
    for one, other in zip(reversed(text), reversed(said), strict=False):
        if one != other:
            break
        count += 1
    return count


def _is_capitals(text: str) -> bool:
    return text.isupper() and sum(map(str.isalpha, text)) > 1
