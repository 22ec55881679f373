"""Insert terms into a translation, and make the words next to them agree where that is certain."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from dragoman.segments import Code, Covered, Text
from dragoman.termbases.model import Gender
from dragoman.termbases.morphology import (
    adjust_agreement,
    find_gender,
    find_number,
    has_disagreement,
    has_plurals,
    may_disagree,
)
from dragoman.termbases.recognition import Glossary, TermMatch
from dragoman.translation.terms.articles import part_leading
from dragoman.translation.terms.marking import TermPlace, TermSpan, find_spans, is_marked
from dragoman.translation.terms.wording import choose_form, write_term


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenTerms:
    """A translation with terms for some of its words."""

    words: list[Covered]  # as they were given, those beside terms changed
    texts: Mapping[int, str]  # for the spots of these numbers
    misfits: frozenset[int]  # numbers of terms with which words beside them may not agree
    unlike: frozenset[int]  # numbers of terms of another gender or number than what they replace
    unformed: frozenset[int]  # numbers of terms whose right form is not known


def find_term_spans(glossary: Glossary, words: Sequence[Covered]) -> dict[int, TermSpan]:
    """The spans of marked terms in a translation, of those whose words are together.

    An article with a code between it and the noun is not part of the term.
    """
    spans = find_spans(words)
    return {number: _narrow(glossary, words, span) for number, span in spans.items() if span is not None}


def _narrow(glossary: Glossary, words: Sequence[Covered], span: TermSpan) -> TermSpan:
    inside = range(span.first, span.last)
    last = max((index for index in inside if isinstance(words[index][0], Code)), default=None)
    if last is None:
        return span
    leading = _text_of(words[span.first : last]).strip()
    said = f"{leading} x"
    source, target = glossary.source.partition("-")[0], glossary.target.partition("-")[0]
    if not leading or part_leading(said, "x", source, target)[1] != "x":
        return span
    return TermSpan(first=last + 1, last=span.last, text=_text_of(words[last + 1 : span.last + 1]))


def _text_of(words: Sequence[Covered]) -> str:
    return "".join(part.text for part, _ in words if isinstance(part, Text))


def write_terms(
    glossary: Glossary,
    places: Sequence[TermPlace],
    words: Sequence[Covered],
    spans: Mapping[int, TermSpan],
    *,
    substitutes: Collection[int],
) -> WrittenTerms:
    """The terms for their spans. `substitutes`: numbers of spans with nouns of the same gender and number."""
    written, texts = list(words), dict[int, str]()
    misfits, unlike, unformed = set[int](), set[int](), set[int]()
    for number, span in spans.items():
        match = places[number].matches[0]
        before, behind = _free_text(written, span.first - 1), _free_text(written, span.last + 1)
        first, text = write_term(
            glossary, match, span.text, before=before or "", at_start=_is_first(words, span)
        )
        first, text, last = _adjust(glossary, match, first, text, behind or "")
        _put(written, span.first - 1, before, first)
        _put(written, span.last + 1, behind, last)
        texts[number] = text
        is_alike = number in substitutes or _is_alike(glossary, match, span.text, text)
        if not is_alike:
            unlike.add(number)
        is_certain = is_alike and not (number in substitutes and _changes_gender(glossary, match))
        last += _text_until_term(written, span.last + 2)
        if _is_misfit(glossary, match, (first, text, last), is_alike=is_certain):
            misfits.add(number)
        if not choose_form(match, span.text, target=glossary.target).is_certain:
            unformed.add(number)
    return WrittenTerms(
        words=written,
        texts=texts,
        misfits=frozenset(misfits),
        unlike=frozenset(unlike),
        unformed=frozenset(unformed),
    )


def _free_text(words: Sequence[Covered], index: int) -> str | None:
    """The text next to a term; None where there is none, or it belongs to another term."""
    if not 0 <= index < len(words):
        return None
    part, ids = words[index]
    return part.text if isinstance(part, Text) and not is_marked(part, ids) else None


def _text_until_term(words: Sequence[Covered], first: int) -> str:
    """The text up to the next term, codes ignored."""
    followed = itertools.takewhile(lambda one: isinstance(one[0], Code) or not is_marked(*one), words[first:])
    return "".join(part.text for part, _ in followed if isinstance(part, Text))


def _put(words: list[Covered], index: int, said: str | None, text: str) -> None:
    if said is not None and said != text:
        words[index] = Text(text=text), words[index][1]


def _adjust(
    glossary: Glossary, match: TermMatch, before: str, text: str, behind: str
) -> tuple[str, str, str]:
    """The words next to a term in its gender, where both are known."""
    gender = _gender_of(glossary, match)
    if gender is None:
        return before, text, behind
    leading, rest = _part(glossary, match, text)
    number = find_number(rest, glossary.target)
    if leading:
        leading, behind = adjust_agreement(
            leading, behind, gender=gender, number=number, language=glossary.target
        )
        return before, leading + rest, behind
    before, behind = adjust_agreement(before, behind, gender=gender, number=number, language=glossary.target)
    return before, text, behind


def _is_misfit(
    glossary: Glossary,
    match: TermMatch,
    written: tuple[str, str, str],
    *,
    is_alike: bool,
) -> bool:
    """Whether words next to a term may not agree with it. `written`: the term between the texts around it."""
    if not has_plurals(glossary.target):
        return False
    leading, text = _part(glossary, match, written[1])
    before, behind, language = written[0] + leading, written[2], glossary.target
    gender, number = _gender_of(glossary, match), find_number(text, language)
    if has_disagreement(before, behind, gender=gender, number=number, language=language, text=text):
        return True
    if is_alike or (gender is None and _is_name(match)):
        return False
    return may_disagree(before, behind, gender=gender, language=language)


def _is_alike(glossary: Glossary, match: TermMatch, replaced: str, text: str) -> bool:
    """Whether a term certainly has the gender and the number of the engine's words that it replaces."""
    language = glossary.target
    if not has_plurals(language):
        return True
    (_, said), (_, text) = _part(glossary, match, replaced), _part(glossary, match, text)
    forms = _gender_of(glossary, match), find_number(text, language)
    return None not in forms and forms == (find_gender(said, language), find_number(said, language))


def _changes_gender(glossary: Glossary, match: TermMatch) -> bool:
    """Whether the source's predicates are of another gender than the term: engines do not change them."""
    before = find_gender(match.text, glossary.source)
    return before is not None and before is not _gender_of(glossary, match)


def _part(glossary: Glossary, match: TermMatch, text: str) -> tuple[str, str]:
    """Prepositions and articles that an engine includes, and the rest."""
    return part_leading(
        text.strip(), match.text, glossary.source.partition("-")[0], glossary.target.partition("-")[0]
    )


def _gender_of(glossary: Glossary, match: TermMatch) -> Gender | None:
    term = match.required[0]
    gender = term.gender or find_gender(term.text, glossary.target)
    return gender if gender in {Gender.MASCULINE, Gender.FEMININE} else None


def _is_name(match: TermMatch) -> bool:
    """Whether a term is a name or an acronym, whose letters do not show its gender."""
    term = match.required[0]
    head = term.text.split()[0]
    return term.case_sensitive or not head.isalpha() or head.isupper()


def _is_first(words: Sequence[tuple[object, frozenset[str]]], span: TermSpan) -> bool:
    """Whether no word is before it."""
    return not any(
        isinstance(part, Text) and any(map(str.isalnum, part.text)) for part, _ in words[: span.first]
    )
