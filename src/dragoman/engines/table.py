"""The engines of one process while it runs: those of the machine, and those of sources that change."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

from dragoman import telemetry
from dragoman.engines.engine import Engine, EngineFault, EngineSource
from dragoman.errors import DragomanError

_REFRESH_SECONDS: Final = 2.0
_END_SECONDS: Final = 2.0


class EngineTable:
    """The engines that can be used now, in order of preference. Belongs to one event loop."""

    def __init__(self, engines: Sequence[Engine], sources: Sequence[EngineSource] = ()) -> None:
        """`engines` do not change; those of `sources` come first, as an operator added them."""
        self._fixed = tuple(engines)
        self._sources = tuple(sources)
        self._current = self._collect()

    def current(self) -> tuple[Engine, ...]:
        """The engines."""
        return self._current

    def find(self, name: str) -> Engine | None:
        """The engine of this name."""
        return next((engine for engine in self._current if engine.name == name), None)

    def faults(self) -> tuple[EngineFault, ...]:
        """What was set up and cannot be used, by name."""
        found = [fault for source in self._sources for fault in source.faults()]
        return tuple(sorted(found, key=lambda fault: fault.name))

    async def refresh(self) -> None:
        """Take up changes now. A source that cannot look keeps what it had."""
        for source in self._sources:
            try:
                await source.refresh()
            except DragomanError as error:
                telemetry.log().warning("engines.refresh_failed", code=error.code, reason=error.message)
            except Exception as error:  # one source must not keep the service, or the others, from working
                telemetry.log().error("engines.refresh_failed", error=type(error).__name__)
        self._current = self._collect()

    def _collect(self) -> tuple[Engine, ...]:
        changing = [engine for source in self._sources for engine in source.engines()]
        names = {engine.name for engine in changing}
        return (*changing, *(engine for engine in self._fixed if engine.name not in names))


@asynccontextmanager
async def keep_current(table: EngineTable) -> AsyncIterator[EngineTable]:
    """Refresh the table once, and every few seconds while the block runs."""
    await table.refresh()
    task = asyncio.create_task(_refresh_forever(table))
    try:
        yield table
    finally:
        task.cancel()
        await asyncio.wait([task], timeout=_END_SECONDS)  # a database that does not answer may hold it


async def _refresh_forever(table: EngineTable) -> None:
    while True:
        await asyncio.sleep(_REFRESH_SECONDS)
        await table.refresh()
