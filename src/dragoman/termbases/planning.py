"""What an import would do: which concepts of a file are new, which change others, which go. No database here.

A concept of the file is one of the term base when it has its id, else when it has the very same terms. In a
merge, the same id counts only where a term is the same too: files of two makers number their entries alike.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from dragoman.termbases.bases import KeptConcept
from dragoman.termbases.coding import names_of
from dragoman.termbases.model import MOST_TERMS, Concept, Term, TermStatus, arranged
from dragoman.termbases.problems import Effect, TermEntry, TermProblem


class ImportMode(enum.StrEnum):
    """What an import does with what is there."""

    MERGE = "merge"  # nothing is taken away that the file does not say otherwise
    REPLACE = "replace"  # the term base becomes what the file is


@dataclass(slots=True, kw_only=True)
class ImportPlan:
    """What an import does."""

    added: list[Concept] = field(default_factory=list)  # some without an id
    updated: list[KeptConcept] = field(default_factory=list)  # as they become
    unchanged: int = 0
    removed: list[int] = field(default_factory=list)  # numbers
    refused: int = 0
    problems: list[TermProblem] = field(default_factory=list)

    def report(self, line: int, effect: Effect, message: str) -> None:
        """Keep in mind what somebody may want to look at."""
        self.problems.append(TermProblem(line=line, effect=effect, message=message))


@dataclass(slots=True, kw_only=True)
class _Found:
    """An entry of the file that has a concept, and the concept of the term base that it is."""

    line: int
    concept: Concept
    names: list[str]
    unmatched: frozenset[tuple[str, str]]  # terms of which it does not say how they are matched
    kept: KeptConcept | None = None


def make_plan(existing: Sequence[KeptConcept], entries: Iterable[TermEntry], mode: ImportMode) -> ImportPlan:
    """What becomes of a term base. The ids of `entries` that have one are all different."""
    plan = ImportPlan()
    found = list(_read(plan, entries))
    _match(plan, existing, found, mode)
    _tell_namesakes(plan, existing, found, mode)
    for one in found:
        _decide(plan, one, mode)
    if mode is ImportMode.REPLACE:
        matched = {one.kept.number for one in found if one.kept}
        plan.removed = [kept.number for kept in existing if kept.number not in matched]
    plan.problems.sort(key=lambda problem: problem.line)
    return plan


def _read(plan: ImportPlan, entries: Iterable[TermEntry]) -> Iterator[_Found]:
    for entry in entries:
        plan.problems += entry.problems
        if entry.concept is not None:
            yield _Found(
                line=entry.line,
                concept=entry.concept,
                names=names_of(entry.concept),
                unmatched=entry.unmatched,
            )
        elif any(problem.effect is Effect.ENTRY_LEFT_OUT for problem in entry.problems):
            plan.refused += 1


def _match(
    plan: ImportPlan, existing: Sequence[KeptConcept], found: Sequence[_Found], mode: ImportMode
) -> None:
    """Find the concepts that the entries are: first by id, then by terms, each once."""
    by_key = {kept.concept.id: kept for kept in existing}
    names = {kept.number: names_of(kept.concept) for kept in existing}
    taken: set[int] = set()
    for one in found:
        kept = by_key.get(one.concept.id) if one.concept.id else None
        if kept is None:
            continue
        if mode is ImportMode.MERGE and not set(one.names) & set(names[kept.number]):
            message = "Another concept of the term base has the entry's id; the entry gets a new one."
            plan.report(one.line, Effect.NOTICED, message)
            one.concept = replace(one.concept, id="")
            continue
        one.kept = kept
        taken.add(kept.number)
    by_terms: dict[frozenset[str], list[KeptConcept]] = {}
    for kept in reversed(existing):
        if kept.number not in taken:
            by_terms.setdefault(frozenset(names[kept.number]), []).append(kept)
    for one in found:
        if one.kept is None and (alike := by_terms.get(frozenset(one.names))):
            one.kept = alike.pop()


def _tell_namesakes(
    plan: ImportPlan, existing: Sequence[KeptConcept], found: Sequence[_Found], mode: ImportMode
) -> None:
    """Terms that several concepts have: often right, sometimes a slip."""
    owners: dict[str, str] = {}
    if mode is ImportMode.MERGE:
        matched = {one.kept.number for one in found if one.kept}
        for kept in existing:
            if kept.number not in matched:
                for name in names_of(kept.concept):
                    owners.setdefault(name, f"concept {kept.number} of the term base")
    for one in found:
        shared = [name for name in one.names if name in owners]
        if shared:
            language = shared[0].partition("\t")[0]
            message = f"A term ({language}) is also one of {owners[shared[0]]}."
            plan.report(one.line, Effect.NOTICED, message)
        for name in one.names:
            owners.setdefault(name, f"the entry in line {one.line}")


def _decide(plan: ImportPlan, one: _Found, mode: ImportMode) -> None:
    if one.kept is None:
        plan.added.append(one.concept)
        return
    old = one.kept.concept
    said = keep_matches(one.concept, old, one.unmatched)
    new = _merged(old, said) if mode is ImportMode.MERGE else _replaced(old, said)
    if len(new.terms) > MOST_TERMS:
        message = f"The concept would have more than {MOST_TERMS} terms; the entry is left out."
        plan.report(one.line, Effect.ENTRY_LEFT_OUT, message)
        plan.refused += 1
    elif new == old:
        plan.unchanged += 1
    else:
        plan.updated.append(replace(one.kept, concept=new))


def keep_matches(new: Concept, old: Concept, unmatched: Collection[tuple[str, str]]) -> Concept:
    """The new concept, in which terms without a `match` of their own are matched as they were.

    One that becomes forbidden, or is so no longer, is matched as a new one: it was found in other forms for
    another purpose.
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
    """What a file says, and of the languages and fields of which it says nothing what was there."""
    languages = {term.language for term in new.terms}
    return Concept(
        id=old.id,
        definition=new.definition or old.definition,
        domain=new.domain or old.domain,
        note=new.note or old.note,
        do_not_translate=new.do_not_translate or old.do_not_translate,
        created=new.created or old.created,
        changed=new.changed or old.changed,
        terms=arranged((*new.terms, *(term for term in old.terms if term.language not in languages))),
    )


def _replaced(old: Concept, new: Concept) -> Concept:
    return replace(
        new, id=new.id or old.id, created=new.created or old.created, changed=new.changed or old.changed
    )


def name_added(plan: ImportPlan, existing: Sequence[KeptConcept], first: int) -> list[KeptConcept]:
    """The new concepts with numbers from `first` on, and ids where the file has none; their version is 0."""
    updated = {kept.number: kept.concept.id for kept in plan.updated}
    removed = set(plan.removed)
    taken = {updated.get(kept.number, kept.concept.id) for kept in existing if kept.number not in removed}
    taken |= {concept.id for concept in plan.added}
    named = []
    for number, concept in enumerate(plan.added, start=first):
        key = concept.id or free_key(number, taken)
        taken.add(key)
        named.append(KeptConcept(number=number, version=0, concept=replace(concept, id=key)))
    return named


def free_key(number: int, taken: set[str]) -> str:
    """What a concept without an id is called in files: its number, or what begins with it."""
    key, at = str(number), 1
    while key in taken:
        at += 1
        key = f"{number}-{at}"
    return key
