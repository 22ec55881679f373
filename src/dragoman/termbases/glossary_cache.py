"""The cache of compiled glossaries: one for each account and pair of languages, never stale.

Each call reads the current versions of the term bases in one statement. Only if they changed, concepts are
read, and compiled in a thread: those that changed, or all if many did. Callers that need the same glossary
wait for the same compilation.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from dragoman.database.connections import Database, Transaction, transaction
from dragoman.termbases import concept_store, store
from dragoman.termbases.bases import TermBase
from dragoman.termbases.concept_store import ConceptRow
from dragoman.termbases.model import Concept, Pin
from dragoman.termbases.recognition import ConceptPosition, Glossary, change_glossary, compile_glossary

_MOST_TERMS: Final = 400_000  # about 1 KB each, with their index
_COMPILED_AT_ONCE: Final = 2
_MOST_CHANGES: Final = 1_000  # concepts in the layer of changes, which each change compiles anew

_Row: TypeAlias = tuple[ConceptPosition, ConceptRow]


class _Key(NamedTuple):
    account_id: int
    source: str  # canonical
    target: str
    pin: Pin | None = None  # of one version of one term base
    chosen: tuple[int, ...] | None = None  # of these term bases, in order; both None: of all enforced


@dataclass(slots=True, kw_only=True)
class _CachedGlossary:
    """A glossary that is compiled or being compiled."""

    call: int  # the number of the call that read its versions, by the cache's count
    pins: tuple[Pin, ...]
    task: asyncio.Task[Glossary]
    terms: int = 0  # 0 while it is being compiled


@dataclass(slots=True, kw_only=True)
class GlossaryCache:
    """The compiled glossaries of a process, up to `most_terms`; the least recently used are dropped."""

    most_terms: int
    entries: OrderedDict[_Key, _CachedGlossary] = field(default_factory=OrderedDict, repr=False)
    count: Iterator[int] = field(default_factory=itertools.count, repr=False)
    compiling: int = 0
    compilations: asyncio.Semaphore = field(
        default_factory=lambda: asyncio.Semaphore(_COMPILED_AT_ONCE), repr=False
    )


@asynccontextmanager
async def open_glossary_cache(*, most_terms: int = _MOST_TERMS) -> AsyncIterator[GlossaryCache]:
    """Open an empty cache. Compilations that run when it closes are cancelled."""
    glossary_cache = GlossaryCache(most_terms=most_terms)
    try:
        yield glossary_cache
    finally:
        tasks = [entry.task for entry in glossary_cache.entries.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def find_term_bases(tx: Transaction, term_base_ids: Sequence[int]) -> dict[int, TermBase]:
    """Find those of the term bases that this transaction sees, by their ids."""
    return await store.list_among(tx, term_base_ids)


async def glossary_for_translation(
    glossary_cache: GlossaryCache, database: Database, *, account_id: int, source: str, target: str
) -> Glossary | None:
    """Get the glossary of the term bases that an account enforces, for two canonical codes; None: no terms.

    It has all changes that any process committed before the call. Raises `Unavailable` without the database.
    """
    call = next(glossary_cache.count)
    pins = await store.find_enforced(database, account_id=account_id)
    if not pins:
        return None
    return await _get(glossary_cache, database, _Key(account_id, source, target), pins, call=call)


async def glossary_of_chosen(
    glossary_cache: GlossaryCache,
    database: Database,
    *,
    account_id: int,
    chosen: Sequence[int],
    source: str,
    target: str,
) -> Glossary | None:
    """Get the glossary of some of an account's term bases for a pair; None: there are no terms.

    `chosen` are their ids, and an earlier one has precedence. One that is missing, disabled or empty is left
    out. Raises `Unavailable` without the database.
    """
    call = next(glossary_cache.count)
    if not chosen:
        return None
    async with transaction(database, account=account_id) as tx:
        pins = await store.find_current(tx, chosen)
    if not pins:
        return None
    ranked = tuple(pin.term_base_id for pin in pins)
    key = _Key(account_id, source, target, chosen=ranked)
    return await _get(glossary_cache, database, key, pins, call=call)


async def glossary_of_version(
    glossary_cache: GlossaryCache, database: Database, *, account_id: int, pin: Pin, source: str, target: str
) -> Glossary | None:
    """Get the glossary of one version of a term base for a pair; None: it has no terms, or was deleted.

    Raises `Unavailable` without the database.
    """
    key = _Key(account_id, source, target, pin)
    return await _get(glossary_cache, database, key, (pin,), call=next(glossary_cache.count))


async def _get(
    glossary_cache: GlossaryCache, database: Database, key: _Key, pins: tuple[Pin, ...], *, call: int
) -> Glossary | None:
    """Get a glossary from the cache; compile one that is missing, or older than `pins`."""
    entry = glossary_cache.entries.get(key)
    # An entry whose versions were read after this call began is newer than `pins`.
    if entry is None or (entry.pins != pins and entry.call < call):
        task = asyncio.create_task(_make(glossary_cache, database, key, pins, entry))
        entry = glossary_cache.entries[key] = _CachedGlossary(call=call, pins=pins, task=task)
        task.add_done_callback(lambda _: _settle(glossary_cache, key, entry))
    glossary_cache.entries.move_to_end(key)
    glossary = await asyncio.shield(entry.task)  # other callers may wait for it, too
    return None if glossary.is_empty else glossary


async def _make(
    glossary_cache: GlossaryCache,
    database: Database,
    key: _Key,
    pins: Sequence[Pin],
    before: _CachedGlossary | None,
) -> Glossary:
    known, before = await _wait_for(before), None
    async with glossary_cache.compilations:
        async with transaction(database, account=key.account_id) as tx:
            changes = await _find_changes(tx, known, key, pins) if known is not None else None
            rows = [] if changes is not None else await _read_all(tx, key, pins)
        with _uncollected(glossary_cache):
            if known is not None and changes is not None:
                return await asyncio.to_thread(_change, known.glossary, changes)
            known = changes = None  # frees the memory of the old glossary before all is compiled
            return await asyncio.to_thread(_compile, rows, key)


class _Known(NamedTuple):
    """A glossary, and the versions that it was compiled from."""

    pins: Sequence[Pin]
    glossary: Glossary


async def _wait_for(entry: _CachedGlossary | None) -> _Known | None:
    """Wait for an earlier compilation; None if there is none, or it failed."""
    if entry is None:
        return None
    await asyncio.wait([entry.task])
    if entry.task.cancelled() or entry.task.exception() is not None:
        return None
    return _Known(entry.pins, entry.task.result())


async def _find_changes(
    tx: Transaction, known: _Known, key: _Key, pins: Sequence[Pin]
) -> Mapping[ConceptPosition, ConceptRow | None] | None:
    """Find the concepts that changed; None if all have to be read."""
    if [pin.term_base_id for pin in pins] != [pin.term_base_id for pin in known.pins]:
        return None
    found: dict[ConceptPosition, ConceptRow | None] = {}
    for first, old, new in zip(_first_numbers(key, pins), known.pins, pins, strict=True):
        most = _MOST_CHANGES - len(known.glossary.changed) - len(found)
        changes = await concept_store.find_changes(tx, old, new.version, most=most)
        if changes is None:
            return None
        found |= {(first, number): row for number, row in changes.items()}
    return found


def _first_numbers(key: _Key, pins: Sequence[Pin]) -> Sequence[int]:
    """The first parts of positions, for each term base: its rank if order counts, else its id."""
    return range(len(pins)) if key.chosen is not None else [pin.term_base_id for pin in pins]


async def _read_all(tx: Transaction, key: _Key, pins: Sequence[Pin]) -> list[_Row]:
    return [
        ((first, row.number), row)
        for first, pin in zip(_first_numbers(key, pins), pins, strict=True)
        async for some in concept_store.read_concepts(tx, pin)
        for row in some
    ]


@contextmanager
def _uncollected(glossary_cache: GlossaryCache) -> Iterator[None]:
    """Suspend garbage collection while many long-lived objects are made.

    Collections would take a third more time, and stop the whole process for some tenths of a second each.
    """
    glossary_cache.compiling += 1
    gc.disable()
    try:
        yield
    finally:
        glossary_cache.compiling -= 1
        if not glossary_cache.compiling:
            gc.enable()


def _compile(rows: list[_Row], key: _Key) -> Glossary:
    rows.reverse()
    ordered = key.chosen is not None
    return compile_glossary(_parsed(rows), source=key.source, target=key.target, ordered=ordered)


def _parsed(rows: list[_Row]) -> Iterator[tuple[ConceptPosition, Concept]]:
    """Parse concepts from the last row on; rows are dropped once they are parsed, to save memory."""
    while rows:
        position, row = rows.pop()
        yield position, concept_store.parse_rules(row)


def _change(glossary: Glossary, changes: Mapping[ConceptPosition, ConceptRow | None]) -> Glossary:
    parsed = {position: row and concept_store.parse_rules(row) for position, row in changes.items()}
    return change_glossary(glossary, parsed)


def _settle(glossary_cache: GlossaryCache, key: _Key, entry: _CachedGlossary) -> None:
    """Count a compiled glossary; drop one that failed, so that the next call tries again."""
    failed = entry.task.cancelled() or entry.task.exception() is not None
    if glossary_cache.entries.get(key) is not entry:
        return
    if failed:
        del glossary_cache.entries[key]
        return
    entry.terms = 1 + entry.task.result().size
    kept = sum(one.terms for one in glossary_cache.entries.values())
    for old in [old for old, one in glossary_cache.entries.items() if one is not entry and one.task.done()]:
        if kept <= glossary_cache.most_terms:
            break
        kept -= glossary_cache.entries.pop(old).terms
