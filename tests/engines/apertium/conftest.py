"""The real engine on the installed Apertium; without one these tests are skipped."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from dragoman.engines.apertium import ApertiumEngine, open_engine
from dragoman.engines.engine import EnginePair
from dragoman.segments import Text, plain_text
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from tests.engines.apertium.commandline import CommandLine

OpenEngine = Callable[..., AbstractAsyncContextManager[ApertiumEngine]]


@asynccontextmanager
async def opened(metrics: Metrics | None = None, **settings: Any) -> AsyncIterator[ApertiumEngine]:
    async with open_engine(Settings(**settings), metrics or Metrics()) as engine:
        if engine is None:
            pytest.skip("Apertium is not installed")
        assert isinstance(engine, ApertiumEngine)
        yield engine


@pytest.fixture(scope="session")
def engine_metrics() -> Metrics:
    """What `engine` counts."""
    return Metrics()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def engine(engine_metrics: Metrics) -> AsyncIterator[ApertiumEngine]:
    """One engine for all tests that do it no harm: each meets what the others left behind."""
    async with opened(engine_metrics) as engine:
        yield engine


@pytest.fixture
def open_apertium() -> OpenEngine:
    """An engine of one's own, to break: `async with open_apertium(engine_timeout_seconds=1) as engine`."""
    return opened


@pytest.fixture(scope="session")
def command_line(engine: ApertiumEngine) -> CommandLine:
    return CommandLine(engine.version)


def pair_of(engine: ApertiumEngine, mode: str) -> EnginePair:
    """The (first) pair of a mode; skips the test where it is not installed."""
    for pair in engine.pairs():
        if pair.variant == mode:
            return pair
    pytest.skip(f"apertium mode {mode} is not installed")


async def translate(engine: ApertiumEngine, mode: str, *texts: str) -> list[str]:
    """Translate plain texts."""
    segments = await engine.translate([(Text(text=text),) for text in texts], pair_of(engine, mode))
    return [plain_text(segment) for segment in segments]


def processes_of(engine: ApertiumEngine) -> dict[int, str]:
    """The processes of an engine's pipelines: pid → name of the program."""
    pids = engine.pool.pids()
    return {
        pid: Path(f"/proc/{pid}/comm").read_text(encoding="utf-8").strip() for pid in pids if is_running(pid)
    }


def is_running(pid: int) -> bool:
    """Whether there is such a process that has not ended."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
