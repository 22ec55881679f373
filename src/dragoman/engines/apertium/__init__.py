"""Apertium: rule-based translation by separate programs over pipes.

`discovery` finds the installed modes, `stream` and `answers` write and read Apertium's format, `pool` runs
the pipelines. Documented in `docs/engines.md`.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

from dragoman import telemetry
from dragoman.engines.apertium.answers import read_answer
from dragoman.engines.apertium.discovery import Mode, find_modes
from dragoman.engines.apertium.pool import Pool, PoolLimits
from dragoman.engines.apertium.recipe import find_installation, read_version
from dragoman.engines.apertium.stream import write_segment
from dragoman.engines.engine import Engine, EnginePair, EngineRejected
from dragoman.segments import Segment, plain_text
from dragoman.settings import Settings
from dragoman.telemetry import Metrics

__all__ = ["ApertiumEngine", "open_engine"]


class ApertiumEngine:
    """The installed Apertium modes, as an engine."""

    name: Final = "apertium"

    def __init__(self, pool: Pool, modes: Sequence[Mode], *, version: str) -> None:
        self._pool = pool
        self._pairs = tuple(pair for mode in modes for pair in mode.pairs)
        self._modes = frozenset(mode.name for mode in modes)
        self._version = version

    @property
    def version(self) -> str:
        """Version of the Apertium programs."""
        return self._version

    @property
    def pool(self) -> Pool:
        """The running pipelines."""
        return self._pool

    def pairs(self) -> Sequence[EnginePair]:
        """The directions of the installed modes."""
        return self._pairs

    async def translate(self, batch: Sequence[Segment], pair: EnginePair) -> list[Segment]:
        """Translate a batch. Text without codes comes back exactly as the `apertium` command writes it.

        Raises `EngineRejected` for text Apertium cannot take, `EngineUnavailable` when it is away.
        """
        if pair.variant not in self._modes:
            raise EngineRejected(f"Apertium has no mode {pair.variant!r}.")
        translated = list(batch)
        sent = [(index, write_segment(s)) for index, s in enumerate(batch) if plain_text(s).strip()]
        if sent:
            answers = await self._pool.translate(pair.variant, [(s.payload, s.marker) for _, s in sent])
            for (index, segment), answer in zip(sent, answers, strict=True):
                translated[index] = read_answer(segment, answer, batch[index])
        return translated


@asynccontextmanager
async def open_engine(settings: Settings, metrics: Metrics) -> AsyncIterator[Engine | None]:
    """Open the engine below `settings.apertium_root`; None where no usable pair of languages is installed."""
    installation = find_installation(settings.apertium_root)
    modes = await asyncio.to_thread(find_modes, installation) if installation is not None else ()
    if installation is None or not modes:
        telemetry.log().warning("apertium.not_installed", root=str(settings.apertium_root))
        yield None
        return
    limits = PoolLimits(
        pipelines=settings.engine_processes or max(1, (os.cpu_count() or 1) // 2),
        memory=settings.engine_memory_mb * 1024 * 1024,
        patience=settings.engine_timeout_seconds,
    )
    pool = Pool(installation, modes, limits=limits, metrics=metrics)
    try:
        yield ApertiumEngine(pool, modes, version=read_version(installation))
    finally:
        await pool.close()
