"""Resources of one process for tests, on a database that is open already."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext

from dragoman.access.identity import open_keyring
from dragoman.blobs import open_blobs
from dragoman.conversion.confined import Confined, open_confined
from dragoman.conversion.legacy.converting import open_legacy
from dragoman.database.connections import NO_ACCOUNT, Database, transaction
from dragoman.engines import open_engines
from dragoman.engines.table import EngineTable
from dragoman.memories.imports.reading import open_readers
from dragoman.notifications.delivery import open_deliverer
from dragoman.resources import Resources
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.termbases.glossary_cache import open_glossary_cache
from dragoman.translation.translator import create_translator


@asynccontextmanager
async def opened_resources(
    database: Database, settings: Settings, *, confined: Confined | None = None
) -> AsyncIterator[Resources]:
    """What `open_resources` gives, without a server and migrations of its own.

    Processes for documents take a second of processor time to start: those of `confined` may be shared.
    """
    metrics = Metrics()
    async with transaction(database, account=NO_ACCOUNT) as tx:
        settings.data.mkdir(parents=True, exist_ok=True)
        keyring = await open_keyring(tx, settings)
    async with (
        open_engines(settings, metrics=metrics) as engines,
        open_blobs(settings) as blobs,
        nullcontext(confined) if confined else open_confined(settings, metrics) as opened_confined,
        open_readers(settings) as readers,
        open_legacy(settings, metrics) as legacy,
        open_glossary_cache() as glossary_cache,
        open_deliverer(settings, database=database, keyring=keyring, metrics=metrics) as deliverer,
    ):
        yield Resources(
            settings=settings,
            metrics=metrics,
            database=database,
            keyring=keyring,
            blobs=blobs,
            confined=opened_confined,
            readers=readers,
            legacy=legacy,
            engines=EngineTable(engines),
            translator=create_translator(settings, metrics),
            glossary_cache=glossary_cache,
            deliverer=deliverer,
        )
