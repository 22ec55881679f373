"""The form of a term that replaces an engine's words; `writing` chooses the place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.termbases.model import PartOfSpeech, Term
from dragoman.termbases.morphology import (
    FormChange,
    GrammaticalNumber,
    compare_forms,
    find_gender,
    find_number,
    has_plurals,
    is_invariable,
    is_plural,
    may_be_adjective,
    pluralise,
    singularise,
)
from dragoman.termbases.recognition import Glossary, TermMatch
from dragoman.translation.engine_output.capitals import upper_case, with_capital
from dragoman.translation.terms.articles import agree, part_leading


def write_term(
    glossary: Glossary, match: TermMatch, replaced: str, *, before: str, at_start: bool
) -> tuple[str, str]:
    """The text before a term, made to agree with it, and the required term with its form and capitals.

    The term includes the articles that the engine's words had. `replaced` are the engine's words, "" for a
    code, `before` is the text before them; `at_start`: no word is before them.
    """
    term = match.required[0]
    source, language = glossary.source.partition("-")[0], glossary.target.partition("-")[0]
    leading, replaced = part_leading(replaced.strip(), match.text, source, language)
    text = _write(glossary, match, replaced, language)
    capital = replaced[:1] if replaced else match.text[:1]
    if (
        capital.isupper()
        and not (leading or term.case_sensitive)
        and (at_start or not match.term.text[:1].isupper())
        and text[:1].islower()
    ):
        text = with_capital(text, 0, language)
    gender = term.gender or find_gender(term.text, language)
    if leading:
        return before, agree(leading, text, gender, language) + text
    return agree(before, text, gender, language), text


def _write(glossary: Glossary, match: TermMatch, replaced: str, language: str) -> str:
    term = match.required[0]
    if term.case_sensitive:
        return term.text
    text = choose_form(match, replaced, target=glossary.target).text
    return (
        upper_case(text, language) if _is_capitals(match.text) and not _is_capitals(match.term.text) else text
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TermForm:
    """A form of a required term."""

    text: str
    is_certain: bool  # it is the form that the source requires
    is_usable: bool = True  # it may be written, although it is not certain


def choose_form(match: TermMatch, replaced: str, *, target: str) -> TermForm:
    """The required term in the number in which the source has its own. `replaced`: the engine's words.

    A listed form of that number is taken, else one that the rules of the target language make. Where the
    source has another form than a plural, as of a verb ("printing"), only a listed form is usable.
    """
    term = match.required[0]
    change = compare_forms(match.term.text, match.text, match.term.language)
    if change is FormChange.NONE and _is_plural_here(match, replaced, target):
        change = FormChange.PLURAL
    if change is FormChange.OTHER and _is_english(target) and _is_adjective(match):
        change = FormChange.NONE
    if change is FormChange.PLURAL and not _may_be_plural(term, replaced, target):
        change = FormChange.NONE
    if change is FormChange.NONE or term.case_sensitive:
        return TermForm(text=_choose_alike(match, term, replaced), is_certain=True)
    if change is FormChange.OTHER:
        text = _choose_alike(match, term, replaced)
        is_listed = match.text.casefold() in map(str.casefold, match.term.forms)
        is_known = match.term.language.partition("-")[0] == "en" or has_plurals(match.term.language)
        is_certain = text != term.text or is_listed or not is_known
        return TermForm(text=text, is_certain=is_certain, is_usable=is_certain)
    wanted = GrammaticalNumber.PLURAL if change is FormChange.PLURAL else GrammaticalNumber.SINGULAR
    if find_number(term.text, target) is wanted:
        return TermForm(text=term.text, is_certain=True)
    if change is FormChange.PLURAL:
        made = pluralise(term.text, target, term.gender)
    else:
        made = singularise(term.text, target)
    listed = [form for form in term.forms if compare_forms(term.text, form, target) is change]
    if made and (made in listed or not listed):
        return TermForm(text=made, is_certain=True)
    if listed:
        return TermForm(text=listed[0], is_certain=True)
    text = _choose_alike(match, term, replaced)
    return TermForm(text=text, is_certain=text != term.text)


def _may_be_plural(term: Term, replaced: str, target: str) -> bool:
    """Whether a plural of a term can be meant: English adjectives have none, so its word has to be one."""
    if not _is_english(target):
        return True
    if term.part_of_speech is None:
        return not replaced or is_plural(replaced, target)
    return term.part_of_speech in {PartOfSpeech.NOUN, PartOfSpeech.OTHER}


def _is_english(language: str) -> bool:
    return language.partition("-")[0] == "en"


def _is_adjective(match: TermMatch) -> bool:
    """Whether the source has an adjective in another gender, which English has not."""
    return may_be_adjective(match.term.text, match.text, match.term.language)


def _is_plural_here(match: TermMatch, replaced: str, target: str) -> bool:
    """Whether the engine took a source's term for a plural that looks like its singular: crisis, prix."""
    if not (replaced and is_invariable(match.text, match.term.language)):
        return False
    _, said = part_leading(replaced.strip(), match.text, match.term.language.partition("-")[0], target)
    return is_plural(said, target)


def _choose_alike(match: TermMatch, term: Term, replaced: str) -> str:
    """The term or listed form whose ending is most similar to the words that it replaces.

    A form needs one more equal letter if the source has its term in the listed form.
    """
    if not term.forms:
        return term.text
    said = replaced.casefold().split()
    best, most = term.text, 1 if match.text.casefold() == match.term.text.casefold() else 0
    for form in term.forms:
        if (gain := _gain(term.text.casefold().split(), form.casefold().split(), said)) > most:
            best, most = form, gain
    return best


def _gain(base: Sequence[str], form: Sequence[str], said: Sequence[str]) -> int:
    """How many more final letters a form shares with a word than the term itself, where they differ."""
    if len(base) != len(form):
        base, form = base[-1:], form[-1:]
    return sum(
        max((_alike(new, word) - _alike(old, word) for word in said), default=0)
        for old, new in zip(base, form, strict=True)
        if old != new
    )


def _alike(text: str, said: str) -> int:
    """How many final letters two texts share."""
    count = 0
    for one, other in zip(reversed(text), reversed(said), strict=False):
        if one != other:
            break
        count += 1
    return count


def _is_capitals(text: str) -> bool:
    return text.isupper() and sum(map(str.isalpha, text)) > 1
