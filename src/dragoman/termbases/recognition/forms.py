"""The form in which a translation has a term: its number, and whether the words beside it agree with it.

Only what is certain is a mistake: languages without rules, and words that the rules leave open, have none.
"""

from __future__ import annotations

from dragoman.termbases.morphology import (
    FormChange,
    GrammaticalNumber,
    compare_forms,
    find_gender,
    find_misfit,
    find_number,
)
from dragoman.termbases.recognition.glossary import Occurrence, TermMatch


def has_other_number(match: TermMatch, occurrence: Occurrence, text: str) -> bool:
    """Whether a translation certainly has a term in another number than its source.

    `text` is the plain text of the translation, `occurrence` what `check_target` found there.
    """
    change = compare_forms(match.term.text, match.text, match.term.language)
    if change not in {FormChange.PLURAL, FormChange.SINGULAR} or _has_one_form(match, occurrence):
        return False
    other = GrammaticalNumber.SINGULAR if change is FormChange.PLURAL else GrammaticalNumber.PLURAL
    said = text[occurrence.start : occurrence.end]
    is_listed = said.casefold() == occurrence.term.text.casefold()
    return is_listed and find_number(said, occurrence.term.language) is other


def disagrees(match: TermMatch, occurrence: Occurrence, text: str) -> bool:
    """Whether words beside a term in a translation are certainly of another gender or number.

    `text` is the plain text of the translation, `occurrence` what `check_target` found there.
    """
    if _has_one_form(match, occurrence):
        return False
    language = occurrence.term.language
    said = text[occurrence.start : occurrence.end]
    return find_misfit(
        text[: occurrence.start],
        text[occurrence.end :],
        gender=occurrence.term.gender or find_gender(occurrence.term.text, language),
        number=find_number(said, language),
        language=language,
        text=said,
    )


def _has_one_form(match: TermMatch, occurrence: Occurrence) -> bool:
    """Whether a term stands in every sentence as it is listed."""
    return match.concept.do_not_translate or occurrence.term.case_sensitive
