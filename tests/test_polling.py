"""Waits that share one query."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

import pytest

from dragoman.polling import SharedPoll


async def test_each_waiter_ends_with_its_own_condition() -> None:
    busy = {1, 2}
    poll = SharedPoll(pause=0.001)

    async def query(keys: Collection[int]) -> Collection[int]:
        return busy & set(keys)

    first = asyncio.create_task(poll.wait(1, query, seconds=30))
    second = asyncio.create_task(poll.wait(2, query, seconds=0.2))
    await asyncio.sleep(0.02)
    busy.remove(1)
    assert await first
    assert not await second


async def test_who_comes_during_a_query_does_not_get_its_answer() -> None:
    asked: list[Collection[int]] = []
    running, go_on = asyncio.Event(), asyncio.Event()
    poll = SharedPoll(pause=0)

    async def query(keys: Collection[int]) -> Collection[int]:
        asked.append(keys)
        running.set()
        await go_on.wait()
        return ()

    first = asyncio.create_task(poll.wait(1, query, seconds=30))
    await running.wait()
    late = asyncio.create_task(poll.wait(2, query, seconds=30))
    await asyncio.sleep(0)
    go_on.set()
    assert await first
    assert await late
    assert asked == [{1}, {2}]


async def test_waiters_learn_that_the_query_failed_and_the_next_one_asks_again() -> None:
    poll = SharedPoll(pause=0)

    async def fail(keys: Collection[int]) -> Collection[int]:
        raise LookupError(keys)

    async def succeed(_: Collection[int]) -> Collection[int]:
        return ()

    with pytest.raises(LookupError):
        await poll.wait(1, fail, seconds=30)
    assert await poll.wait(1, succeed, seconds=30)
