"""Places in one process are given to accounts in turn, and to the streams of each."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from dragoman.fair_semaphore import FairSemaphore, WorkOwner, requests_of, working_for

A, A2, B, C = WorkOwner(1, "s"), WorkOwner(1, "t"), WorkOwner(2), WorkOwner(3)


class Desk:
    """Work that holds a place until it is let go."""

    def __init__(self, semaphore: FairSemaphore) -> None:
        self.semaphore = semaphore
        self.began: list[WorkOwner] = []
        self._held: list[tuple[WorkOwner, asyncio.Event]] = []

    def send(self, owner: WorkOwner) -> asyncio.Task[None]:
        with working_for(owner):
            return asyncio.create_task(self._work(owner))

    async def _work(self, owner: WorkOwner) -> None:
        async with self.semaphore:
            self.began.append(owner)
            let_go = asyncio.Event()
            self._held.append((owner, let_go))
            await let_go.wait()

    async def end(self, owner: WorkOwner | None = None) -> None:
        """End the work that holds a place for the longest time, of an owner if one is named."""
        place = next(n for n, (whose, _) in enumerate(self._held) if owner in (None, whose))
        self._held.pop(place)[1].set()
        await settle()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_a_free_place_goes_to_who_holds_fewest() -> None:
    desk = Desk(FairSemaphore(2))
    for owner in (A, A, A, A, B, B, C):
        desk.send(owner)
    await settle()
    assert desk.began == [A, A]
    await desk.end(A)
    assert desk.began[2:] == [B]
    await desk.end(A)
    assert desk.began[3:] == [C]
    await desk.end(B)
    assert desk.began[4:] == [A]


async def test_with_one_place_accounts_take_turns_and_so_do_their_streams() -> None:
    desk = Desk(FairSemaphore(1))
    for owner in (A, A, A2, A2, B, B):
        desk.send(owner)
    await settle()
    for _ in range(5):
        await desk.end()
    assert desk.began == [A, B, A2, B, A, A2]


async def test_a_place_in_reserve_is_for_who_holds_none() -> None:
    desk = Desk(FairSemaphore(2, reserve=1))
    for _ in range(5):
        desk.send(A)
    await settle()
    assert desk.began == [A, A]
    desk.send(B)
    desk.send(C)
    await settle()
    assert desk.began == [A, A, B]
    await desk.end(A)
    assert desk.began == [A, A, B, C]
    await desk.end(A)  # B and C hold the two places that anybody may have
    assert desk.began == [A, A, B, C, A]


async def test_requests_share_with_the_accounts_own_background_work() -> None:
    desk = Desk(FairSemaphore(1))
    for _ in range(5):
        desk.send(A)
    await settle()
    desk.send(requests_of(1))
    await settle()
    await desk.end()
    assert desk.began == [A, requests_of(1)]


async def test_who_is_cancelled_keeps_no_place() -> None:
    desk = Desk(FairSemaphore(1))
    first, waits, late = desk.send(A), desk.send(B), desk.send(C)
    await settle()
    waits.cancel()
    first.cancel()
    await settle()
    late.cancel()  # it has the place
    for task in (first, waits, late):
        with suppress(asyncio.CancelledError):
            await task
    desk.send(B)
    await settle()
    assert desk.began == [A, C, B]


async def test_who_is_cancelled_as_it_gets_its_place_gives_it_back() -> None:
    desk = Desk(FairSemaphore(1))
    desk.send(A)
    chosen = desk.send(B)
    await settle()
    desk.send(C)
    desk._held.pop()[1].set()
    while not desk.semaphore._held[2]:  # granted, and not yet notified
        await asyncio.sleep(0)
    chosen.cancel()
    await settle()
    assert desk.began == [A, C]
