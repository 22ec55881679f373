"""A test server of a translation service in a thread of its own, for tests that are not asynchronous."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tests.engines.http.server import Handler, TestServer, running_server
from tests.waiting import CEILING


@contextmanager
def served(handler: Handler) -> Iterator[TestServer]:
    """Serve until the end of the block."""
    started: list[TestServer] = []
    ready, end = threading.Event(), asyncio.Event()
    loop = asyncio.new_event_loop()

    async def serve() -> None:
        async with running_server(handler) as server:
            started.append(server)
            ready.set()
            await end.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=[serve()])
    thread.start()
    try:
        assert ready.wait(CEILING)
        yield started[0]
    finally:
        loop.call_soon_threadsafe(end.set)
        thread.join(CEILING)
        loop.close()
