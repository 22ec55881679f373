"""Work that is done only for a client who waits: it ends when the client goes away."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TypeVar

from fastapi import Request

from dragoman.api.http.context import ClientGone

_T = TypeVar("_T")


async def while_connected(request: Request, work: Coroutine[object, object, _T]) -> _T:
    """Do work for the client of a request whose body is read: its result, or what it raises.

    When the client goes away first, the work is cancelled and has ended when `ClientGone` is raised.
    """
    working = asyncio.create_task(work)
    watching = asyncio.create_task(_wait_for_leaving(request))
    try:
        await asyncio.wait((working, watching), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            watching.result()
            raise ClientGone
        return working.result()
    finally:
        for task in (working, watching):
            task.cancel()
        await asyncio.gather(working, watching, return_exceptions=True)


async def _wait_for_leaving(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
