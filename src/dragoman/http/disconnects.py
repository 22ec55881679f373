"""Client disconnect: work for a client that waits is cancelled when the client disconnects."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TypeVar

from fastapi import Request
from starlette.requests import ClientDisconnect

_T = TypeVar("_T")


async def while_connected(request: Request, work: Coroutine[object, object, _T]) -> _T:
    """Await work for the client of a request whose body is read; return its result, or raise what it raises.

    If the client disconnects first, cancel the work, wait for its end, and raise `ClientDisconnect`.
    """
    working = asyncio.create_task(work)
    watching = asyncio.create_task(_wait_for_disconnect(request))
    try:
        await asyncio.wait((working, watching), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            watching.result()
            raise ClientDisconnect
        return working.result()
    finally:
        for task in (working, watching):
            task.cancel()
        await asyncio.gather(working, watching, return_exceptions=True)


async def _wait_for_disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
