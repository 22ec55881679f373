"""Edit concepts of a term base. Each change makes a new version, and is recorded in the audit log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dragoman.access.staff import Staff
from dragoman.database.connections import Transaction
from dragoman.errors import Conflict, NotFound, RuleBroken, RulesBroken
from dragoman.termbases import concept_store, store
from dragoman.termbases.actions import choose_version, get_term_base, record_change
from dragoman.termbases.bases import MOST_CONCEPTS, BaseVersion, ConceptFilter, StoredConcept, TermBase
from dragoman.termbases.checking import ProposedConcept, check_proposal, terms_without_match
from dragoman.termbases.concept_json import term_keys
from dragoman.termbases.model import Concept
from dragoman.termbases.planning import free_key, keep_matches

_MOST_NAMESAKES = 100  # that are listed
_MOST_PROBLEMS = 100  # of many entries, that are reported


class KeyTaken(RuleBroken):
    """Another concept of the term base has this key."""

    code = "KEY_TAKEN"


class TermBaseFull(RuleBroken):
    """The term base has as many concepts as it may have."""

    code = "TERM_BASE_FULL"


class ConceptChanged(Conflict):
    """The concept has another version than the caller's change is based on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Namesake:
    """Another concept of the term base, which shares a term with a concept."""

    number: int
    language: str  # of the first shared term


