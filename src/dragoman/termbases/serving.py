"""The glossaries that translations obey: compiled once for each pair of languages, and never stale.

Each call asks the database for the current versions, in one statement by itself; only where they are others
than before are concepts read, and compiled in a thread: those that changed, or all where many did. Callers
who need the same glossary wait for the same.
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
from dragoman.termbases.recognition import Glossary, Place, change_glossary, compile_glossary

_MOST_TERMS: Final = 400_000  # about 1 KB each, with what finds them
_COMPILED_AT_ONCE: Final = 2
_MOST_CHANGES: Final = 1_000  # concepts on top of a whole: they are compiled anew with each change

_Row: TypeAlias = tuple[Place, ConceptRow]


class _Key(NamedTuple):
    account_id: int
    source: str  # canonical
    target: str
    pin: Pin | None = None  # of one version of one term base
    chosen: tuple[int, ...] | None = None  # of these term bases, in this order; with neither: of all enforced


@dataclass(slots=True, kw_only=True)
class _Place:
    """Where the glossary of a pair of languages stands, or is being made."""

    asked: int  # when its versions were asked for, by the shelf's count
    pins: tuple[Pin, ...]
    task: asyncio.Task[Glossary]
    terms: int = 0  # 0 while it is being made


@dataclass(slots=True, kw_only=True)
class GlossaryCache:
    """A process's glossaries: those used last stay, `most_terms` in all. Made by `open_shelf`."""

    most_terms: int
    places: OrderedDict[_Key, _Place] = field(default_factory=OrderedDict, repr=False)
    count: Iterator[int] = field(default_factory=itertools.count, repr=False)
    compiling: int = 0
    turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_COMPILED_AT_ONCE), repr=False)


