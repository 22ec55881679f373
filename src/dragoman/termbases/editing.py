"""The concepts of a term base, one at a time. Each change makes a new version, and is in the audit log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dragoman.access.staff import Staff
from dragoman.database.connections import Transaction
from dragoman.errors import Conflict, NotFound, RuleBroken, RulesBroken
from dragoman.termbases import concept_store, store
from dragoman.termbases.actions import choose_version, get_term_base, note
from dragoman.termbases.bases import MOST_CONCEPTS, BaseVersion, KeptConcept, TermBase, Wanted
from dragoman.termbases.checking import ProposedConcept, check_proposal, unmatched
from dragoman.termbases.coding import names_of
from dragoman.termbases.model import Concept
from dragoman.termbases.planning import free_key, keep_matches

_MOST_NAMESAKES = 100  # that are told
_MOST_TOLD = 100  # problems of many entries


class KeyTaken(RuleBroken):
    """Another concept of the term base is called so in files."""

    code = "KEY_TAKEN"


class TermBaseFull(RuleBroken):
    """A term base has as many concepts as it may have."""

    code = "TERM_BASE_FULL"


@dataclass(frozen=True, slots=True, kw_only=True)
class Namesake:
    """Another concept of the term base that has one of a concept's terms."""

    number: int
    language: str  # of the first such term


