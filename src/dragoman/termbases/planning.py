"""Plan an import: which concepts it adds, changes and removes. Without the database.

An entry of the file is a concept of the term base if they have the same id, else if they have the same terms.
In a merge, the same id counts only if they share a term: files of different makers use the same numbers.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from dragoman.termbases.bases import StoredConcept
from dragoman.termbases.concept_json import term_keys
from dragoman.termbases.model import MOST_TERMS, Concept, Term, TermStatus, sort_terms
from dragoman.termbases.problems import Effect, TermEntry, TermProblem


class ImportMode(enum.StrEnum):
    """How an import changes existing concepts."""

    MERGE = "merge"  # keeps the concepts, languages and fields that the file does not have
    REPLACE = "replace"  # the term base gets the concepts of the file, and no others


@dataclass(slots=True, kw_only=True)
class ImportPlan:
    """The changes of an import."""

    added: list[Concept] = field(default_factory=list)  # some without an id
    updated: list[StoredConcept] = field(default_factory=list)  # after the change
    unchanged: int = 0
    removed: list[int] = field(default_factory=list)  # numbers
    refused: int = 0
    problems: list[TermProblem] = field(default_factory=list)

    def report(self, line: int, effect: Effect, message: str) -> None:
        """Add a problem."""
        self.problems.append(TermProblem(line=line, effect=effect, message=message))


@dataclass(slots=True, kw_only=True)
class _MatchedEntry:
    """An entry of the file with a concept, and the concept of the term base that it is."""

    line: int
    concept: Concept
    keys: list[str]  # of its terms
    unmatched: frozenset[tuple[str, str]]  # language and text of terms without a `match`
    kept: StoredConcept | None = None  # None: a new concept


def make_plan(
    existing: Sequence[StoredConcept], entries: Iterable[TermEntry], mode: ImportMode
) -> ImportPlan:
    """Plan the changes of a term base. No two `entries` have the same id."""
    plan = ImportPlan()
    found = list(_read(plan, entries))
    _match(plan, existing, found, mode)
    _report_shared_terms(plan, existing, found, mode)
    for one in found:
        _decide(plan, one, mode)
    if mode is ImportMode.REPLACE:
        matched = {one.kept.number for one in found if one.kept}
        plan.removed = [kept.number for kept in existing if kept.number not in matched]
    plan.problems.sort(key=lambda problem: problem.line)
    return plan


def _read(plan: ImportPlan, entries: Iterable[TermEntry]) -> Iterator[_MatchedEntry]:
    for entry in entries:
        plan.problems += entry.problems
        if entry.concept is not None:
            yield _MatchedEntry(
                line=entry.line,
                concept=entry.concept,
                keys=term_keys(entry.concept),
                unmatched=entry.unmatched,
            )
        elif any(problem.effect is Effect.ENTRY_LEFT_OUT for problem in entry.problems):
            plan.refused += 1


def _match(
    plan: ImportPlan, existing: Sequence[StoredConcept], found: Sequence[_MatchedEntry], mode: ImportMode
) -> None:
    """Find the concepts of the term base that entries are: first by id, then by terms, each for one entry."""
    by_key = {kept.concept.id: kept for kept in existing}
    keys = {kept.number: term_keys(kept.concept) for kept in existing}
    taken: set[int] = set()
    for one in found:
        kept = by_key.get(one.concept.id) if one.concept.id else None
        if kept is None:
            continue
        if mode is ImportMode.MERGE and not set(one.keys) & set(keys[kept.number]):
            message = "Another concept of the term base has the entry's id; the entry gets a new one."
            plan.report(one.line, Effect.NOTICED, message)
            one.concept = replace(one.concept, id="")
            continue
        one.kept = kept
        taken.add(kept.number)
    by_terms: dict[frozenset[str], list[StoredConcept]] = {}
    for kept in reversed(existing):
        if kept.number not in taken:
            by_terms.setdefault(frozenset(keys[kept.number]), []).append(kept)
    for one in found:
        if one.kept is None and (same := by_terms.get(frozenset(one.keys))):
            one.kept = same.pop()


def _report_shared_terms(
    plan: ImportPlan, existing: Sequence[StoredConcept], found: Sequence[_MatchedEntry], mode: ImportMode
) -> None:
    """Report terms of several concepts: often intended, sometimes a mistake."""
    owners: dict[str, tuple[int, int]] = {}  # number of a concept that is there, or 0; line of an entry, or 0
    if mode is ImportMode.MERGE:
        matched = {one.kept.number for one in found if one.kept}
        for kept in existing:
            if kept.number not in matched:
                for key in term_keys(kept.concept):
                    owners.setdefault(key, (kept.number, 0))
    for one in found:
        shared = [key for key in one.keys if key in owners]
        if shared:
            language = shared[0].partition("\t")[0]
            number, line = owners[shared[0]]
            message = f"A term ({language}) is also one of the entry in line {line}."
            if number:
                message = f"A term ({language}) is also one of concept {number} of the term base."
            plan.report(one.line, Effect.NOTICED, message)
        for key in one.keys:
            owners.setdefault(key, (0, one.line))


def _decide(plan: ImportPlan, one: _MatchedEntry, mode: ImportMode) -> None:
    if one.kept is None:
        plan.added.append(one.concept)
        return
    old = one.kept.concept
    given = keep_matches(one.concept, old, one.unmatched)
    new = _merged(old, given) if mode is ImportMode.MERGE else _replaced(old, given)
    if len(new.terms) > MOST_TERMS:
        message = f"The concept would have more than {MOST_TERMS} terms; the entry is left out."
        plan.report(one.line, Effect.ENTRY_LEFT_OUT, message)
        plan.refused += 1
    elif new == old:
        plan.unchanged += 1
    else:
        plan.updated.append(replace(one.kept, concept=new))


def keep_matches(new: Concept, old: Concept, unmatched: Collection[tuple[str, str]]) -> Concept:
    """Give terms of the new concept without a `match` that of the old concept's terms.

    A term that becomes forbidden, or is no longer forbidden, gets the match of a new term: wanted and
    forbidden terms are matched by different rules.
    """
    before = {(term.language, term.text, _is_forbidden(term)): term.match for term in old.terms}
    terms = (
        replace(term, match=before[term.language, term.text, _is_forbidden(term)])
        if (term.language, term.text) in unmatched
        and (term.language, term.text, _is_forbidden(term)) in before
        else term
        for term in new.terms
    )
    return replace(new, terms=tuple(terms))


def _is_forbidden(term: Term) -> bool:
    return term.status is TermStatus.FORBIDDEN


def _merged(old: Concept, new: Concept) -> Concept:
    """Merge: the languages and fields of the file, the others from the old concept."""
    languages = {term.language for term in new.terms}
    return Concept(
        id=old.id,
        definition=new.definition or old.definition,
        domain=new.domain or old.domain,
        note=new.note or old.note,
        do_not_translate=new.do_not_translate or old.do_not_translate,
        created=new.created or old.created,
        changed=new.changed or old.changed,
        terms=sort_terms((*new.terms, *(term for term in old.terms if term.language not in languages))),
    )


def _replaced(old: Concept, new: Concept) -> Concept:
    return replace(
        new, id=new.id or old.id, created=new.created or old.created, changed=new.changed or old.changed
    )


def name_added(plan: ImportPlan, existing: Sequence[StoredConcept], first: int) -> list[StoredConcept]:
    """Number the new concepts from `first` on, and give ids to those without one; their version is 0."""
    updated = {kept.number: kept.concept.id for kept in plan.updated}
    removed = set(plan.removed)
    taken = {updated.get(kept.number, kept.concept.id) for kept in existing if kept.number not in removed}
    taken |= {concept.id for concept in plan.added}
    named = []
    for number, concept in enumerate(plan.added, start=first):
        key = concept.id or free_key(number, taken)
        taken.add(key)
        named.append(StoredConcept(number=number, version=0, concept=replace(concept, id=key)))
    return named


def free_key(number: int, taken: set[str]) -> str:
    """Find a free key for a concept without an id: its number, or the number with a suffix."""
    key, at = str(number), 1
    while key in taken:
        at += 1
        key = f"{number}-{at}"
    return key
