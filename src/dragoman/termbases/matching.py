"""How terms are matched of which nobody says it."""

from __future__ import annotations

from dataclasses import replace

from dragoman.termbases.model import Term, TermMatching, TermStatus
from dragoman.termbases.morphology import knows_plurals
from dragoman.termbases.recognition.stemming import find_stemmer


def choose_match(
    language: str, *, status: TermStatus, case_sensitive: bool, do_not_translate: bool
) -> TermMatching:
    """The match of a term for which none is given: by its stem, so that its plural is found.

    Case-sensitive terms, acronyms among them, and terms that are not to be translated are names: they are
    matched exactly, as are terms of languages without rules for endings. A forbidden term is found in its
    plural only: a stem is that of other words too, and what is found blocks a delivery.
    """
    if case_sensitive or do_not_translate:
        return TermMatching.EXACT
    if status is TermStatus.FORBIDDEN:
        return TermMatching.PLURAL if knows_plurals(language) else TermMatching.EXACT
    return TermMatching.EXACT if find_stemmer(language) is None else TermMatching.STEM


def choose_again(term: Term, *, do_not_translate: bool) -> Term:
    """A term with the match that is usual for it, whatever it had."""
    match = choose_match(
        term.language,
        status=term.status,
        case_sensitive=term.case_sensitive,
        do_not_translate=do_not_translate,
    )
    return replace(term, match=match)


def is_usual_match(term: Term) -> bool:
    """Whether a term is matched exactly, as any reader of a file takes it that does not say it."""
    if term.match is not TermMatching.EXACT:
        return False
    usual = choose_match(
        term.language, status=term.status, case_sensitive=term.case_sensitive, do_not_translate=False
    )
    return usual is TermMatching.EXACT
