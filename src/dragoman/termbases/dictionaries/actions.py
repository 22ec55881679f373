"""Keep dictionaries as term bases: read their entries, add, change and remove them.

Each change of entries makes a new version of the term base, as any change of concepts does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import permutations
from typing import Final

from dragoman import cpu_work
from dragoman.access.staff import Staff
from dragoman.database.connections import Transaction
from dragoman.errors import NotFound, RuleBroken, RulesBroken
from dragoman.languages import primary
from dragoman.termbases import concept_store
from dragoman.termbases import store as bases
from dragoman.termbases.actions import get_term_base, list_term_bases, record_change
from dragoman.termbases.bases import StoredConcept, TermBase
from dragoman.termbases.checking import ProposedConcept, ProposedTerm, check_proposal
from dragoman.termbases.dictionaries import store
from dragoman.termbases.dictionaries.entries import (
    Dictionary,
    DictionaryBase,
    Entry,
    find_term,
    foreign_numbers,
    list_entries,
    without_language,
)
from dragoman.termbases.editing import check_capacity, commit
from dragoman.termbases.model import Concept, Pin
from dragoman.termbases.planning import free_key

_CONCEPT: Final = 100  # one concept takes about as long as so many characters of text
_MOST_PROBLEMS: Final = 20

# Source term → its translation, in one direction.
Entries = Mapping[str, str]


async def list_dictionaries(tx: Transaction, term_base_ids: Sequence[int]) -> dict[int, list[Dictionary]]:
    """The dictionaries of those of the term bases that this transaction sees and that are enabled."""
    known = [
        base.id for base in (await bases.list_among(tx, term_base_ids)).values() if base.disabled is None
    ]
    recorded = await store.list_recorded(tx, known)
    languages = await store.list_languages(tx, [one for one in known if one not in recorded])
    return recorded | {number: _between(codes) for number, codes in languages.items()}


def _between(codes: Sequence[str]) -> list[Dictionary]:
    """A dictionary for each direction between two languages."""
    known = sorted({primary(code) for code in codes})
    return [Dictionary(source=source, target=target) for source, target in permutations(known, 2)]


async def list_bases(tx: Transaction, *, account_id: int) -> Sequence[DictionaryBase]:
    """All enabled term bases of an account, oldest first."""
    found = await list_term_bases(tx, account_id=account_id)
    return [await _count(tx, base) for base in found if base.disabled is None]


async def get_base(tx: Transaction, *, term_base_id: int) -> DictionaryBase:
    """A term base with its dictionaries. Raises `NotFound`, also for a disabled one."""
    return await _count(tx, _enabled(await get_term_base(tx, term_base_id=term_base_id)))


async def _count(tx: Transaction, base: TermBase) -> DictionaryBase:
    dictionaries = (await list_dictionaries(tx, [base.id])).get(base.id, [])
    counted = [
        (one, await store.count_entries(tx, base, one, foreign=foreign_numbers(one, dictionaries)))
        for one in dictionaries
    ]
    return DictionaryBase(base=base, dictionaries=counted)


async def read_entries(tx: Transaction, *, term_base_id: int, source: str, target: str) -> Sequence[Entry]:
    """The entries of a dictionary. Raises `NotFound` without the term base or the dictionary."""
    base = _enabled(await get_term_base(tx, term_base_id=term_base_id))
    dictionaries = (await list_dictionaries(tx, [base.id])).get(base.id, [])
    concepts, wanted = await _read(tx, base), _choose(dictionaries, source, target)
    return await cpu_work.run(_CONCEPT * len(concepts), partial(list_entries, concepts, wanted, dictionaries))


async def put_entries(
    tx: Transaction,
    *,
    staff: Staff,
    term_base_id: int,
    dictionary: Dictionary,
    entries: Entries,
    replace_all: bool,
) -> TermBase:
    """Add entries to a dictionary, which is made if it does not exist, and change those of the same terms.

    With `replace_all` it has no others then. Raises `NotFound`, `RulesBroken` with all problems,
    `TermBaseFull`.
    """
    base = _enabled(await get_term_base(tx, term_base_id=term_base_id, lock=True))
    proposed = await cpu_work.run(_CONCEPT * len(entries), partial(_check, dictionary, entries))
    known = await _record_all(tx, base)
    own = next(
        (one for one in known if (one.source, one.target) == (dictionary.source, dictionary.target)), None
    )
    own = own or dictionary
    concepts = await _read(tx, base)

    def plan() -> _Change:
        present = {one.source: one for one in list_entries(concepts, own, known)}
        change = _Change(taken={one.concept.id for one in concepts})
        for source, concept in proposed.items():
            change.put(present.get(source), concept, own)
        for source, entry in present.items() if replace_all else ():
            if source not in proposed:
                change.remove(entry, own)
        return change

    change = await cpu_work.run(_CONCEPT * (len(concepts) + len(proposed)), plan)
    return await _carry_out(tx, base, own, change, staff=staff)


async def delete_dictionary(
    tx: Transaction, *, staff: Staff, term_base_id: int, source: str, target: str
) -> TermBase:
    """Delete a dictionary with its entries. Raises `NotFound`."""
    base = _enabled(await get_term_base(tx, term_base_id=term_base_id, lock=True))
    known = await _record_all(tx, base)
    own = _choose(known, source, target)
    concepts = await _read(tx, base)

    def plan() -> _Change:
        change = _Change()
        for entry in list_entries(concepts, own, known):
            change.remove(entry, own)
        return change

    change = await cpu_work.run(_CONCEPT * len(concepts), plan)
    base = await _carry_out(tx, base, own, change, staff=staff)
    await store.delete_dictionary(tx, base, own)
    return base


async def _record_all(tx: Transaction, base: TermBase) -> list[Dictionary]:
    """The dictionaries of a locked term base; from now on they are on record."""
    known = (await list_dictionaries(tx, [base.id])).get(base.id, [])
    for one in known:
        await store.put_dictionary(tx, base, one)
    return known


@dataclass(slots=True)
class _Change:
    """The concepts that a change of entries adds, changes and removes."""

    taken: set[str] = field(default_factory=set)  # keys of the term base's concepts
    added: list[Concept] = field(default_factory=list)
    changed: list[StoredConcept] = field(default_factory=list)
    removed: list[int] = field(default_factory=list)

    def put(self, present: Entry | None, concept: Concept, dictionary: Dictionary) -> None:
        """Add an entry, or change the translation of the term's present one."""
        if present is None:
            self.added.append(concept)
            return
        wanted = find_term(concept, dictionary.target)
        if wanted is None or wanted.text == present.target:
            return
        old = present.kept.concept
        terms = tuple(
            replace(term, text=wanted.text, forms=()) if term is find_term(old, dictionary.target) else term
            for term in old.terms
            if (term.language, term.text) != (wanted.language, wanted.text)
        )
        self.changed.append(replace(present.kept, concept=replace(old, terms=terms)))

    def remove(self, entry: Entry, dictionary: Dictionary) -> None:
        """Remove an entry: its concept, or of one with more languages the translation."""
        left = without_language(entry.kept.concept, dictionary.target)
        if left is None:
            self.removed.append(entry.kept.number)
        else:
            self.changed.append(replace(entry.kept, concept=left))


