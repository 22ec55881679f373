"""The resources of one process, whether it serves or only runs jobs: opened once, closed in order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    contextmanager,
    suppress,
)
from dataclasses import dataclass, field
from typing import Final, TypeVar

from dragoman.access.identity import open_keyring
from dragoman.access.keyring import Keyring
from dragoman.analysis.concurrency_limit import AnalysisSlots
from dragoman.blobs import Blobs, open_blobs
from dragoman.conversion.confined import Confined, open_confined
from dragoman.conversion.legacy.converting import LegacyOffice, open_legacy
from dragoman.conversion.previews.store import PreviewStore
from dragoman.database.connections import (
    NO_ACCOUNT,
    STATEMENT_CONNECTIONS,
    WATCH_CONNECTIONS,
    Database,
    open_database,
    transaction,
)
from dragoman.database.migrate import migrate
from dragoman.database.ownership import private_directory
from dragoman.database.server import open_server
from dragoman.engine_registry.sources import InstallationSecrets, open_sources
from dragoman.engines import open_engines
from dragoman.engines.table import EngineTable, keep_current
from dragoman.memories.imports.reading import TmxReaders, open_readers
from dragoman.memories.resources import MemoryResources
from dragoman.notifications.delivery import Deliverer, open_deliverer
from dragoman.polling import SharedPoll
from dragoman.settings import Settings
from dragoman.sign_in.tools import SignInTools
from dragoman.telemetry import Metrics
from dragoman.termbases.glossary_cache import GlossaryCache, open_glossary_cache
from dragoman.translation.requests import TextResources
from dragoman.translation.translator import Translator, create_translator

# What the workers of a process have for themselves: see `dragoman.worker`. Two of them listen.
_QUEUE_CONNECTIONS: Final = 3 + 1 + 1 + 1 + 2
_OTHER_CONNECTIONS: Final = _QUEUE_CONNECTIONS + STATEMENT_CONNECTIONS + WATCH_CONNECTIONS

Opened = TypeVar("Opened")


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
    engines: EngineTable
    translator: Translator
    glossary_cache: GlossaryCache
    deliverer: Deliverer
    previews: PreviewStore = field(default_factory=PreviewStore)
    analyses: AnalysisSlots = field(default_factory=AnalysisSlots)
    project_analyses: SharedPoll = field(default_factory=SharedPoll)  # waits for them, by project

    def text_resources(self) -> TextResources:
        """The part that translates text."""
        return TextResources(
            settings=self.settings,
            engines=self.engines.current(),
            translator=self.translator,
            database=self.database,
            glossary_cache=self.glossary_cache,
        )

    def sign_in(self) -> SignInTools:
        """The part that people sign in with."""
        return SignInTools(database=self.database, keyring=self.keyring, settings=self.settings)

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

    All of them at the same time: most of it is waiting for programs that start. Raises `Misconfigured` when
    the operator must change something first, `Unavailable` for an outage.
    """
    with suppress(OSError):  # what needs the directory explains why it cannot be used
        private_directory(settings.data.absolute())  # must exist when sandboxes hide it
    async with AsyncExitStack() as stack:

        def start(manager: AbstractAsyncContextManager[Opened]) -> asyncio.Task[Opened]:
            return group.create_task(stack.enter_async_context(manager))

        with _first_error():
            async with asyncio.TaskGroup() as group:
                database = start(_open_current_database(settings))
                engines = start(open_engines(settings, metrics=metrics))
                blobs = start(open_blobs(settings))
                confined = start(open_confined(settings, metrics))
                readers = start(open_readers(settings))
                legacy = start(open_legacy(settings, metrics))
                glossary_cache = start(open_glossary_cache())
        async with transaction(database.result(), account=NO_ACCOUNT) as tx:
            keyring = await open_keyring(tx, settings)
        secrets = InstallationSecrets(database=database.result(), keyring=keyring)
        sources = await stack.enter_async_context(open_sources(settings, metrics, secrets=secrets))
        deliverer = open_deliverer(settings, database=database.result(), keyring=keyring, metrics=metrics)
        yield Resources(
            settings=settings,
            metrics=metrics,
            database=database.result(),
            keyring=keyring,
            blobs=blobs.result(),
            confined=confined.result(),
            readers=readers.result(),
            legacy=legacy.result(),
            engines=await stack.enter_async_context(keep_current(EngineTable(engines.result(), sources))),
            translator=create_translator(settings, metrics),
            glossary_cache=glossary_cache.result(),
            deliverer=await stack.enter_async_context(deliverer),
        )


@asynccontextmanager
async def _open_current_database(settings: Settings) -> AsyncIterator[Database]:
    """The database with its server, and with the tables that this version needs."""
    async with open_server(settings) as urls:
        await migrate(urls.owner)
        connections = settings.database_connections - _OTHER_CONNECTIONS
        async with open_database(
            urls.application, connections=connections, prepare=settings.database_listen
        ) as database:
            yield database


@contextmanager
def _first_error() -> Iterator[None]:
    """Raise the first error of a task group by itself: `startup_retries` decides by its kind."""
    try:
        yield
    except ExceptionGroup as errors:
        raise errors.exceptions[0] from None