@dataclass(frozen=True, slots=True, kw_only=True)
class ConceptDetails:
    """A concept, with the other concepts that share a term with it."""

    kept: StoredConcept
    namesakes: tuple[Namesake, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConceptTarget:
    """The concept that a change is for."""

    term_base_id: int
    number: int
    version: int | None = None  # of the concept when the caller read it; None: not compared


async def list_concepts(
    tx: Transaction, *, term_base_id: int, wanted: ConceptFilter, limit: int, offset: int = 0
) -> Sequence[StoredConcept]:
    """List concepts by number. Raises `NotFound` if the term base or the version does not exist."""
    base = await get_term_base(tx, term_base_id=term_base_id)
    pin = choose_version(base, wanted.version)
    is_current = pin.version == base.version
    return await concept_store.list_concepts(
        tx, pin, wanted, is_current=is_current, limit=limit, offset=offset
    )


async def get_concept(tx: Transaction, *, term_base_id: int, number: int) -> ConceptDetails:
    """Find a concept of the current version. Raises `NotFound`."""
    await get_term_base(tx, term_base_id=term_base_id)
    return await _with_namesakes(tx, term_base_id, await _find(tx, term_base_id, number))


async def create_concept(
    tx: Transaction, *, staff: Staff, term_base_id: int, proposal: ProposedConcept
) -> ConceptDetails:
    """Add a concept. Raises `NotFound`, `RulesBroken`, `KeyTaken`, `TermBaseFull`."""
    concept = check_proposal(proposal)
    base = await get_term_base(tx, term_base_id=term_base_id, lock=True)
    check_capacity(base.concepts + 1)
    if concept.id:
        await _check_key(tx, base, concept.id)
    number = await store.take_numbers(tx, base, 1)
    concept = replace(concept, id=concept.id or await _new_key(tx, base, number), created=tx.now.date())
    kept = StoredConcept(number=number, version=base.version + 1, concept=concept)
    await concept_store.insert_concepts(tx, base, [kept], since=kept.version)
    await commit(tx, base, staff=staff, added=1)
    await record_change(tx, base, staff=staff, verb="concept-created", concept=number, version=kept.version)
    return await _with_namesakes(tx, base.id, kept)


async def create_concepts(
    tx: Transaction, *, staff: Staff, term_base_id: int, proposals: Sequence[ProposedConcept]
) -> TermBase:
    """Add several concepts in one version. Raises `RulesBroken` with all problems, `TermBaseFull`."""
    concepts = _check_all(proposals)
    base = await get_term_base(tx, term_base_id=term_base_id, lock=True)
    if not concepts:
        return base
    check_capacity(base.concepts + len(concepts))
    first = await store.take_numbers(tx, base, len(concepts))
    version, today = base.version + 1, tx.now.date()
    kept = [
        StoredConcept(number=number, version=version, concept=replace(concept, id=str(number), created=today))
        for number, concept in enumerate(concepts, start=first)
    ]
    await concept_store.insert_concepts(tx, base, kept, since=version)
    await record_change(tx, base, staff=staff, verb="concepts-created", concepts=len(kept), version=version)
    return await commit(tx, base, staff=staff, added=len(kept))


def _check_all(proposals: Sequence[ProposedConcept]) -> list[Concept]:
    """Validate proposals without keys, for a new term base. Each problem names its entry, from 1."""
    concepts: list[Concept] = []
    problems: list[RuleBroken] = []
    for number, proposal in enumerate(proposals, start=1):
        try:
            concepts.append(check_proposal(proposal))
        except RuleBroken as error:
            problems += (
                type(one)(f"Entry {number}: {one.message}", hints=one.hints) for one in error.all_problems()
            )
    if problems:
        raise RulesBroken(problems[:_MOST_PROBLEMS])
    return concepts


async def replace_concept(
    tx: Transaction, *, staff: Staff, target: ConceptTarget, proposal: ProposedConcept
) -> ConceptDetails:
    """Replace a concept. If it does not change, there is no new version.

    Raises `NotFound`, `RulesBroken`, `KeyTaken`, or `ConceptChanged` if it was changed since it was read.
    """
    proposed = check_proposal(proposal)
    base, kept = await _take(tx, target)
    if proposed.id and proposed.id != kept.concept.id:
        await _check_key(tx, base, proposed.id)
    old = kept.concept
    proposed = keep_matches(proposed, old, terms_without_match(proposal))
    concept = replace(proposed, id=proposed.id or old.id, created=old.created, changed=old.changed)
    if concept == old:
        return await _with_namesakes(tx, base.id, kept)
    concept = replace(concept, changed=tx.now.date())
    changed = StoredConcept(number=kept.number, version=base.version + 1, concept=concept)
    await concept_store.end_concepts(tx, base, [kept.number], until=changed.version)
    await concept_store.insert_concepts(tx, base, [changed], since=changed.version)
    await commit(tx, base, staff=staff, changed=1)
    await record_change(
        tx, base, staff=staff, verb="concept-changed", concept=kept.number, version=changed.version
    )
    return await _with_namesakes(tx, base.id, changed)


async def delete_concept(tx: Transaction, *, staff: Staff, target: ConceptTarget) -> None:
    """Delete a concept from the next version on. Raises `NotFound`, or `ConceptChanged`."""
    base, kept = await _take(tx, target)
    await concept_store.end_concepts(tx, base, [kept.number], until=base.version + 1)
    await commit(tx, base, staff=staff, removed=1)
    await record_change(
        tx, base, staff=staff, verb="concept-deleted", concept=kept.number, version=base.version + 1
    )


async def commit(
    tx: Transaction, base: TermBase, *, staff: Staff, added: int = 0, changed: int = 0, removed: int = 0
) -> TermBase:
    """Add the next version of a locked term base, after its concepts are written."""
    made = BaseVersion(
        version=base.version + 1,
        at=tx.now,
        actor=staff.actor,
        added=added,
        changed=changed,
        removed=removed,
    )
    return await store.insert_version(tx, base, made)


def check_capacity(concepts: int) -> None:
    """Raise `TermBaseFull` for more concepts than a term base may have."""
    if concepts > MOST_CONCEPTS:
        raise TermBaseFull(
            f"A term base has at most {MOST_CONCEPTS} concepts.", hints="Create several term bases."
        )


async def _take(tx: Transaction, target: ConceptTarget) -> tuple[TermBase, StoredConcept]:
    base = await get_term_base(tx, term_base_id=target.term_base_id, lock=True)
    kept = await _find(tx, target.term_base_id, target.number)
    if target.version is not None and target.version != kept.version:
        raise ConceptChanged(
            f"Concept {kept.number} was changed meanwhile: its version is {kept.version}, not "
            f"{target.version}. Read it again, then change it."
        )
    return base, kept


async def _find(tx: Transaction, term_base_id: int, number: int) -> StoredConcept:
    kept = await concept_store.find_concept(tx, term_base_id, number)
    if kept is None:
        raise NotFound(f"Term base {term_base_id} has no concept {number}.")
    return kept


async def _check_key(tx: Transaction, base: TermBase, key: str) -> None:
    if await concept_store.key_exists(tx, base.id, key):
        raise KeyTaken(
            "Another concept of the term base has this key.",
            hints="Leave it out to get a new one.",
            field="key",
        )


async def _new_key(tx: Transaction, base: TermBase, number: int) -> str:
    taken: set[str] = set()
    while await concept_store.key_exists(tx, base.id, key := free_key(number, taken)):
        taken.add(key)
    return key


async def _with_namesakes(tx: Transaction, term_base_id: int, kept: StoredConcept) -> ConceptDetails:
    """Find the other concepts that share a term: often intended, sometimes a mistake."""
    keys = term_keys(kept.concept)
    found = await concept_store.find_namesakes(tx, term_base_id, keys, most=_MOST_NAMESAKES)
    namesakes = (
        Namesake(number=number, language=next(key for key in keys if key in other).partition("\t")[0])
        for number, other in found
        if number != kept.number
    )
    return ConceptDetails(kept=kept, namesakes=tuple(namesakes))
