"""The table of translation engines. A new engine is one folder here and one line in the table."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Final

from dragoman.engines.apertium import open_engine as open_apertium
from dragoman.engines.engine import Engine
from dragoman.engines.pseudo import open_engine as open_pseudo
from dragoman.settings import Settings
from dragoman.telemetry import Metrics

# In order of preference: where two engines offer a pair, the earlier one is used first.
# An opener gives None when the machine lacks what its engine needs.
OPENERS: Final[tuple[Callable[[Settings, Metrics], AbstractAsyncContextManager[Engine | None]], ...]] = (
    open_apertium,
    open_pseudo,
)


@asynccontextmanager
async def open_engines(settings: Settings, *, metrics: Metrics) -> AsyncIterator[tuple[Engine, ...]]:
    """Open every engine this machine can run; close them all at the end."""
    async with AsyncExitStack() as stack:
        opened = [await stack.enter_async_context(opener(settings, metrics)) for opener in OPENERS]
        yield tuple(engine for engine in opened if engine is not None)
