"""Share a limited resource of one process fairly among accounts.

An owner is the account whose work is done, in the background or for its requests. `working_for` names it for
all that a task does; `FairSemaphore` gives its permits by it. `jobs.fair_queue` does the same for workers.
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
    stream: str = ""  # shares the account's permits with its other streams


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
    """The owner of an account's requests, which is another one than that of its background work."""
    return WorkOwner(("requests", account_id))


def current_owner() -> WorkOwner:
    """The owner of the current work."""
    return _OWNER.get()


def current_account() -> int | None:
    """The id of the account whose work, in the background or for a request, is done; None: the service's."""
    account = current_owner().account
    if isinstance(account, tuple):
        account = account[1]
    return account if isinstance(account, int) and account > 0 else None


class FairSemaphore:
    """A semaphore whose next permit goes to the account that holds the fewest, by round robin among equals.

    The streams of an account share its permits by the same rule. Belongs to one event loop. Use it as
    `async with`.
    """

    def __init__(self, permits: int, *, reserve: int = 0) -> None:
        """`reserve`: additional permits, for accounts that hold none."""
        self._permits = permits
        self._reserve = reserve
        self._held: Counter[Hashable] = Counter()  # by account, and by owner
        self._total = 0
        self._waiting: dict[WorkOwner, deque[asyncio.Future[None]]] = {}
        self._last_grants: dict[
            Hashable, int
        ] = {}  # of those that wait, accounts and owners: when they had the last
        self._grants = 0

    async def __aenter__(self) -> None:
        """Wait for a permit."""
        owner, waiter = current_owner(), asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, deque()).append(waiter)
        self._grant()
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():
                self._give_back(owner)
            else:
                self._forget(owner, waiter)
            raise

    async def __aexit__(self, *_: object) -> None:
        """Release the permit."""
        self._give_back(current_owner())

    def _give_back(self, owner: WorkOwner) -> None:
        self._total -= 1
        for name in (owner, owner.account):
            self._held[name] -= 1
            if not self._held[name]:
                del self._held[name]
        self._grant()

    def _forget(self, owner: WorkOwner, waiter: asyncio.Future[None]) -> None:
        waiting = self._waiting.get(owner, deque())
        if waiter in waiting:
            waiting.remove(waiter)
            if not waiting:
                del self._waiting[owner]

    def _grant(self) -> None:
        while self._waiting:
            owner = min(self._waiting, key=self._rank)
            permits = self._permits if self._held[owner.account] else self._permits + self._reserve
            if self._total >= permits:
                return
            self._note_grant(owner)
            waiting = self._waiting[owner]
            waiter = waiting.popleft()
            if not waiting:
                del self._waiting[owner]
            if not waiter.cancelled():
                self._total += 1
                self._held.update((owner, owner.account))
                waiter.set_result(None)
        if not self._total:
            self._last_grants.clear()

    def _rank(self, owner: WorkOwner) -> tuple[int, int, int, int]:
        account = owner.account
        return (
            self._held[account],
            self._last_grants.get(account, 0),
            self._held[owner],
            self._last_grants.get(owner, 0),
        )

    def _note_grant(self, owner: WorkOwner) -> None:
        self._grants += 1
        self._last_grants[owner] = self._last_grants[owner.account] = self._grants
