"""Choose the match of terms for which none is given."""

from __future__ import annotations

from dataclasses import replace

from dragoman.termbases.model import Term, TermMatching, TermStatus
from dragoman.termbases.morphology import knows_plurals
from dragoman.termbases.recognition.stemming import find_stemmer


def choose_match(
    language: str, *, status: TermStatus, case_sensitive: bool, do_not_translate: bool
) -> TermMatching:
    """Choose the match of a term: usually by its stem, so that its plural is found.

    Case-sensitive terms (acronyms among them) and terms that are not to be translated are names, and are
    matched exactly. So are terms of languages without rules for endings. A forbidden term is matched in its
    singular and plural only: other words may have the same stem, and a match blocks a delivery.
    """
    if case_sensitive or do_not_translate:
        return TermMatching.EXACT
    if status is TermStatus.FORBIDDEN:
        return TermMatching.PLURAL if knows_plurals(language) else TermMatching.EXACT
    return TermMatching.EXACT if find_stemmer(language) is None else TermMatching.STEM


def with_usual_match(term: Term, *, do_not_translate: bool) -> Term:
    """Replace the match of a term by the one that `choose_match` gives."""
    match = choose_match(
        term.language,
        status=term.status,
        case_sensitive=term.case_sensitive,
        do_not_translate=do_not_translate,
    )
    return replace(term, match=match)


def is_usual_match(term: Term) -> bool:
    """Whether a file can leave out the match of a term: it is `EXACT`, and an import would choose it."""
    if term.match is not TermMatching.EXACT:
        return False
    usual = choose_match(
        term.language, status=term.status, case_sensitive=term.case_sensitive, do_not_translate=False
    )
    return usual is TermMatching.EXACT
