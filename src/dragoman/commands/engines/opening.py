"""All engines of an installation, for commands: of this machine, of the models directory, and services."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress

from dragoman.access.identity import open_keyring
from dragoman.commands.admin.session import is_installed, open_installation
from dragoman.database.connections import NO_ACCOUNT, transaction
from dragoman.engine_registry.sources import InstallationSecrets, open_sources
from dragoman.engines import open_engines
from dragoman.engines.engine import EngineUnavailable
from dragoman.engines.http import ServiceEngine
from dragoman.engines.table import EngineTable, keep_current
from dragoman.settings import Settings
from dragoman.telemetry import Metrics


@asynccontextmanager
async def open_all_engines(settings: Settings, metrics: Metrics) -> AsyncIterator[EngineTable]:
    """The engines. Services are known where there is an installation."""
    async with AsyncExitStack() as stack:
        fixed = await stack.enter_async_context(open_engines(settings, metrics=metrics))
        secrets = None
        if is_installed(settings):
            database = await stack.enter_async_context(open_installation(settings, connections=2))
            async with transaction(database, account=NO_ACCOUNT) as tx:
                keyring = await open_keyring(tx, settings)
            secrets = InstallationSecrets(database=database, keyring=keyring)
        sources = await stack.enter_async_context(open_sources(settings, metrics, secrets=secrets))
        table = await stack.enter_async_context(keep_current(EngineTable(fixed, sources)))
        unknown = [engine for engine in table.current() if isinstance(engine, ServiceEngine)]
        await asyncio.gather(*map(_learn_pairs, unknown))
        yield table


async def _learn_pairs(engine: ServiceEngine) -> None:
    """Wait for the pairs of a service, which come later otherwise. What prevents it is the engine's fault."""
    if not engine.state().has_pairs:
        with suppress(EngineUnavailable):
            await engine.load_pairs()
