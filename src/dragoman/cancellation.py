"""End tasks reliably although a cancellation may get lost.

Before Python 3.12, `asyncio.wait_for` loses a cancellation that arrives together with its result: it returns
the result, and the task continues. psycopg and its pool use it (python/cpython issue 86296), so a task that
uses the database may have to be cancelled more than once.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

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