async def _carry_out(
    tx: Transaction, base: TermBase, dictionary: Dictionary, change: _Change, *, staff: Staff
) -> TermBase:
    count = len(change.added)
    check_capacity(base.concepts + count - len(change.removed))
    version, today = base.version + 1, tx.now.date()
    first = await bases.take_numbers(tx, base, count) if count else 0
    added = [
        StoredConcept(
            number=number,
            version=version,
            concept=replace(one, id=free_key(number, change.taken), created=today),
        )
        for number, one in enumerate(change.added, start=first)
    ]
    changed = [
        replace(one, version=version, concept=replace(one.concept, changed=today)) for one in change.changed
    ]
    numbers = dictionary.numbers.union(one.number for one in added).difference(change.removed)
    await store.put_dictionary(tx, base, replace(dictionary, numbers=numbers))
    if not (added or changed or change.removed):
        return base
    await concept_store.end_concepts(
        tx, base, [*(one.number for one in changed), *change.removed], until=version
    )
    await concept_store.insert_concepts(tx, base, [*changed, *added], since=version)
    counts = {"added": count, "changed": len(changed), "removed": len(change.removed)}
    await record_change(tx, base, staff=staff, verb="entries-changed", version=version, **counts)
    return await commit(tx, base, staff=staff, **counts)


def _check(dictionary: Dictionary, entries: Entries) -> dict[str, Concept]:
    """Make concepts of entries, by their clean source terms. Raises `RulesBroken`."""
    found: dict[str, Concept] = {}
    problems: list[RuleBroken] = []
    for number, (source, target) in enumerate(entries.items(), start=1):
        terms = (
            ProposedTerm(language=dictionary.source, text=source),
            ProposedTerm(language=dictionary.target, text=target),
        )
        try:
            concept = check_proposal(ProposedConcept(terms=terms))
        except RuleBroken as error:
            problems += (RuleBroken(f"Entry {number}: {one.message}") for one in error.all_problems())
            continue
        term = find_term(concept, dictionary.source)
        assert term is not None
        found[term.text] = concept
    if problems:
        raise RulesBroken(problems[:_MOST_PROBLEMS])
    return found


async def _read(tx: Transaction, base: TermBase) -> list[StoredConcept]:
    pin = Pin(base.id, base.version)
    rows = [row async for some in concept_store.read_concepts(tx, pin) for row in some]
    return await cpu_work.run(
        _CONCEPT * len(rows), lambda: [concept_store.parse_concept(row) for row in rows]
    )


def _choose(known: Sequence[Dictionary], source: str, target: str) -> Dictionary:
    found = next(
        (one for one in known if (one.source, one.target) == (primary(source), primary(target))), None
    )
    if found is None:
        raise NotFound(f"There is no dictionary from {source} into {target}.")
    return found


def _enabled(base: TermBase) -> TermBase:
    if base.disabled is not None:
        raise NotFound(f"There is no term base {base.id}.")
    return base
