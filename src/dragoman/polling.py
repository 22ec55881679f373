"""Wait for conditions in the database: one query serves all waiters of the process.

A waiter holds no connection, however many there are and however long they wait.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from typing import Final

_PAUSE_SECONDS: Final = 0.2  # between two queries

# Returns the keys whose condition does not hold yet. All waiters of one `SharedPoll` pass equal queries.
Query = Callable[[Collection[int]], Awaitable[Collection[int]]]


class SharedPoll:
    """The waits of one process for one kind of condition. Belongs to one event loop."""

    def __init__(self, *, pause: float = _PAUSE_SECONDS) -> None:
        self._pause = pause
        self._waiting: Counter[int] = Counter()  # waiters by key
        self._round: asyncio.Task[Collection[int]] | None = None

    async def wait(self, key: int, query: Query, *, seconds: float) -> bool:
        """Wait until `query` no longer returns `key`; False when that takes longer than `seconds`.

        Raises what the query raises.
        """
        self._waiting[key] += 1
        try:
            async with asyncio.timeout(seconds):
                while key in await asyncio.shield(self._next_round(query)):
                    pass
        except TimeoutError:
            return False
        finally:
            self._waiting[key] -= 1
            if not self._waiting[key]:
                del self._waiting[key]
        return True

    def _next_round(self, query: Query) -> asyncio.Task[Collection[int]]:
        """The query that all waiters share. One that comes while it runs may not be in it: see `_ask`."""
        if self._round is None or self._round.done():
            self._round = asyncio.create_task(self._ask(query))
            self._round.add_done_callback(_retrieve)
        return self._round

    async def _ask(self, query: Query) -> Collection[int]:
        await asyncio.sleep(self._pause)
        asked = frozenset(self._waiting)
        found = frozenset(await query(asked)) if asked else frozenset()
        return found | (
            frozenset(self._waiting) - asked
        )  # waiters that came during the query need the next one


def _retrieve(done: asyncio.Task[Collection[int]]) -> None:
    """Keep asyncio from logging an error that no waiter is left to raise."""
    if not done.cancelled():
        done.exception()
