"""The glossaries that translations obey: compiled once for each pair of languages, and never stale.

Each call asks the database for the current versions, in one statement by itself; only where they are others
than before are concepts read, and compiled in a thread. Callers who need the same glossary wait for the same.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from dragoman.database.connections import Database, transaction
from dragoman.termbases import store
from dragoman.termbases.model import Concept
from dragoman.termbases.recognition import Glossary, compile_glossary
from dragoman.termbases.store import ConceptRow, Pin

_MOST_TERMS: Final = 400_000  # about 1 KB each, with what finds them
_COMPILED_AT_ONCE: Final = 2


class _Key(NamedTuple):
    account_id: int
    source: str  # canonical
    target: str


@dataclass(slots=True, kw_only=True)
class _Place:
    """Where the glossary of a pair of languages stands, or is being made."""

    asked: int  # when its versions were asked for, by the shelf's count
    pins: tuple[Pin, ...]
    task: asyncio.Task[Glossary | None]
    terms: int = 0  # 0 while it is being made


@dataclass(slots=True, kw_only=True)
class Shelf:
    """A process's glossaries: those used last stay, `most_terms` in all. Made by `open_shelf`."""

    most_terms: int
    places: OrderedDict[_Key, _Place] = field(default_factory=OrderedDict, repr=False)
    count: Iterator[int] = field(default_factory=itertools.count, repr=False)
    compiling: int = 0
    turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_COMPILED_AT_ONCE), repr=False)


@asynccontextmanager
async def open_shelf(*, most_terms: int = _MOST_TERMS) -> AsyncIterator[Shelf]:
    """An empty shelf. What is being made when it closes is given up."""
    shelf = Shelf(most_terms=most_terms)
    try:
        yield shelf
    finally:
        tasks = [place.task for place in shelf.places.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def glossary_for_translation(
    shelf: Shelf, database: Database, *, account_id: int, source: str, target: str
) -> Glossary | None:
    """What an account's translations between two canonical codes obey now; None: they are free.

    Whatever any process committed before the call is in it. Raises `Unavailable` without the database.
    """
    asked = next(shelf.count)
    pins = await store.find_enforced(database, account_id=account_id)
    if not pins:
        return None
    key = _Key(account_id, source, target)
    place = shelf.places.get(key)
    # One that was asked for after this call began is newer, whatever this call was told.
    if place is None or (place.pins != pins and place.asked < asked):
        task = asyncio.create_task(_make(shelf, database, key, pins))
        place = shelf.places[key] = _Place(asked=asked, pins=pins, task=task)
        task.add_done_callback(lambda _: _settle(shelf, key, place))
    shelf.places.move_to_end(key)
    return await asyncio.shield(place.task)  # others may wait for it too


async def _make(shelf: Shelf, database: Database, key: _Key, pins: Sequence[Pin]) -> Glossary | None:
    async with shelf.turns:
        rows: list[ConceptRow] = []
        async with transaction(database, account=key.account_id) as tx:
            for pin in pins:
                async for some in store.read_concepts(tx, pin):
                    rows += some
        with _uncollected(shelf):
            return await asyncio.to_thread(_compile, rows, key)


@contextmanager
def _uncollected(shelf: Shelf) -> Iterator[None]:
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


def _compile(rows: list[ConceptRow], key: _Key) -> Glossary | None:
    rows.reverse()
    glossary = compile_glossary(_parsed(rows), source=key.source, target=key.target)
    return glossary if glossary.rules else None


def _parsed(rows: list[ConceptRow]) -> Iterator[Concept]:
    """The concepts, from the last row on; what was read is given back, so that it is not there twice."""
    while rows:
        yield store.parse_rules(rows.pop())


def _settle(shelf: Shelf, key: _Key, place: _Place) -> None:
    """Count a glossary that is ready; forget one that failed, so that the next call tries again."""
    failed = place.task.cancelled() or place.task.exception() is not None
    if shelf.places.get(key) is not place:
        return
    if failed:
        del shelf.places[key]
        return
    place.terms = _size(place.task.result())
    kept = sum(one.terms for one in shelf.places.values())
    for old in [old for old, one in shelf.places.items() if one is not place and one.task.done()]:
        if kept <= shelf.most_terms:
            break
        kept -= shelf.places.pop(old).terms


def _size(glossary: Glossary | None) -> int:
    """The terms and forms that a glossary holds in memory."""
    rules = glossary.rules if glossary is not None else ()
    return 1 + sum(1 + len(term.forms) for rule in rules for term in rule.concept.terms)
