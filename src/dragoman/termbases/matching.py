"""How terms are matched of which nobody says it."""

from __future__ import annotations

from dragoman.termbases.model import Match, Term
from dragoman.termbases.recognition.stemming import stemming


def choose_match(language: str, *, case_sensitive: bool, do_not_translate: bool) -> Match:
    """The match of a term for which none is given: by its stem, so that its plural is found.

    Case-sensitive terms, acronyms among them, and terms that are not to be translated are names: they are
    matched exactly, as are terms of languages without rules for endings.
    """
    if case_sensitive or do_not_translate or stemming(language) is None:
        return Match.EXACT
    return Match.STEM


def is_usual_match(term: Term) -> bool:
    """Whether a term is matched exactly, as any reader of a file takes it that does not say it."""
    if term.match is not Match.EXACT:
        return False
    usual = choose_match(term.language, case_sensitive=term.case_sensitive, do_not_translate=False)
    return usual is Match.EXACT
