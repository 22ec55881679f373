"""Tasks end although what they wait with keeps a cancellation to itself; threads are waited for."""

from __future__ import annotations

import asyncio
import threading

import pytest

from dragoman.cancellation import check_cancelled, end_task, run_to_end
from tests.waiting import CEILING


async def wait_as_psycopg_does(event: asyncio.Event) -> None:
    await asyncio.wait_for(event.wait(), 10)


@pytest.mark.parametrize("rounds", range(6))
async def test_a_loop_ends_whenever_it_is_cancelled(rounds: int) -> None:
    event = asyncio.Event()
    passed = 0

    async def loop() -> None:
        nonlocal passed
        while True:
            event.clear()
            await wait_as_psycopg_does(event)
            passed += 1

    task = asyncio.create_task(loop())
    await asyncio.sleep(0.01)
    event.set()
    for _ in range(rounds):
        await asyncio.sleep(0)
    async with asyncio.timeout(CEILING):
        await end_task(task)
    assert task.cancelled()


async def test_a_task_that_ended_badly_is_left_to_itself() -> None:
    async def fail() -> None:
        raise ValueError

    task = asyncio.create_task(fail())
    await asyncio.sleep(0)
    await end_task(task)
    assert isinstance(task.exception(), ValueError)


async def test_a_lost_cancellation_is_noticed() -> None:
    reached = []

    async def work() -> None:
        try:
            await asyncio.sleep(10)
        except asyncio.CancelledError:
            reached.append("lost")
        check_cancelled()
        reached.append("went on")

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()
    assert reached == ["lost"]


async def test_nothing_is_raised_in_a_task_that_may_go_on() -> None:
    check_cancelled()


async def test_results_and_errors_of_a_thread_come_back() -> None:
    assert await run_to_end(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        await run_to_end(lambda: 1 // 0)


async def test_a_cancelled_caller_waits_for_the_work_and_undoes_it() -> None:
    may_end, undone = threading.Event(), list[str]()
    started = asyncio.Event()
    loop = asyncio.get_running_loop()

    def work() -> str:
        loop.call_soon_threadsafe(started.set)
        assert may_end.wait(CEILING)
        return "made"

    running = asyncio.create_task(run_to_end(work, undo=undone.append))
    await started.wait()
    for _ in range(3):  # whoever cancels again waits as well
        running.cancel()
        await asyncio.sleep(0.01)
        assert not running.done()
    assert undone == []
    may_end.set()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert undone == ["made"]


async def test_a_cancelled_caller_is_cancelled_also_where_the_work_fails() -> None:
    may_end, undone = threading.Event(), list[object]()
    started = asyncio.Event()
    loop = asyncio.get_running_loop()

    def work() -> None:
        loop.call_soon_threadsafe(started.set)
        assert may_end.wait(CEILING)
        raise OSError("disk full")

    running = asyncio.create_task(run_to_end(work, undo=undone.append))
    await started.wait()
    running.cancel()
    may_end.set()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert undone == []
