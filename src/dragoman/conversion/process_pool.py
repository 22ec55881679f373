"""Confined processes for documents: one fork server that is replaced after many of them, or when it has died.

Where the system does not allow forks (`fork_server`), programs that serve one document each wait instead.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from dragoman.conversion.fork_client import DocumentProcess, ForkServer, start_server
from dragoman.errors import Unavailable

# Forks of one process share addresses and the hash seed: what a document learns of them is soon worthless.
_MOST_DOCUMENTS: Final = 500
_NEARLY: Final = 0.9  # of that many the next server starts
_SPARES: Final = 2  # without forks: a short document is read and written within half a second


@dataclass(slots=True, eq=False)
class ProcessPool:
    """Starts documents' processes with one command."""

    _command: Sequence[str]
    most_documents: int = _MOST_DOCUMENTS  # of one server
    _servers: deque[asyncio.Task[ForkServer]] = field(default_factory=deque)  # the first is in use
    _retired: set[ForkServer] = field(default_factory=set)
    _forks: bool = True  # until it is known

    def prepare(self) -> None:
        """Have what the next documents need started."""
        wanted = 1 if self._forks else _SPARES
        first = _started(self._servers[0]) if self._servers else None
        if first is not None and first.started >= _NEARLY * self.most_documents:
            wanted += 1
        while len(self._servers) < wanted:
            starting = asyncio.create_task(start_server(self._command))
            starting.add_done_callback(_retrieve)
            self._servers.append(starting)

    async def start_process(self) -> DocumentProcess:
        """A process for one document. Raises `ProcessLost`, or `Unavailable` when no server starts."""
        server = await self._server()
        process = await server.start_child()
        self.prepare()
        return process

    async def close(self) -> None:
        """End all processes."""
        servers = {*self._retired}
        while self._servers:
            starting = self._servers.popleft()
            starting.cancel()
            with suppress(asyncio.CancelledError, Unavailable):
                servers.add(await starting)
        await asyncio.gather(*(server.close() for server in servers))

    async def _server(self) -> ForkServer:
        """The server in use; one that serves a single document is in use no more."""
        while True:
            self.prepare()
            starting = self._servers[0]
            was_done = starting.done()
            try:
                server = await asyncio.shield(starting)
            except Unavailable:
                self._forget(starting)
                if was_done:  # it did not start when it was not needed; now it is
                    continue
                raise
            self._forks = server.forks
            if starting not in self._servers:  # others have had it meanwhile
                continue
            if server.forks and not server.is_dead and server.started < self.most_documents:
                return server
            self._forget(starting)
            self._retired = {one for one in self._retired if not one.has_ended} | {server}
            if server.forks:
                server.retire()
            elif not server.is_dead:
                return server

    def _forget(self, starting: asyncio.Task[ForkServer]) -> None:
        with suppress(ValueError):
            self._servers.remove(starting)


def _started(starting: asyncio.Task[ForkServer]) -> ForkServer | None:
    if starting.done() and not starting.cancelled() and starting.exception() is None:
        return starting.result()
    return None


def _retrieve(starting: asyncio.Task[ForkServer]) -> None:
    """Mark the exception of a start as retrieved, so that asyncio does not report it."""
    if not starting.cancelled():
        starting.exception()
