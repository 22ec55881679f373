"""The form in which a translation has a term: its number, and whether the words beside it agree with it.

Only what is certain is a mistake: languages without rules, and words that the rules leave open, have none.
"""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.termbases.model import Gender
from dragoman.termbases.morphology import (
    FormChange,
    Number,
    compare_forms,
    find_gender,
    find_misfit,
    find_number,
)
from dragoman.termbases.recognition.glossary import Occurrence, TermMatch


@dataclass(frozen=True, slots=True, kw_only=True)
class FormCheck:
    """What is wrong about the form of a term in a translation."""

    number: bool  # it is in another number than in the source
    agreement: bool  # words beside it are of another gender or number


def check_form(match: TermMatch, occurrence: Occurrence, text: str) -> FormCheck:
    """Check a term in the plain text of a translation, as `check_target` found it there."""
    language = occurrence.term.language
    said = text[occurrence.start : occurrence.end]
    if match.concept.do_not_translate or occurrence.term.case_sensitive:
        return FormCheck(number=False, agreement=False)
    return FormCheck(
        number=_has_other_number(match, occurrence, said),
        agreement=find_misfit(
            text[: occurrence.start],
            text[occurrence.end :],
            gender=find_term_gender(occurrence, language),
            number=find_number(said, language),
            language=language,
            text=said,
        ),
    )


def find_term_gender(occurrence: Occurrence, language: str) -> Gender | None:
    """The gender of a term: as the term base has it, else by the look of its head."""
    term = occurrence.term
    return term.gender or find_gender(term.text, language)


def _has_other_number(match: TermMatch, occurrence: Occurrence, said: str) -> bool:
    change = compare_forms(match.term.text, match.text, match.term.language)
    if change not in {FormChange.PLURAL, FormChange.SINGULAR}:
        return False
    other = Number.SINGULAR if change is FormChange.PLURAL else Number.PLURAL
    is_listed = said.casefold() == occurrence.term.text.casefold()
    return is_listed and find_number(said, occurrence.term.language) is other
