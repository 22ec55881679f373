"""Check the form of a term in a translation: its number, and the agreement of the words beside it.

Only certain mistakes are found: none in languages without rules, or for words that no rule decides.
"""

from __future__ import annotations

from dragoman.termbases.morphology import (
    FormChange,
    GrammaticalNumber,
    compare_forms,
    find_gender,
    find_number,
    has_disagreement,
)
from dragoman.termbases.recognition.glossary import Occurrence, TermMatch


def has_other_number(match: TermMatch, occurrence: Occurrence, text: str) -> bool:
    """Whether a translation certainly has a term in another grammatical number than its source.

    `text` is the plain text of the translation, `occurrence` is from `check_target`.
    """
    change = compare_forms(match.term.text, match.text, match.term.language)
    if change not in {FormChange.PLURAL, FormChange.SINGULAR} or _has_one_form(match, occurrence):
        return False
    other = GrammaticalNumber.SINGULAR if change is FormChange.PLURAL else GrammaticalNumber.PLURAL
    found = text[occurrence.start : occurrence.end]
    is_listed = found.casefold() == occurrence.term.text.casefold()
    return is_listed and find_number(found, occurrence.term.language) is other


def disagrees(match: TermMatch, occurrence: Occurrence, text: str) -> bool:
    """Whether words beside a term in a translation are certainly of another gender or number.

    `text` is the plain text of the translation, `occurrence` is from `check_target`.
    """
    if _has_one_form(match, occurrence):
        return False
    language = occurrence.term.language
    found = text[occurrence.start : occurrence.end]
    return has_disagreement(
        text[: occurrence.start],
        text[occurrence.end :],
        gender=occurrence.term.gender or find_gender(occurrence.term.text, language),
        number=find_number(found, language),
        language=language,
        text=found,
    )


def _has_one_form(match: TermMatch, occurrence: Occurrence) -> bool:
    """Whether a term has the listed form in every sentence."""
    return match.concept.do_not_translate or occurrence.term.case_sensitive
