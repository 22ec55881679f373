"""Cancellations that get lost, and what still ends a task.

Before Python 3.12, `asyncio.wait_for` answers a cancellation that comes in the same moment as its result with
the result, and the task goes on as if nothing had been. psycopg and its pool wait with it (python/cpython
issue 86296), so that whoever cancels a task that uses the database cannot rely on once.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

_RETRY_SECONDS: Final = 0.5


def check_cancelled() -> None:
    """Raise `asyncio.CancelledError` where the running task was asked to end and has not noticed."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


async def end_task(task: asyncio.Task[Any]) -> None:
    """Cancel a task, again and again until it has ended. What it raises is left to itself."""
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=_RETRY_SECONDS)
