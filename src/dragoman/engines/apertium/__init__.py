"""Apertium: rule-based translation by separate programs over pipes.

`discovery` finds the installed modes, `stream` and `output_parsing` write and parse Apertium's format, `pool`
runs the pipelines. Documented in `docs/concepts/apertium.md`.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from dragoman import telemetry
from dragoman.cpu_work import run, weigh
from dragoman.engines.apertium.discovery import ApertiumMode, find_modes
from dragoman.engines.apertium.mode_files import Installation, find_installation, read_version
from dragoman.engines.apertium.output_parsing import read_answer
from dragoman.engines.apertium.pool import PipelinePool, PoolLimits
from dragoman.engines.apertium.stream import WrittenSegment, write_segment
from dragoman.engines.engine import LOCAL, NO_GUIDANCE, Engine, EnginePair, EngineRejected, Guidance
from dragoman.isolation.bubblewrap import Program, find_command
from dragoman.isolation.launcher import Launcher
from dragoman.segments import Segment, plain_text
from dragoman.settings import Settings
from dragoman.telemetry import Metrics

__all__ = ["ApertiumEngine", "open_engine"]

_ADDRESS_SPACE: Final = 4 * 1024 * 1024 * 1024  # bytes of one program; the largest dictionaries take a tenth


class ApertiumEngine:
    """The installed Apertium modes, as an engine."""

    name: Final = "apertium"
    traits: Final = LOCAL

    def __init__(self, pool: PipelinePool, modes: Sequence[ApertiumMode], *, version: str) -> None:
        self._pool = pool
        self._pairs = tuple(pair for mode in modes for pair in mode.pairs)
        self._modes = frozenset(mode.name for mode in modes)
        self._version = version

    @property
    def version(self) -> str:
        """Version of the Apertium programs."""
        return self._version

    @property
    def pool(self) -> PipelinePool:
        """The running pipelines."""
        return self._pool

    def pairs(self) -> Sequence[EnginePair]:
        """The directions of the installed modes."""
        return self._pairs

    async def translate(
        self, batch: Sequence[Segment], pair: EnginePair, _guidance: Guidance = NO_GUIDANCE, /
    ) -> list[Segment]:
        """Translate a batch. Text without codes comes back exactly as the `apertium` command writes it.

        Raises `EngineRejected` for text that Apertium cannot process, `EngineUnavailable` if it does not run.
        """
        if pair.variant not in self._modes:
            raise EngineRejected(f"Apertium has no mode {pair.variant!r}.")
        weight = weigh(batch)
        sent = await run(weight, lambda: _write(batch))
        if not sent:
            return list(batch)
        answers = await self._pool.translate(pair.variant, [(s.payload, s.marker) for s in sent.values()])
        return await run(weight, lambda: _read(batch, sent, answers))


def _write(batch: Sequence[Segment]) -> dict[int, WrittenSegment]:
    """Write all segments that have text, by their numbers in the batch."""
    return {index: write_segment(s) for index, s in enumerate(batch) if plain_text(s).strip()}


def _read(
    batch: Sequence[Segment], sent: Mapping[int, WrittenSegment], answers: Sequence[bytes]
) -> list[Segment]:
    """The batch with the answers in the places of the sent segments."""
    read = {
        index: read_answer(segment, answer, batch[index])
        for (index, segment), answer in zip(sent.items(), answers, strict=True)
    }
    return [read.get(index, segment) for index, segment in enumerate(batch)]


def _program(installation: Installation) -> Program:
    """The launcher of Apertium's programs, with the files that these read.

    Below another root there may be links to the system's own, and programs may be missing there.
    """
    own = () if installation.root == Path("/") else (installation.root,)
    return Program(
        arguments=("-I", "-m", "dragoman.isolation.launcher_program"),
        subject="engine",
        readable=(*own, Path("/usr"), Path("/bin")),
    )


def _is_public(root: Path) -> bool:
    """Whether a user without rights can reach a folder: a checkout in root's home cannot be reached."""
    return all(folder.stat().st_mode & 0o001 for folder in (root.resolve(), *root.resolve().parents))


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
        timeout_seconds=settings.engine_timeout_seconds,
    )
    command = await find_command(settings, _program(installation))
    user = "unprivileged" if _is_public(installation.root) else "same"
    launcher = Launcher((*command, str(_ADDRESS_SPACE), user))
    pool = PipelinePool(launcher, installation, modes, limits=limits, metrics=metrics)
    try:
        yield ApertiumEngine(pool, modes, version=read_version(installation))
    finally:
        await pool.close()
