"""Make concepts of the entries of files, by rules that all file formats share.

Invalid parts are left out and reported, the rest is used. Among terms without a status, the first one of a
language is preferred and the others are admitted.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

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
from dragoman.termbases.problems import Effect, TermEntry, TermProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class TermDefaults:
    """Properties of terms for which a file has none."""

    match: TermMatching | None = None  # None: chosen by `matching`
    case_sensitive: bool | None = None  # None: short terms in capitals are, others are not


@dataclass(slots=True, kw_only=True)
class TermDraft:
    """A term as a file has it; fields that the file does not have are None or empty."""

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
        """Add a problem."""
        self.problems.append(TermProblem(line=line, effect=effect, message=message))


@dataclass(slots=True)
class EntryIds:
    """The ids of a file so far, with their lines."""

    lines: dict[str, int] = field(default_factory=dict)

    def take(self, draft: ConceptDraft) -> str:
        """Register the id of an entry; "" if it has no usable one."""
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


def finish(draft: ConceptDraft, defaults: TermDefaults, ids: EntryIds) -> TermEntry:
    """Make the concept of a draft."""
    terms = _merged(draft, [term for one in draft.terms if (term := _term(draft, one, defaults))])
    if len(terms) > MOST_TERMS:
        message = f"The entry has more than {MOST_TERMS} terms; the rest is left out."
        draft.report(draft.line, Effect.PART_LEFT_OUT, message)
    if not terms:
        message = "The entry has no usable term; it is left out."
        draft.report(draft.line, Effect.ENTRY_LEFT_OUT, message)
        return TermEntry(line=draft.line, problems=tuple(draft.problems))
    concept = Concept(
        id=ids.take(draft),
        definition=_text(
            draft,
            draft.line,
            draft.definitions,
            message=f"The definition is longer than {LONGEST_TEXT} characters; the rest is left out.",
        ),
        domain=_label(draft),
        note=_text(
            draft,
            draft.line,
            draft.notes,
            message=f"The note is longer than {LONGEST_TEXT} characters; the rest is left out.",
        ),
        do_not_translate=draft.do_not_translate,
        created=draft.created,
        changed=draft.changed,
        terms=sort_terms(_with_matches(draft, _with_statuses(terms[:MOST_TERMS]))),
    )
    unmatched = frozenset((read.term.language, read.term.text) for read in terms if not read.has_match)
    return TermEntry(line=draft.line, concept=concept, problems=tuple(draft.problems), unmatched=unmatched)


@dataclass(frozen=True, slots=True, kw_only=True)
class _TermReading:
    term: Term
    has_status: bool  # in the file
    has_match: bool  # in the file, or by default
    line: int


def _term(draft: ConceptDraft, one: TermDraft, defaults: TermDefaults) -> _TermReading | None:
    try:
        text = clean_term(one.text)
    except TermRefused as refused:
        message = f"A term ({one.language}) {refused.message}; it is left out."
        draft.report(one.line, Effect.PART_LEFT_OUT, message)
        return None
    given = one.case_sensitive if one.case_sensitive is not None else defaults.case_sensitive
    sensitive = is_acronym(text) if given is None else given
    term = Term(
        language=one.language,
        text=text,
        status=one.status or TermStatus.PREFERRED,
        case_sensitive=sensitive,
        match=one.match or defaults.match or TermMatching.EXACT,  # without one, replaced by `_with_matches`
        forms=_forms(draft, one, text),
        part_of_speech=one.part_of_speech,
        gender=one.gender,
        type=one.type,
        note=_text(
            draft,
            one.line,
            one.notes,
            message=f"The note of a term is longer than {LONGEST_TEXT} characters; the rest is left out.",
        ),
        example=_text(
            draft,
            one.line,
            one.examples,
            message=f"The example of a term is longer than {LONGEST_TEXT} characters; the rest is left out.",
        ),
    )
    has_match = one.match is not None or defaults.match is not None
    return _TermReading(term=term, has_status=one.status is not None, has_match=has_match, line=one.line)


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
        message = f"A term ({one.language}) has more than {MOST_FORMS} forms; the rest is left out."
        draft.report(one.line, Effect.PART_LEFT_OUT, message)
    return tuple(forms)[:MOST_FORMS]


def _merged(draft: ConceptDraft, terms: Iterable[_TermReading]) -> list[_TermReading]:
    """Merge terms that occur several times; the properties of the first one are used."""
    found: dict[tuple[str, str], _TermReading] = {}
    for read in terms:
        key = (read.term.language, read.term.text)
        first = found.setdefault(key, read)
        if first is read:
            continue
        if first.has_status and read.has_status and first.term.status is not read.term.status:
            message = (
                f"A term ({read.term.language}) occurs twice, with different statuses; the first one is used."
            )
            draft.report(read.line, Effect.NOTICED, message)
        elif read.has_status and not first.has_status:
            first = replace(first, term=replace(first.term, status=read.term.status), has_status=True)
        forms = tuple(dict.fromkeys((*first.term.forms, *read.term.forms)))[:MOST_FORMS]
        found[key] = replace(first, term=replace(first.term, forms=forms))
    return list(found.values())


def _with_matches(draft: ConceptDraft, terms: Iterable[_TermReading]) -> Iterator[Term]:
    for read in terms:
        if read.has_match:
            yield read.term
        else:
            yield with_usual_match(read.term, do_not_translate=draft.do_not_translate)


def _with_statuses(terms: Sequence[_TermReading]) -> list[_TermReading]:
    preferred = {
        read.term.language for read in terms if read.has_status and read.term.status is TermStatus.PREFERRED
    }
    given: list[_TermReading] = []
    for read in terms:
        term = read.term
        if not read.has_status:
            term = replace(
                term, status=TermStatus.ADMITTED if term.language in preferred else TermStatus.PREFERRED
            )
            preferred.add(term.language)
        given.append(replace(read, term=term))
    return given


def _text(draft: ConceptDraft, line: int, texts: Iterable[str], *, message: str) -> str:
    """Join texts as lines of one text. The line that makes it too long and all after it are left out.

    The report has the message then.
    """
    kept: dict[str, None] = {}
    length = -1
    for part in (part for text in texts for part in clean_text(text).split("\n")):
        if not part or part in kept:
            continue
        length += len(part) + 1
        if length > LONGEST_TEXT:
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