@dataclass(frozen=True, slots=True, kw_only=True)
class Edited:
    """What became of a concept, and what somebody may want to look at."""

    kept: KeptConcept
    namesakes: tuple[Namesake, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EditedConcept:
    """A concept that is to be changed."""

    term_base_id: int
    number: int
    version: int | None = None  # of the concept, as it was read; None: whatever it is now


async def list_concepts(
    tx: Transaction, *, term_base_id: int, wanted: Wanted, limit: int, offset: int = 0
) -> Sequence[KeptConcept]:
    """Concepts by number. Raises `NotFound` for a term base or a version that is not there."""
    base = await get_term_base(tx, term_base_id=term_base_id)
    pin = choose_version(base, wanted.version)
    return await concept_store.list_concepts(tx, pin, wanted, limit=limit, offset=offset)


async def get_concept(tx: Transaction, *, term_base_id: int, number: int) -> Edited:
    """A concept as it is now. Raises `NotFound`."""
    await get_term_base(tx, term_base_id=term_base_id)
    return await _edited(tx, term_base_id, await _find(tx, term_base_id, number))


async def create_concept(
    tx: Transaction, *, staff: Staff, term_base_id: int, proposal: ProposedConcept
) -> Edited:
    """Add a concept. Raises `NotFound`, `RulesBroken`, `KeyTaken`, `TermBaseFull`."""
    concept = check_proposal(proposal)
    base = await get_term_base(tx, term_base_id=term_base_id, lock=True)
    check_room(base.concepts + 1)
    if concept.id:
        await _check_key(tx, base, concept.id)
    number = await store.take_numbers(tx, base, 1)
    concept = replace(concept, id=concept.id or await _new_key(tx, base, number), created=tx.now.date())
    kept = KeptConcept(number=number, version=base.version + 1, concept=concept)
    await concept_store.insert_concepts(tx, base, [kept], since=kept.version)
    await commit(tx, base, staff=staff, added=1)
    await note(tx, base, staff=staff, verb="concept-created", concept=number, version=kept.version)
    return await _edited(tx, base.id, kept)


async def create_concepts(
    tx: Transaction, *, staff: Staff, term_base_id: int, proposals: Sequence[ProposedConcept]
) -> TermBase:
    """Add several concepts in one version. Raises `RulesBroken` with all that is wrong, `TermBaseFull`."""
    concepts = _check_all(proposals)
    base = await get_term_base(tx, term_base_id=term_base_id, lock=True)
    if not concepts:
        return base
    check_room(base.concepts + len(concepts))
    first = await store.take_numbers(tx, base, len(concepts))
    version, today = base.version + 1, tx.now.date()
    kept = [
        KeptConcept(number=number, version=version, concept=replace(concept, id=str(number), created=today))
        for number, concept in enumerate(concepts, start=first)
    ]
    await concept_store.insert_concepts(tx, base, kept, since=version)
    await note(tx, base, staff=staff, verb="concepts-created", concepts=len(kept), version=version)
    return await commit(tx, base, staff=staff, added=len(kept))


def _check_all(proposals: Sequence[ProposedConcept]) -> list[Concept]:
    """The concepts, without keys: the term base must be new. Each problem names its entry, from 1."""
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
        raise RulesBroken(problems[:_MOST_TOLD])
    return concepts


async def replace_concept(
    tx: Transaction, *, staff: Staff, target: EditedConcept, proposal: ProposedConcept
) -> Edited:
    """Change a concept into another. One that stays as it is makes no version.

    Raises `NotFound`, `RulesBroken`, `KeyTaken`, `Conflict` when it was changed since it was read.
    """
    proposed = check_proposal(proposal)
    base, kept = await _take(tx, target)
    if proposed.id and proposed.id != kept.concept.id:
        await _check_key(tx, base, proposed.id)
    old = kept.concept
    proposed = keep_matches(proposed, old, unmatched(proposal))
    concept = replace(proposed, id=proposed.id or old.id, created=old.created, changed=old.changed)
    if concept == old:
        return await _edited(tx, base.id, kept)
    concept = replace(concept, changed=tx.now.date())
    changed = KeptConcept(number=kept.number, version=base.version + 1, concept=concept)
    await concept_store.end_concepts(tx, base, [kept.number], until=changed.version)
    await concept_store.insert_concepts(tx, base, [changed], since=changed.version)
    await commit(tx, base, staff=staff, changed=1)
    await note(tx, base, staff=staff, verb="concept-changed", concept=kept.number, version=changed.version)
    return await _edited(tx, base.id, changed)


async def delete_concept(tx: Transaction, *, staff: Staff, target: EditedConcept) -> None:
    """Take a concept out; older versions still have it. Raises `NotFound`, `Conflict` as for a change."""
    base, kept = await _take(tx, target)
    await concept_store.end_concepts(tx, base, [kept.number], until=base.version + 1)
    await commit(tx, base, staff=staff, removed=1)
    await note(tx, base, staff=staff, verb="concept-deleted", concept=kept.number, version=base.version + 1)


async def commit(
    tx: Transaction, base: TermBase, *, staff: Staff, added: int = 0, changed: int = 0, removed: int = 0
) -> TermBase:
    """Make the next version of a locked term base, whose concepts are written already."""
    made = BaseVersion(
        version=base.version + 1,
        at=tx.now,
        actor=staff.actor,
        added=added,
        changed=changed,
        removed=removed,
    )
    return await store.insert_version(tx, base, made)


def check_room(concepts: int) -> None:
    """Raise `TermBaseFull` for more concepts than a term base may have."""
    if concepts > MOST_CONCEPTS:
        raise TermBaseFull(
            f"A term base has at most {MOST_CONCEPTS} concepts.", hints="Make several term bases."
        )


async def _take(tx: Transaction, target: EditedConcept) -> tuple[TermBase, KeptConcept]:
    base = await get_term_base(tx, term_base_id=target.term_base_id, lock=True)
    kept = await _find(tx, target.term_base_id, target.number)
    if target.version is not None and target.version != kept.version:
        raise Conflict(
            f"Concept {kept.number} is of version {kept.version} now, not {target.version}: somebody has "
            "changed it. Read it again."
        )
    return base, kept


async def _find(tx: Transaction, term_base_id: int, number: int) -> KeptConcept:
    kept = await concept_store.find_concept(tx, term_base_id, number)
    if kept is None:
        raise NotFound(f"Term base {term_base_id} has no concept {number}.")
    return kept


async def _check_key(tx: Transaction, base: TermBase, key: str) -> None:
    if await concept_store.key_exists(tx, base.id, key):
        raise KeyTaken("Another concept of the term base has this key.", hints="Leave it out for a new one.")


async def _new_key(tx: Transaction, base: TermBase, number: int) -> str:
    taken: set[str] = set()
    while await concept_store.key_exists(tx, base.id, key := free_key(number, taken)):
        taken.add(key)
    return key


async def _edited(tx: Transaction, term_base_id: int, kept: KeptConcept) -> Edited:
    """Which other concepts have one of the terms: often right, sometimes a slip."""
    names = names_of(kept.concept)
    found = await concept_store.find_namesakes(tx, term_base_id, names, most=_MOST_NAMESAKES)
    namesakes = (
        Namesake(number=number, language=next(name for name in names if name in theirs).partition("\t")[0])
        for number, theirs in found
        if number != kept.number
    )
    return Edited(kept=kept, namesakes=tuple(namesakes))
