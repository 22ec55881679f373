"""Long work leaves the event loop its turns, and no account has the thread to itself."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Iterator

from dragoman.cpu_work import DOCUMENT_THREAD, LONG, collect, run, shorten_switch_interval
from dragoman.fair_semaphore import WorkOwner, working_for


async def test_accounts_take_turns_in_the_thread() -> None:
    """Ten pieces of one account's work wait; another one's comes after the piece that runs."""
    done: list[str] = []
    begun, go_on = threading.Event(), threading.Event()

    def first() -> None:
        begun.set()
        go_on.wait(10)
        done.append("a")

    async def work(account: str, number: int) -> None:
        with working_for(WorkOwner(account)):
            await run(LONG, first if number == 0 else lambda: done.append(account))

    theirs = [asyncio.create_task(work("a", number)) for number in range(10)]
    await asyncio.to_thread(begun.wait, 10)
    ours = asyncio.create_task(work("b", 1))
    await asyncio.sleep(0)
    go_on.set()
    await asyncio.gather(*theirs, ours)
    assert done[:2] == ["a", "b"]
    assert done.count("a") == 10


async def test_an_iterator_is_read_in_slices_between_which_others_have_turns() -> None:
    order: list[int | str] = []

    def numbers() -> Iterator[int]:
        for number in range(10):
            order.append(number)
            yield number

    async def other() -> None:
        with working_for(WorkOwner("b")):
            await run(LONG, lambda: order.append("b"))

    with working_for(WorkOwner("a")):
        reading = asyncio.create_task(collect(LONG, numbers(), at_once=2))
    await asyncio.sleep(0)
    beside = asyncio.create_task(other())
    assert await reading == list(range(10))
    await beside
    assert order.index("b") < order.index(8)


async def test_requests_do_not_wait_for_documents() -> None:
    go_on = threading.Event()
    document = asyncio.create_task(run(LONG, lambda: go_on.wait(10), thread=DOCUMENT_THREAD))
    assert await run(LONG, lambda: not go_on.is_set())
    go_on.set()
    assert await document


async def test_short_work_is_done_at_once() -> None:
    ran_in: list[str] = []
    await run(1, lambda: ran_in.append(threading.current_thread().name))
    assert ran_in == [threading.main_thread().name]
    assert await collect(1, iter(range(5)), at_once=2) == list(range(5))


def test_a_service_gives_turns_more_often_than_python_does() -> None:
    before = sys.getswitchinterval()
    try:
        shorten_switch_interval()
        assert sys.getswitchinterval() <= 0.001
    finally:
        sys.setswitchinterval(before)
