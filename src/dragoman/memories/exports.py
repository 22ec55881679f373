"""A memory as a file of TMX, written while it is sent: a page of units at a time, in constant memory.

Each page is a transaction of its own, so that a long download holds nothing; what is changed meanwhile may be
in the file or not.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Final

from dragoman.database.connections import Database, Transaction, transaction
from dragoman.memories.model import KeptUnit, Memory
from dragoman.memories.tmx import write_tmx
from dragoman.memories.units.model import EVERY_UNIT, UnitFilter
from dragoman.memories.units.store import list_units

_UNITS_AT_ONCE: Final = 500
_PIECE: Final = 64 * 1024  # bytes, at least, but for the last piece


def export_memory(
    database: Database, memory: Memory, *, wanted: UnitFilter = EVERY_UNIT
) -> AsyncIterator[bytes]:
    """The file in pieces. Units are in the order in which they came."""

    async def read(after: int) -> list[KeptUnit]:
        async with transaction(database, account=memory.account_id) as tx:
            return await list_units(tx, memory.id, after=after, most=_UNITS_AT_ONCE, wanted=wanted)

    return _write(memory, read)


def export_within(
    tx: Transaction, memory: Memory, *, wanted: UnitFilter = EVERY_UNIT
) -> AsyncIterator[bytes]:
    """As `export_memory`, all in a transaction that the caller has."""

    async def read(after: int) -> list[KeptUnit]:
        return await list_units(tx, memory.id, after=after, most=_UNITS_AT_ONCE, wanted=wanted)

    return _write(memory, read)


async def _write(
    memory: Memory, read: Callable[[int], Coroutine[None, None, list[KeptUnit]]]
) -> AsyncIterator[bytes]:
    loop = asyncio.get_running_loop()

    def each() -> Iterator[KeptUnit]:  # in a thread, as all of writing is
        after = 0
        while True:
            page = asyncio.run_coroutine_threadsafe(read(after), loop).result()
            yield from page
            if len(page) < _UNITS_AT_ONCE:
                return
            after = page[-1].id

    pieces = write_tmx(each(), name=memory.name, created=memory.created)
    while piece := await asyncio.to_thread(_join, pieces):
        yield piece


def _join(pieces: Iterator[bytes]) -> bytes:
    joined = bytearray()
    for piece in pieces:
        joined += piece
        if len(joined) >= _PIECE:
            break
    return bytes(joined)
