"""Validate proposed concepts: a concept is accepted as a whole, or refused with all its problems.

`drafts` has the rules of files, of which invalid parts are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from dragoman.errors import RuleBroken, RulesBroken
from dragoman.languages import canonical
from dragoman.termbases.matching import with_usual_match
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
    clean_line,
    clean_term,
    clean_text,
    is_acronym,
    sort_terms,
)


class TermInvalid(RuleBroken):
    """A term or one of its forms is invalid."""

    code = "TERM_INVALID"


class TermTwice(RuleBroken):
    """A concept has the same term twice in a language."""

    code = "TERM_TWICE"


class TooManyTerms(RuleBroken):
    """A concept has more terms or forms than it may have."""

    code = "TOO_MANY_TERMS"


class TermsMissing(RuleBroken):
    """A concept has no terms."""

    code = "TERMS_MISSING"


class TextTooLong(RuleBroken):
    """A definition, note, domain or key is too long."""

    code = "TEXT_TOO_LONG"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedTerm:
    """A term as the client wrote it; for a field that is None, the rules of files apply (see `drafts`)."""

    language: str  # well-formed
    text: str
    status: TermStatus | None = None
    case_sensitive: bool | None = None
    match: TermMatching | None = None  # None: chosen by `matching`
    forms: tuple[str, ...] = ()
    part_of_speech: PartOfSpeech | None = None
    gender: Gender | None = None
    type: TermType | None = None
    note: str = ""
    example: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedConcept:
    """A concept as the client wrote it."""

    key: str | None = None  # its id in files; None: unchanged, or a new one for a new concept
    definition: str = ""
    domain: str = ""
    note: str = ""
    do_not_translate: bool = False
    terms: tuple[ProposedTerm, ...]


def check_proposal(proposal: ProposedConcept) -> Concept:
    """Validate a proposal; a concept without a key gets the id "". Raises `RulesBroken` with all problems."""
    problems: list[RuleBroken] = []
    if not proposal.terms:
        problems.append(TermsMissing("A concept has at least one term.", field="terms"))
    if len(proposal.terms) > MOST_TERMS:
        problems.append(TooManyTerms(f"A concept has at most {MOST_TERMS} terms.", field="terms"))
    terms = [_check_term(problems, at, term) for at, term in enumerate(proposal.terms[:MOST_TERMS])]
    problems += _repeated(terms)
    concept = Concept(
        id=_bounded(problems, "key", clean_line(proposal.key or ""), LONGEST_ID),
        definition=_lines(problems, "definition", proposal.definition),
        domain=_bounded(problems, "domain", clean_line(proposal.domain), LONGEST_LABEL),
        note=_lines(problems, "note", proposal.note),
        do_not_translate=proposal.do_not_translate,
        terms=sort_terms(_with_matches(proposal, _with_statuses(terms, proposal.terms))),
    )
    if problems:
        raise RulesBroken(problems)
    return concept


def terms_without_match(proposal: ProposedConcept) -> frozenset[tuple[str, str]]:
    """Find the terms without a `match` in a valid proposal, as language and text."""
    return frozenset(
        (canonical(term.language), clean_term(term.text)) for term in proposal.terms if term.match is None
    )


def _check_term(problems: list[RuleBroken], at: int, given: ProposedTerm) -> Term:
    path = f"terms[{at}]"
    text = _cleaned(problems, path, given.text)
    if len(given.forms) > MOST_FORMS:
        problems.append(
            TooManyTerms(f"{path}: a term has at most {MOST_FORMS} forms.", field=f"{path}.forms")
        )
    forms = dict.fromkeys(
        _cleaned(problems, f"{path}.forms[{number}]", form)
        for number, form in enumerate(given.forms[:MOST_FORMS])
    )
    forms.pop(text, None)
    language = canonical(given.language)
    sensitive = is_acronym(text) if given.case_sensitive is None else given.case_sensitive
    return Term(
        language=language,
        text=text,
        case_sensitive=sensitive,
        match=given.match or TermMatching.EXACT,  # without `match`, replaced by `_with_matches`
        forms=tuple(forms),
        part_of_speech=given.part_of_speech,
        gender=given.gender,
        type=given.type,
        note=_lines(problems, f"{path}.note", given.note),
        example=_lines(problems, f"{path}.example", given.example),
    )


def _cleaned(problems: list[RuleBroken], path: str, text: str) -> str:
    try:
        return clean_term(text)
    except TermRefused as refused:
        problems.append(TermInvalid(f"{path}: the term {refused.message}.", field=path))
        return ""


def _repeated(terms: Sequence[Term]) -> Iterator[RuleBroken]:
    seen: dict[tuple[str, str], int] = {}
    for at, term in enumerate(terms):
        first = seen.setdefault((term.language, term.text), at)
        if first != at and term.text:
            yield TermTwice(f"terms[{at}]: the same term is terms[{first}] already.", field=f"terms[{at}]")


def _with_statuses(terms: Iterable[Term], given: Sequence[ProposedTerm]) -> Iterator[Term]:
    """Give terms without a status one: the first of a language is preferred, the others are admitted."""
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
            yield with_usual_match(term, do_not_translate=proposal.do_not_translate)
        else:
            yield term


def _lines(problems: list[RuleBroken], path: str, text: str) -> str:
    """Clean a text of lines, and remove repeated lines, as for files."""
    return _bounded(problems, path, "\n".join(dict.fromkeys(clean_text(text).split("\n"))), LONGEST_TEXT)


def _bounded(problems: list[RuleBroken], path: str, text: str, most: int) -> str:
    if len(text) > most:
        problems.append(TextTooLong(f"{path} is longer than {most} characters.", field=path))
    return text
