"""The resources of one process, whether it serves or only runs jobs: opened once, closed in order."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from dragoman.access.identity import open_keyring
from dragoman.access.keyring import Keyring
from dragoman.analysis.concurrency_limit import AnalysisSlots
from dragoman.blobs import Blobs, open_blobs
from dragoman.conversion.confined import Confined, open_confined
from dragoman.conversion.legacy.converting import LegacyOffice, open_legacy
from dragoman.database.connections import (
    NO_ACCOUNT,
    STATEMENT_CONNECTIONS,
    WATCH_CONNECTIONS,
    Database,
    open_database,
    transaction,
)
from dragoman.database.migrate import migrate
from dragoman.database.server import open_server
from dragoman.engines import open_engines
from dragoman.engines.engine import Engine
from dragoman.memories.imports.reading import TmxReaders, open_readers
from dragoman.memories.resources import MemoryResources
from dragoman.notifications.delivery import Deliverer, open_deliverer
from dragoman.polling import SharedPoll
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.termbases.serving import GlossaryCache, open_glossary_cache
from dragoman.translation.requests import TextResources
from dragoman.translation.translate import Translator, create_translator

# What the workers of a process have for themselves: see `dragoman.worker`. Two of them listen.
_QUEUE_CONNECTIONS: Final = 3 + 1 + 1 + 1 + 2
_OTHER_CONNECTIONS: Final = _QUEUE_CONNECTIONS + STATEMENT_CONNECTIONS + WATCH_CONNECTIONS


@dataclass(frozen=True, slots=True, kw_only=True)
class Resources:
    """The open resources of one process."""

    settings: Settings
    metrics: Metrics
    database: Database
    keyring: Keyring
    blobs: Blobs
    confined: Confined
    readers: TmxReaders
    legacy: LegacyOffice
    engines: tuple[Engine, ...]
    translator: Translator
    glossary_cache: GlossaryCache
    deliverer: Deliverer
    analyses: AnalysisSlots = field(default_factory=AnalysisSlots)
    project_analyses: SharedPoll = field(default_factory=SharedPoll)  # waits for them, by project

    def text_resources(self) -> TextResources:
        """The part that translates text."""
        return TextResources(
            settings=self.settings,
            engines=self.engines,
            translator=self.translator,
            database=self.database,
            glossary_cache=self.glossary_cache,
        )

    def memory_resources(self) -> MemoryResources:
        """The part that works on translation memories."""
        return MemoryResources(
            settings=self.settings,
            database=self.database,
            keyring=self.keyring,
            blobs=self.blobs,
            readers=self.readers,
        )


@asynccontextmanager
async def open_resources(settings: Settings, metrics: Metrics) -> AsyncIterator[Resources]:
    """Open database (started and migrated where needed), engines, files and the processes for documents.

    Raises `Misconfigured` when the operator must change something first, `Unavailable` for an outage.
    """
    async with (
        open_server(settings) as urls,
        open_engines(settings, metrics=metrics) as engines,
        open_database(
            urls.application,
            connections=settings.database_connections - _OTHER_CONNECTIONS,
            prepare=settings.database_listen,
        ) as database,
        open_blobs(settings) as blobs,
        open_confined(settings, metrics) as confined,
        open_readers(settings) as readers,
        open_legacy(settings, metrics) as legacy,
        open_glossary_cache() as glossary_cache,
    ):
        await migrate(urls.owner)
        async with transaction(database, account=NO_ACCOUNT) as tx:
            keyring = await open_keyring(tx, settings)
        async with open_deliverer(settings, database=database, keyring=keyring, metrics=metrics) as deliverer:
            yield Resources(
                settings=settings,
                metrics=metrics,
                database=database,
                keyring=keyring,
                blobs=blobs,
                confined=confined,
                readers=readers,
                legacy=legacy,
                engines=engines,
                translator=create_translator(settings, metrics),
                glossary_cache=glossary_cache,
                deliverer=deliverer,
            )
