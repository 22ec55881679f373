"""Sharing what one process has little of fairly among the accounts that want it.

An owner is the account whose work is done, in the background or for its requests. `working_for` names it for
all that a task does; `FairSemaphore` gives its places by it. `jobs.fair` shares out workers.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class WorkOwner:
    """Whose work is done."""

    account: Hashable  # None: the service itself
    stream: str = ""  # what takes turns with the account's other streams


_OWNER: Final[ContextVar[WorkOwner]] = ContextVar("owner", default=WorkOwner(None))  # noqa: B039 - frozen


@contextmanager
def working_for(owner: WorkOwner) -> Iterator[None]:
    """Name the owner of all work in the block, also of what it does in tasks and threads that it starts."""
    token = _OWNER.set(owner)
    try:
        yield
    finally:
        _OWNER.reset(token)


def requests_of(account_id: int) -> WorkOwner:
    """The owner of requests that an account waits for: its background work is another one."""
    return WorkOwner(("requests", account_id))


def current_owner() -> WorkOwner:
    """The owner of the work at hand."""
    return _OWNER.get()


class FairSemaphore:
    """A semaphore whose next place goes to the account that holds the fewest, and among those in turn.

    The streams of an account share its places by the same rule. Belongs to one event loop. Use it as
    `async with`.
    """

    def __init__(self, places: int, *, reserve: int = 0) -> None:
        """`reserve`: places beyond `places`, for accounts that hold none."""
        self._places = places
        self._reserve = reserve
        self._held: Counter[Hashable] = Counter()  # by account, and by owner
        self._total = 0
        self._waiting: dict[WorkOwner, deque[asyncio.Future[None]]] = {}
        self._turns: dict[
            Hashable, int
        ] = {}  # of those that wait, accounts and owners: when they had the last
        self._turn = 0

    async def __aenter__(self) -> None:
        """Wait for a place."""
        owner, place = current_owner(), asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, deque()).append(place)
        self._grant()
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._give_back(owner)
            else:
                self._forget(owner, place)
            raise

    async def __aexit__(self, *_: object) -> None:
        """Give the place back."""
        self._give_back(current_owner())

    def _give_back(self, owner: WorkOwner) -> None:
        self._total -= 1
        for name in (owner, owner.account):
            self._held[name] -= 1
            if not self._held[name]:
                del self._held[name]
        self._grant()

    def _forget(self, owner: WorkOwner, place: asyncio.Future[None]) -> None:
        waiting = self._waiting.get(owner, deque())
        if place in waiting:
            waiting.remove(place)
            if not waiting:
                del self._waiting[owner]

    def _grant(self) -> None:
        while self._waiting:
            owner = min(self._waiting, key=self._rank)
            places = self._places if self._held[owner.account] else self._places + self._reserve
            if self._total >= places:
                return
            self._note_turn(owner)
            waiting = self._waiting[owner]
            place = waiting.popleft()
            if not waiting:
                del self._waiting[owner]
            if not place.cancelled():
                self._total += 1
                self._held.update((owner, owner.account))
                place.set_result(None)
        if not self._total:
            self._turns.clear()

    def _rank(self, owner: WorkOwner) -> tuple[int, int, int, int]:
        account = owner.account
        return self._held[account], self._turns.get(account, 0), self._held[owner], self._turns.get(owner, 0)

    def _note_turn(self, owner: WorkOwner) -> None:
        self._turn += 1
        self._turns[owner] = self._turns[owner.account] = self._turn
