"""Waiting for the service: progress is told to who called, and a service that stops ends the waiting."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from dragoman_client.mcp.host import AgentContext, Host

T = TypeVar("T")


@asynccontextmanager
async def reported_progress(context: AgentContext, what: str) -> AsyncIterator[Callable[[float], None]]:
    """A function that tells the caller how much is done, 0 to 1. It never goes back, as the protocol asks."""
    values: asyncio.Queue[float | None] = asyncio.Queue()

    async def send() -> None:
        told = -1.0
        while (value := await values.get()) is not None:
            if value > told:
                told = value
                await context.report_progress(value, 1.0, what)

    sending = asyncio.create_task(send())
    try:
        yield values.put_nowait
        values.put_nowait(None)
        await sending
    finally:
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)


async def unless_stopping(host: Host, work: Awaitable[T]) -> T | None:
    """The result of work that waits; None where the service that carries the call stops before."""
    if host.stopping is None:
        return await work
    working = asyncio.create_task(_wait_for(work))
    stopping = asyncio.create_task(_wait_for(host.stopping()))
    try:
        await asyncio.wait((working, stopping), return_when=asyncio.FIRST_COMPLETED)
        return working.result() if working.done() else None
    finally:
        for task in (working, stopping):
            task.cancel()
        await asyncio.gather(working, stopping, return_exceptions=True)


async def _wait_for(awaitable: Awaitable[T]) -> T:
    return await awaitable
