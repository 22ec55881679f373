"""The sources of engines that come and go: services that are set up, and models in the models directory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from dragoman.access.keyring import Keyring
from dragoman.database.connections import NO_ACCOUNT, Database, transaction
from dragoman.engine_registry.actions import list_services, read_secret
from dragoman.engine_registry.configurations import read_configuration
from dragoman.engine_registry.key_files import read_key
from dragoman.engine_registry.model import RegisteredService
from dragoman.engine_registry.spending import CountedSpending
from dragoman.engines.ctranslate2.source import open_models
from dragoman.engines.engine import Engine, EngineFault, EngineSource
from dragoman.engines.http import ServiceEngine, open_service
from dragoman.engines.http.circuit import CircuitState
from dragoman.errors import DragomanError, Unavailable
from dragoman.settings import Settings
from dragoman.telemetry import Metrics, log


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallationSecrets:
    """What services are read with."""

    database: Database
    keyring: Keyring


@dataclass(slots=True, kw_only=True)
class _Opened:
    """A service as it was opened, or why it could not be."""

    stamp: tuple[int, int]  # version of its row, and time of its key file
    engine: ServiceEngine | None
    fault: EngineFault | None
    resources: AsyncExitStack


class ServiceSource:
    """The services of the installation as engines. Belongs to one event loop."""

    def __init__(self, secrets: InstallationSecrets, metrics: Metrics) -> None:
        self._secrets = secrets
        self._metrics = metrics
        self._opened: dict[str, _Opened] = {}
        self._closing: set[asyncio.Task[None]] = set()

    def engines(self) -> Sequence[Engine]:
        """The services that could be opened, by name; those that fail now are among them."""
        return [one.engine for _, one in sorted(self._opened.items()) if one.engine is not None]

    def faults(self) -> Sequence[EngineFault]:
        """Services that could not be opened, that have not told their pairs, or whose circuit is open."""
        found = [one.fault or _find_fault(one.engine) for one in self._opened.values()]
        return [fault for fault in found if fault is not None]

    async def refresh(self) -> None:
        """Open what is new or changed, close what is gone. Raises `Unavailable`."""
        async with transaction(self._secrets.database, account=NO_ACCOUNT) as tx:
            services = {one.name: one for one in await list_services(tx)}
        stamps = {name: (one.version, _key_time(one)) for name, one in services.items()}
        for name in [name for name, one in self._opened.items() if stamps.get(name) != one.stamp]:
            self._retire(self._opened.pop(name))
        for name, service in services.items():
            if name not in self._opened:
                self._opened[name] = await self._open(service, stamps[name])

    async def close(self) -> None:
        """Close all services."""
        for task in self._closing:
            task.cancel()
        await asyncio.gather(*self._closing, return_exceptions=True)
        for one in self._opened.values():
            await one.resources.aclose()
        self._opened.clear()

    async def _open(self, service: RegisteredService, stamp: tuple[int, int]) -> _Opened:
        resources = AsyncExitStack()
        engine, fault = None, None
        try:
            configuration = read_configuration(service)
            secret = await self._read_secret(service)
            engine = await resources.enter_async_context(
                open_service(
                    configuration,
                    secret=secret,
                    metrics=self._metrics,
                    spending=CountedSpending(
                        self._secrets.database, service.name, budget=configuration.monthly_characters
                    ),
                )
            )
        except Unavailable:
            raise  # the database is away: the service is opened by the next look
        except DragomanError as error:
            fault = EngineFault(name=service.name, reason=error.message)
            log().error("engine.service_unusable", engine=service.name, reason=error.message)
        return _Opened(stamp=stamp, engine=engine, fault=fault, resources=resources)

    async def _read_secret(self, service: RegisteredService) -> str | None:
        if service.key_file is not None:
            return await asyncio.to_thread(read_key, Path(service.key_file))
        async with transaction(self._secrets.database, account=NO_ACCOUNT) as tx:
            return await read_secret(tx, self._secrets.keyring, service.name)

    def _retire(self, one: _Opened) -> None:
        """Close a service when its calls are over."""
        task = asyncio.get_running_loop().create_task(_close_later(one))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)


async def _close_later(one: _Opened) -> None:
    try:
        if one.engine is not None:
            await asyncio.sleep(one.engine.configuration.timeout_seconds)
    finally:
        await one.resources.aclose()


def _find_fault(engine: ServiceEngine | None) -> EngineFault | None:
    if engine is None:
        return None
    state = engine.state()
    if state.circuit is CircuitState.CLOSED and state.has_pairs:
        return None
    reason = state.last_error or "It has not told its pairs of languages yet."
    return EngineFault(name=engine.name, reason=reason)


def _key_time(service: RegisteredService) -> int:
    """When the key file was changed: a new key is taken up. 0: there is none."""
    try:
        return Path(service.key_file).stat().st_mtime_ns if service.key_file else 0
    except OSError:
        return 0


@asynccontextmanager
async def open_sources(
    settings: Settings, metrics: Metrics, *, secrets: InstallationSecrets | None
) -> AsyncIterator[Sequence[EngineSource]]:
    """All sources. Without an installation there are no services."""
    async with open_models(settings, metrics) as models:
        if secrets is None:
            yield [models]
            return
        services = ServiceSource(secrets, metrics)
        try:
            yield [models, services]
        finally:
            await services.close()
