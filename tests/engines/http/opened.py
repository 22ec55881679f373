"""Engines on test servers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from dragoman.engines.engine import EnginePair
from dragoman.engines.http import (
    NetworkOptions,
    ServiceConfiguration,
    ServiceEngine,
    ServiceType,
    Spending,
    open_service,
)
from dragoman.engines.http.client import Repetition
from dragoman.segments import Segment
from dragoman.telemetry import Metrics
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect
from tests.engines.http.server import Handler, TestServer, running_server
from tests.engines.http.services import KEY, PROJECT

QUICKLY = NetworkOptions(repetition=Repetition(first_seconds=0.01, longest_seconds=0.05))
_OPTIONS: dict[str, dict[str, Any]] = {
    "chat": {"model": "test-model-7b"},
    "google": {"options": {"project": PROJECT}},
    "azure": {"options": {"region": "westeurope"}},
}


def configured(kind: str, url: str, **changes: Any) -> ServiceConfiguration:
    plain = ServiceConfiguration(name=kind, kind=ServiceType(kind), url=url, timeout_seconds=30)
    return replace(plain, **{**_OPTIONS.get(kind, {}), **changes})


@asynccontextmanager
async def opened(
    kind: str,
    handler: Handler,
    *,
    secret: str | None = KEY,
    spending: Spending | None = None,
    load: bool = True,
    **changes: Any,
) -> AsyncIterator[tuple[ServiceEngine, TestServer]]:
    """An engine on a server of its own, with its pairs unless `load` is off."""
    async with (
        running_server(handler) as server,
        open_service(
            configured(kind, server.url, **changes),
            secret=secret,
            metrics=Metrics(),
            spending=spending,
            network=QUICKLY,
        ) as engine,
    ):
        if load:
            await engine.load_pairs()
        yield engine, server


def pair_of(engine: ServiceEngine, source: str, target: str) -> EnginePair:
    return next(pair for pair in engine.pairs() if (pair.source, pair.target) == (source, target))


def marked(text: str) -> Segment:
    return protect(parse(text))
