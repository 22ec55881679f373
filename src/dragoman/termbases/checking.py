"""From what somebody proposes to a concept: all that is wrong is told at once, and nothing is left out.

`drafts` does the same for files, which are not refused for a part of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from dragoman.errors import RuleBroken, RulesBroken
from dragoman.languages import canonical
from dragoman.termbases.matching import choose_again
from dragoman.termbases.model import (
    LONGEST_ID,
    LONGEST_LABEL,
    LONGEST_TEXT,
    MOST_FORMS,
    MOST_TERMS,
    Concept,
    Gender,
    PartOfSpeech,
    Term,
    TermMatching,
    TermRefused,
    TermStatus,
    TermType,
    arranged,
    clean_line,
    clean_term,
    clean_text,
    is_acronym,
)


class TermInvalid(RuleBroken):
    """A term, or a form of one, that cannot be one."""

    code = "TERM_INVALID"


class TermTwice(RuleBroken):
    """A concept with the same term twice in a language."""

    code = "TERM_TWICE"


class TooManyTerms(RuleBroken):
    """More terms or forms than a concept may have."""

    code = "TOO_MANY_TERMS"


class TermsMissing(RuleBroken):
    """A concept without terms."""

    code = "TERMS_MISSING"


class TextTooLong(RuleBroken):
    """A definition, note, domain or key that is too long."""

    code = "TEXT_TOO_LONG"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedTerm:
    """A term as somebody wrote it; what is None follows the rules of files (see `drafts`)."""

    language: str  # well-formed
    text: str
    status: TermStatus | None = None
    case_sensitive: bool | None = None
    match: TermMatching | None = None  # None: as `matching` says
    forms: tuple[str, ...] = ()
    part_of_speech: PartOfSpeech | None = None
    gender: Gender | None = None
    type: TermType | None = None
    note: str = ""
    example: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedConcept:
    """A concept as somebody wrote it."""

    key: str | None = None  # what files call it; None: as it is, or a new one
    definition: str = ""
    domain: str = ""
    note: str = ""
    do_not_translate: bool = False
    terms: tuple[ProposedTerm, ...]


def check_proposal(proposal: ProposedConcept) -> Concept:
    """The concept, its id "" where the proposal has none. Raises `RulesBroken` with all that is wrong."""
    problems: list[RuleBroken] = []
    if not proposal.terms:
        problems.append(TermsMissing("A concept has at least one term."))
    if len(proposal.terms) > MOST_TERMS:
        problems.append(TooManyTerms(f"A concept has at most {MOST_TERMS} terms."))
    terms = [_check_term(problems, at, term) for at, term in enumerate(proposal.terms[:MOST_TERMS])]
    problems += _repeated(terms)
    concept = Concept(
        id=_bounded(problems, "key", clean_line(proposal.key or ""), LONGEST_ID),
        definition=_lines(problems, "definition", proposal.definition),
        domain=_bounded(problems, "domain", clean_line(proposal.domain), LONGEST_LABEL),
        note=_lines(problems, "note", proposal.note),
        do_not_translate=proposal.do_not_translate,
        terms=arranged(_with_matches(proposal, _with_statuses(terms, proposal.terms))),
    )
    if problems:
        raise RulesBroken(problems)
    return concept


def unmatched(proposal: ProposedConcept) -> frozenset[tuple[str, str]]:
    """Language and text of the terms of which a valid proposal does not say how they are matched."""
    return frozenset(
        (canonical(term.language), clean_term(term.text)) for term in proposal.terms if term.match is None
    )


def _check_term(problems: list[RuleBroken], at: int, given: ProposedTerm) -> Term:
    place = f"terms[{at}]"
    text = _cleaned(problems, place, given.text)
    if len(given.forms) > MOST_FORMS:
        problems.append(TooManyTerms(f"{place}: a term has at most {MOST_FORMS} forms."))
    forms = dict.fromkeys(
        _cleaned(problems, f"{place}.forms[{number}]", form)
        for number, form in enumerate(given.forms[:MOST_FORMS])
    )
    forms.pop(text, None)
    language = canonical(given.language)
    sensitive = is_acronym(text) if given.case_sensitive is None else given.case_sensitive
    return Term(
        language=language,
        text=text,
        case_sensitive=sensitive,
        match=given.match or TermMatching.EXACT,  # what is not said depends on the status
        forms=tuple(forms),
        part_of_speech=given.part_of_speech,
        gender=given.gender,
        type=given.type,
        note=_lines(problems, f"{place}.note", given.note),
        example=_lines(problems, f"{place}.example", given.example),
    )


def _cleaned(problems: list[RuleBroken], place: str, text: str) -> str:
    try:
        return clean_term(text)
    except TermRefused as refused:
        problems.append(TermInvalid(f"{place}: the term {refused.message}."))
        return ""


def _repeated(terms: Sequence[Term]) -> Iterator[RuleBroken]:
    seen: dict[tuple[str, str], int] = {}
    for at, term in enumerate(terms):
        first = seen.setdefault((term.language, term.text), at)
        if first != at and term.text:
            yield TermTwice(f"terms[{at}]: the same term is terms[{first}] already.")


def _with_statuses(terms: Iterable[Term], given: Sequence[ProposedTerm]) -> Iterator[Term]:
    """Where no status is given, the first term of a language is preferred, the others are admitted."""
    preferred = {canonical(one.language) for one in given[:MOST_TERMS] if one.status is TermStatus.PREFERRED}
    for term, one in zip(terms, given, strict=False):
        status = one.status
        if status is None:
            status = TermStatus.ADMITTED if term.language in preferred else TermStatus.PREFERRED
            preferred.add(term.language)
        yield replace(term, status=status)


def _with_matches(proposal: ProposedConcept, terms: Iterable[Term]) -> Iterator[Term]:
    for term, one in zip(terms, proposal.terms, strict=False):
        if one.match is None:
            yield choose_again(term, do_not_translate=proposal.do_not_translate)
        else:
            yield term


def _lines(problems: list[RuleBroken], place: str, text: str) -> str:
    """A text of lines, none of them twice, as files have it."""
    return _bounded(problems, place, "\n".join(dict.fromkeys(clean_text(text).split("\n"))), LONGEST_TEXT)


def _bounded(problems: list[RuleBroken], place: str, text: str, most: int) -> str:
    if len(text) > most:
        problems.append(TextTooLong(f"{place} is longer than {most} characters."))
    return text