@asynccontextmanager
async def open_shelf(*, most_terms: int = _MOST_TERMS) -> AsyncIterator[GlossaryCache]:
    """An empty shelf. What is being made when it closes is given up."""
    shelf = GlossaryCache(most_terms=most_terms)
    try:
        yield shelf
    finally:
        tasks = [place.task for place in shelf.places.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def find_term_bases(tx: Transaction, term_base_ids: Sequence[int]) -> dict[int, TermBase]:
    """Those of the term bases that this transaction sees, by their ids."""
    return await store.list_among(tx, term_base_ids)


async def glossary_for_translation(
    shelf: GlossaryCache, database: Database, *, account_id: int, source: str, target: str
) -> Glossary | None:
    """What an account's translations between two canonical codes obey now; None: they are free.

    Whatever any process committed before the call is in it. Raises `Unavailable` without the database.
    """
    asked = next(shelf.count)
    pins = await store.find_enforced(database, account_id=account_id)
    if not pins:
        return None
    return await _take(shelf, database, _Key(account_id, source, target), pins, asked=asked)


async def glossary_of_chosen(
    shelf: GlossaryCache,
    database: Database,
    *,
    account_id: int,
    chosen: Sequence[int],
    source: str,
    target: str,
) -> Glossary | None:
    """What some of an account's term bases ask of a pair now; None: nothing.

    `chosen` are their ids, and an earlier one has precedence. One that is not there, disabled or empty asks
    nothing. Raises `Unavailable` without the database.
    """
    asked = next(shelf.count)
    if not chosen:
        return None
    async with transaction(database, account=account_id) as tx:
        pins = await store.find_current(tx, chosen)
    if not pins:
        return None
    ranked = tuple(pin.term_base_id for pin in pins)
    key = _Key(account_id, source, target, chosen=ranked)
    return await _take(shelf, database, key, pins, asked=asked)


async def glossary_of_version(
    shelf: GlossaryCache, database: Database, *, account_id: int, pin: Pin, source: str, target: str
) -> Glossary | None:
    """What one version of an account's term base asks of a pair, whatever it says now; None: nothing.

    A version that was deleted asks nothing. Raises `Unavailable` without the database.
    """
    key = _Key(account_id, source, target, pin)
    return await _take(shelf, database, key, (pin,), asked=next(shelf.count))


async def _take(
    shelf: GlossaryCache, database: Database, key: _Key, pins: tuple[Pin, ...], *, asked: int
) -> Glossary | None:
    """The glossary from the shelf; one that is not there, or older than `pins`, is made."""
    place = shelf.places.get(key)
    # One that was asked for after this call began is newer, whatever this call was told.
    if place is None or (place.pins != pins and place.asked < asked):
        task = asyncio.create_task(_make(shelf, database, key, pins, place))
        place = shelf.places[key] = _Place(asked=asked, pins=pins, task=task)
        task.add_done_callback(lambda _: _settle(shelf, key, place))
    shelf.places.move_to_end(key)
    glossary = await asyncio.shield(place.task)  # others may wait for it too
    return None if glossary.is_empty else glossary


async def _make(
    shelf: GlossaryCache, database: Database, key: _Key, pins: Sequence[Pin], before: _Place | None
) -> Glossary:
    known, before = await _ended(before), None
    async with shelf.turns:
        async with transaction(database, account=key.account_id) as tx:
            changes = await _find_changes(tx, known, key, pins) if known is not None else None
            rows = [] if changes is not None else await _read_all(tx, key, pins)
        with _uncollected(shelf):
            if known is not None and changes is not None:
                return await asyncio.to_thread(_change, known.glossary, changes)
            known = changes = None  # where all is made anew, what was before need not be there too
            return await asyncio.to_thread(_compile, rows, key)


class _Known(NamedTuple):
    """A glossary, and the versions it was made of."""

    pins: Sequence[Pin]
    glossary: Glossary


async def _ended(place: _Place | None) -> _Known | None:
    """What was made before, once it is; None if there is nothing, or it failed."""
    if place is None:
        return None
    await asyncio.wait([place.task])
    if place.task.cancelled() or place.task.exception() is not None:
        return None
    return _Known(place.pins, place.task.result())


async def _find_changes(
    tx: Transaction, known: _Known, key: _Key, pins: Sequence[Pin]
) -> Mapping[Place, ConceptRow | None] | None:
    """The concepts that are others now; None where all have to be read."""
    if [pin.term_base_id for pin in pins] != [pin.term_base_id for pin in known.pins]:
        return None
    found: dict[Place, ConceptRow | None] = {}
    for first, old, new in zip(_first_of_places(key, pins), known.pins, pins, strict=True):
        most = _MOST_CHANGES - len(known.glossary.changed) - len(found)
        changes = await concept_store.find_changes(tx, old, new.version, most=most)
        if changes is None:
            return None
        found |= {(first, number): row for number, row in changes.items()}
    return found


def _first_of_places(key: _Key, pins: Sequence[Pin]) -> Sequence[int]:
    """What places of concepts of each term base begin with: its rank where the order counts, else its id."""
    return range(len(pins)) if key.chosen is not None else [pin.term_base_id for pin in pins]


async def _read_all(tx: Transaction, key: _Key, pins: Sequence[Pin]) -> list[_Row]:
    return [
        ((first, row.number), row)
        for first, pin in zip(_first_of_places(key, pins), pins, strict=True)
        async for some in concept_store.read_concepts(tx, pin)
        for row in some
    ]


@contextmanager
def _uncollected(shelf: GlossaryCache) -> Iterator[None]:
    """Make many objects that stay, without Python's looking through all of them again and again.

    That would take a third more time, and stop the whole process for some tenths of a second each time.
    """
    shelf.compiling += 1
    gc.disable()
    try:
        yield
    finally:
        shelf.compiling -= 1
        if not shelf.compiling:
            gc.enable()


def _compile(rows: list[_Row], key: _Key) -> Glossary:
    rows.reverse()
    ordered = key.chosen is not None
    return compile_glossary(_parsed(rows), source=key.source, target=key.target, ordered=ordered)


def _parsed(rows: list[_Row]) -> Iterator[tuple[Place, Concept]]:
    """The concepts, from the last row on; what was read is given back, so that it is not there twice."""
    while rows:
        place, row = rows.pop()
        yield place, concept_store.parse_rules(row)


def _change(glossary: Glossary, changes: Mapping[Place, ConceptRow | None]) -> Glossary:
    parsed = {place: row and concept_store.parse_rules(row) for place, row in changes.items()}
    return change_glossary(glossary, parsed)


def _settle(shelf: GlossaryCache, key: _Key, place: _Place) -> None:
    """Count a glossary that is ready; forget one that failed, so that the next call tries again."""
    failed = place.task.cancelled() or place.task.exception() is not None
    if shelf.places.get(key) is not place:
        return
    if failed:
        del shelf.places[key]
        return
    place.terms = 1 + place.task.result().size
    kept = sum(one.terms for one in shelf.places.values())
    for old in [old for old, one in shelf.places.items() if one is not place and one.task.done()]:
        if kept <= shelf.most_terms:
            break
        kept -= shelf.places.pop(old).terms
