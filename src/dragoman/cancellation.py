"""Cancellation to rely on: tasks that end although it gets lost, threads that are not left behind by it.

Before Python 3.12, `asyncio.wait_for` loses a cancellation that arrives together with its result: it returns
the result, and the task continues. psycopg and its pool use it (python/cpython issue 86296), so a task that
uses the database may have to be cancelled more than once. A thread cannot be cancelled at all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from typing import Any, Final, TypeVar

_T = TypeVar("_T")
_RETRY_SECONDS: Final = 0.5


def check_cancelled() -> None:
    """Raise `asyncio.CancelledError` when the running task was cancelled but lost the cancellation."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


async def end_task(task: asyncio.Task[Any]) -> None:
    """Cancel a task repeatedly until it has ended. Its result or exception is ignored."""
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=_RETRY_SECONDS)


async def run_to_end(
    work: Callable[[], _T], *, executor: Executor | None = None, undo: Callable[[_T], object] | None = None
) -> _T:
    """Run `work` in a thread, and give its result or raise what it raised.

    A caller that is cancelled meanwhile waits for the end of the work, as a thread cannot be stopped: what
    the caller then closes or removes is used by nobody any more. `undo` gets a result that comes too late.
    """
    future = asyncio.get_running_loop().run_in_executor(executor, work)
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        while not future.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([future])
        if future.exception() is None and undo is not None:
            undo(future.result())
        raise
