"""A service as an engine: batches within its limits, calls at once, its budget, and its circuit breaker."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, TypeVar

from dragoman import languages, telemetry
from dragoman.cpu_work import run, weigh
from dragoman.engines.engine import (
    NO_GUIDANCE,
    EnginePair,
    EngineTraits,
    EngineUnavailable,
    Guidance,
)
from dragoman.engines.http.circuit import CircuitBreaker, CircuitState
from dragoman.engines.http.client import ServiceClient
from dragoman.engines.http.configuration import ServiceConfiguration
from dragoman.engines.http.failures import not_understood
from dragoman.engines.http.general_tags import add_general_tags
from dragoman.engines.http.language_codes import write_source, write_target
from dragoman.engines.http.spending import Spending
from dragoman.engines.http.translation_service import ServiceAccess, ServicePair, TranslationService, Work
from dragoman.fair_semaphore import FairSemaphore
from dragoman.segments import Segment
from dragoman.telemetry import Metrics

_T = TypeVar("_T")
_PAIRS_SECONDS: Final = 3600.0  # after which the pairs are asked for again
_FIRST_RETRY_SECONDS: Final = 5.0
_LONGEST_RETRY_SECONDS: Final = 300.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceState:
    """How a service is doing, for operators."""

    circuit: CircuitState
    failures: int  # in a row
    last_error: str  # empty: none, or a call has succeeded since
    failed_at: datetime | None
    opens_at: datetime | None  # of an open circuit: when the next call is made
    pairs: int
    has_pairs: bool  # whether the service has told them, or the configuration does


class ServiceEngine:
    """Translates by calls to one service. Belongs to one event loop; `open_service` opens it."""

    def __init__(
        self,
        configuration: ServiceConfiguration,
        *,
        service: TranslationService,
        client: ServiceClient,
        spending: Spending,
        metrics: Metrics,
    ) -> None:
        self.name = configuration.name
        self.version = service.version
        self.traits: EngineTraits = replace(service.traits, remote=configuration.is_remote)
        self.configuration = configuration
        self._service = service
        self._client = client
        self._spending = spending
        self._metrics = metrics
        self._circuit = CircuitBreaker()
        self._semaphore = FairSemaphore(configuration.concurrency)
        self._pairs: tuple[EnginePair, ...] = ()
        self._service_pairs: Mapping[tuple[str, str], ServicePair] = {}
        self._has_pairs = configuration.pairs is not None
        if configuration.pairs is not None:
            self._take_pairs(list(map(self._configured_pair, configuration.pairs)))

    def pairs(self) -> Sequence[EnginePair]:
        """The pairs of the configuration, else those that the service offered when it was last asked."""
        return self._pairs

    def state(self) -> ServiceState:
        """How the service is doing."""
        report = self._circuit.report()
        return ServiceState(
            circuit=report.state,
            failures=report.failures,
            last_error=report.last_error,
            failed_at=report.failed_at,
            opens_at=report.opens_at,
            pairs=len(self._pairs),
            has_pairs=self._has_pairs,
        )

    async def translate(
        self, batch: Sequence[Segment], pair: EnginePair, guidance: Guidance = NO_GUIDANCE, /
    ) -> list[Segment]:
        """Translate a batch by as many calls as it needs; all of them succeed, or it raises.

        Raises `EngineUnavailable`: `BudgetSpent`, `ServiceFailed`, `ServiceTimedOut`, or itself where the
        service is left alone or does not have the pair any more.
        """
        if not batch:
            return []
        direction = self._service_pairs.get((pair.source, pair.target))
        if direction is None:
            raise EngineUnavailable(f"{self.name} does not offer {pair.source} to {pair.target} any more.")
        self._circuit.refuse_while_open()
        works = await run(weigh(batch), lambda: self._service.plan(batch, direction, guidance))
        answers: list[Segment] = [()] * len(batch)
        unsent = sum(work.characters for work in works)
        await self._spending.reserve(unsent)
        done: list[Work] = []

        async def perform(work: Work) -> None:
            for index, answer in zip(work.indexes, await self._call(work, direction), strict=True):
                answers[index] = answer
            done.append(work)

        try:
            alone = 0 if self._circuit.is_closed else 1  # the call that finds out whether the service is back
            for work in works[:alone]:
                await perform(work)
            await _all_or_none([perform(work) for work in works[alone:]])
        except BaseException:
            left = unsent - sum(work.characters for work in done)
            await asyncio.shield(self._spending.give_back(left))
            raise
        return answers

    async def load_pairs(self) -> Sequence[EnginePair]:
        """Ask the service for its pairs; those of the configuration stay. Raises `ServiceFailed`."""
        offered = await self._service.fetch_pairs(self._client)
        if self.configuration.pairs is None:
            if not offered:
                raise not_understood("The service offers no pair of languages.")
            self._take_pairs(offered)
        return self._pairs

    async def keep_pairs_current(self) -> None:
        """Ask for the pairs, again soon after a failure, and every hour. Ends when it is cancelled."""
        wait = _FIRST_RETRY_SECONDS
        while True:
            try:
                await self.load_pairs()
            except EngineUnavailable as error:
                self._circuit.note(error.message)
                telemetry.log().warning("engine.pairs_unknown", engine=self.name, reason=error.message)
                await asyncio.sleep(wait * random.uniform(0.5, 1))  # noqa: S311 - so that processes differ
                wait = min(wait * 2, _LONGEST_RETRY_SECONDS)
                continue
            except Exception as error:  # the next attempt may succeed; without one, there would be no pairs
                telemetry.log().error("engine.pairs_unknown", engine=self.name, error=type(error).__name__)
                await asyncio.sleep(_LONGEST_RETRY_SECONDS)
                continue
            self._circuit.note("")
            wait = _FIRST_RETRY_SECONDS
            await asyncio.sleep(_PAIRS_SECONDS * random.uniform(0.8, 1))  # noqa: S311

    async def _call(self, work: Work, direction: ServicePair) -> list[Segment]:
        caller = ServiceAccess(client=self._client, reserve=self._spending.reserve, note=self._circuit.note)
        async with self._semaphore:
            began = time.perf_counter()
            with self._circuit.call():
                answers = await self._service.translate(caller, work, direction)
            self._metrics.engine_seconds.labels(self.name).observe(time.perf_counter() - began)
        if len(answers) != len(work.indexes):
            raise not_understood("The service answered with another number of translations.")
        return answers

    def _configured_pair(self, pair: tuple[str, str]) -> ServicePair:
        source, target = map(languages.canonical, pair)
        kind = self.configuration.kind
        return ServicePair(
            source=source,
            target=target,
            source_code=write_source(kind, source),
            target_code=write_target(kind, target),
        )

    def _take_pairs(self, offered: Sequence[ServicePair]) -> None:
        found = add_general_tags({(one.source, one.target): one for one in offered})
        self._has_pairs = True
        if found == self._service_pairs:
            return  # `pairs` stays the same value
        self._service_pairs = found
        quality = self.configuration.expected_quality
        self._pairs = tuple(
            EnginePair(source=source, target=target, quality=quality) for source, target in sorted(found)
        )


async def _all_or_none(calls: Sequence[Coroutine[Any, Any, None]]) -> None:
    """Wait for all calls; when one fails, end the others and raise its error."""
    tasks = [asyncio.ensure_future(call) for call in calls]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
