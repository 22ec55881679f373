"""From what a file says to a concept: the rules that files of every kind share.

What cannot be used is left out and named, the rest is kept. Where nothing is said of a status, the first term
of a language is preferred and the others are admitted.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

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
from dragoman.termbases.problems import Effect, TermEntry, TermProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class TermDefaults:
    """What holds for terms of which a file does not say it."""

    match: TermMatching | None = None  # None: as `matching` says
    case_sensitive: bool | None = None  # None: short terms in capitals are, others are not


@dataclass(slots=True, kw_only=True)
class TermDraft:
    """A term as a file has it. Empty is what it does not say."""

    line: int
    language: str  # canonical
    text: str
    status: TermStatus | None = None
    case_sensitive: bool | None = None
    match: TermMatching | None = None
    forms: list[str] = field(default_factory=list)
    part_of_speech: PartOfSpeech | None = None
    gender: Gender | None = None
    type: TermType | None = None
    notes: list[str] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class ConceptDraft:
    """An entry as a file has it."""

    line: int
    id: str = ""
    definitions: list[str] = field(default_factory=list)
    domains: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    do_not_translate: bool = False
    created: dt.date | None = None
    changed: dt.date | None = None
    terms: list[TermDraft] = field(default_factory=list)
    problems: list[TermProblem] = field(default_factory=list)

    def report(self, line: int, effect: Effect, message: str) -> None:
        """Keep in mind what is wrong."""
        self.problems.append(TermProblem(line=line, effect=effect, message=message))


@dataclass(slots=True)
class Ids:
    """The ids of a file so far, and the lines where they stand."""

    lines: dict[str, int] = field(default_factory=dict)

    def take(self, draft: ConceptDraft) -> str:
        """The id of an entry, "" where it has none that can be used."""
        identity = clean_line(draft.id)
        if not identity:
            return ""
        if len(identity) > LONGEST_ID:
            message = f"The entry's id is longer than {LONGEST_ID} characters; the entry gets a new one."
            draft.report(draft.line, Effect.NOTICED, message)
            return ""
        first = self.lines.setdefault(identity, draft.line)
        if first != draft.line:
            message = f"The entry in line {first} has the same id; this entry gets a new one."
            draft.report(draft.line, Effect.NOTICED, message)
            return ""
        return identity


def finish(draft: ConceptDraft, defaults: TermDefaults, ids: Ids) -> TermEntry:
    """Make a concept of a draft."""
    terms = _merged(draft, [term for one in draft.terms if (term := _term(draft, one, defaults))])
    if len(terms) > MOST_TERMS:
        message = f"The entry has more than {MOST_TERMS} terms; those behind them are left out."
        draft.report(draft.line, Effect.PART_LEFT_OUT, message)
    if not terms:
        message = "The entry has no term that can be used; it is left out."
        draft.report(draft.line, Effect.ENTRY_LEFT_OUT, message)
        return TermEntry(line=draft.line, problems=tuple(draft.problems))
    concept = Concept(
        id=ids.take(draft),
        definition=_text(draft, draft.line, "definition", draft.definitions),
        domain=_label(draft),
        note=_text(draft, draft.line, "note", draft.notes),
        do_not_translate=draft.do_not_translate,
        created=draft.created,
        changed=draft.changed,
        terms=arranged(_with_matches(draft, _with_statuses(terms[:MOST_TERMS]))),
    )
    unmatched = frozenset((read.term.language, read.term.text) for read in terms if not read.matched)
    return TermEntry(line=draft.line, concept=concept, problems=tuple(draft.problems), unmatched=unmatched)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    term: Term
    stated: bool  # the file says its status
    matched: bool  # it is said how it is matched
    line: int


def _term(draft: ConceptDraft, one: TermDraft, defaults: TermDefaults) -> _Read | None:
    try:
        text = clean_term(one.text)
    except TermRefused as refused:
        message = f"A term ({one.language}) {refused.message}; it is left out."
        draft.report(one.line, Effect.PART_LEFT_OUT, message)
        return None
    said = one.case_sensitive if one.case_sensitive is not None else defaults.case_sensitive
    sensitive = is_acronym(text) if said is None else said
    term = Term(
        language=one.language,
        text=text,
        status=one.status or TermStatus.PREFERRED,
        case_sensitive=sensitive,
        match=one.match or defaults.match or TermMatching.EXACT,  # what is not said depends on the status
        forms=_forms(draft, one, text),
        part_of_speech=one.part_of_speech,
        gender=one.gender,
        type=one.type,
        note=_text(draft, one.line, "note of a term", one.notes),
        example=_text(draft, one.line, "example of a term", one.examples),
    )
    is_matched = one.match is not None or defaults.match is not None
    return _Read(term=term, stated=one.status is not None, matched=is_matched, line=one.line)


def _forms(draft: ConceptDraft, one: TermDraft, text: str) -> tuple[str, ...]:
    forms: dict[str, None] = {}
    for form in one.forms:
        try:
            forms[clean_term(form)] = None
        except TermRefused as refused:
            if form.strip():
                message = f"A listed form of a term ({one.language}) {refused.message}; it is left out."
                draft.report(one.line, Effect.PART_LEFT_OUT, message)
    forms.pop(text, None)
    if len(forms) > MOST_FORMS:
        message = f"A term ({one.language}) has more than {MOST_FORMS} forms; those behind are left out."
        draft.report(one.line, Effect.PART_LEFT_OUT, message)
    return tuple(forms)[:MOST_FORMS]


def _merged(draft: ConceptDraft, terms: Iterable[_Read]) -> list[_Read]:
    """Terms that stand twice, once; the first says what it is."""
    found: dict[tuple[str, str], _Read] = {}
    for read in terms:
        key = (read.term.language, read.term.text)
        first = found.setdefault(key, read)
        if first is read:
            continue
        if first.stated and read.stated and first.term.status is not read.term.status:
            message = (
                f"A term ({read.term.language}) stands twice, with different statuses; the first one holds."
            )
            draft.report(read.line, Effect.NOTICED, message)
        elif read.stated and not first.stated:
            first = replace(first, term=replace(first.term, status=read.term.status), stated=True)
        forms = tuple(dict.fromkeys((*first.term.forms, *read.term.forms)))[:MOST_FORMS]
        found[key] = replace(first, term=replace(first.term, forms=forms))
    return list(found.values())


def _with_matches(draft: ConceptDraft, terms: Iterable[_Read]) -> Iterator[Term]:
    for read in terms:
        if read.matched:
            yield read.term
        else:
            yield choose_again(read.term, do_not_translate=draft.do_not_translate)


def _with_statuses(terms: Sequence[_Read]) -> list[_Read]:
    preferred = {
        read.term.language for read in terms if read.stated and read.term.status is TermStatus.PREFERRED
    }
    given: list[_Read] = []
    for read in terms:
        term = read.term
        if not read.stated:
            term = replace(
                term, status=TermStatus.ADMITTED if term.language in preferred else TermStatus.PREFERRED
            )
            preferred.add(term.language)
        given.append(replace(read, term=term))
    return given


def _text(draft: ConceptDraft, line: int, name: str, texts: Iterable[str]) -> str:
    """Several texts of one kind as the lines of one; lines too long for it are left out, and all behind."""
    kept: dict[str, None] = {}
    length = -1
    for part in (part for text in texts for part in clean_text(text).split("\n")):
        if not part or part in kept:
            continue
        length += len(part) + 1
        if length > LONGEST_TEXT:
            message = f"The {name} is longer than {LONGEST_TEXT} characters; what is behind is left out."
            draft.report(line, Effect.PART_LEFT_OUT, message)
            break
        kept[part] = None
    return "\n".join(kept)


def _label(draft: ConceptDraft) -> str:
    label = ", ".join(dict.fromkeys(text for domain in draft.domains if (text := clean_line(domain))))
    if len(label) <= LONGEST_LABEL:
        return label
    message = f"The domain is longer than {LONGEST_LABEL} characters; it is left out."
    draft.report(draft.line, Effect.PART_LEFT_OUT, message)
    return ""
