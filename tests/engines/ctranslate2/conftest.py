"""A models directory with real models, added as operators add them, and engines opened on it."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from dragoman.engines.ctranslate2.adding.actions import AddedModel, AddOptions, add_model
from dragoman.engines.ctranslate2.model_pool import ModelPool
from dragoman.engines.ctranslate2.neural_engine import NeuralEngine
from dragoman.engines.ctranslate2.source import ModelSource, open_models
from dragoman.engines.engine import EnginePair
from dragoman.segments import Segment, Text, plain_text, render
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect
from tests.models import layouts

OpenModels = Callable[..., AbstractAsyncContextManager[ModelSource]]


async def add(data: Path, path: Path, **options: Any) -> AddedModel:
    """Add a model to the directory of `data`."""
    return await add_model(Settings(data=data), path, AddOptions(**options), report=lambda _: None)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with an English-Spanish model `opus_mt_en_es`."""
    folder = tmp_path_factory.mktemp("neural")
    await add(folder / "data", layouts.opus(folder / "opus-mt-en-es"))
    return folder / "data"


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def engine(models: Path) -> AsyncIterator[NeuralEngine]:
    """One engine for all tests that do it no harm."""
    async with open_models(Settings(data=models), Metrics()) as source:
        yield source.engines()[0]


@pytest.fixture
def own_models(models: Path, tmp_path: Path) -> Path:
    """A data directory of one's own, with the same model."""
    shutil.copytree(models, tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture
def open_own(own_models: Path) -> OpenModels:
    """Models of one's own, to break: `async with open_own(metrics, neural_threads=1) as source`."""

    @asynccontextmanager
    async def opened(metrics: Metrics | None = None, **settings: Any) -> AsyncIterator[ModelSource]:
        async with open_models(Settings(data=own_models, **settings), metrics or Metrics()) as source:
            yield source

    return opened


def pair_of(engine: NeuralEngine, source: str = "en", target: str = "es") -> EnginePair:
    """The pair of two languages."""
    return next(pair for pair in engine.pairs() if (pair.source, pair.target) == (source, target))


def pool_of(engine: NeuralEngine) -> ModelPool:
    """The pool that runs an engine's process."""
    return engine._pool


def segments(*texts: str) -> list[Segment]:
    """Texts with tags and placeholders, as requests have them."""
    return [protect(parse(text)) for text in texts]


async def translate(engine: NeuralEngine, *texts: str) -> list[str]:
    """Translate plain texts from English to Spanish."""
    answers = await engine.translate([(Text(text=text),) for text in texts], pair_of(engine))
    return [plain_text(answer) for answer in answers]


async def translate_marked(engine: NeuralEngine, *texts: str) -> Sequence[str]:
    """Translate texts with tags and placeholders from English to Spanish."""
    return [render(answer) for answer in await engine.translate(segments(*texts), pair_of(engine))]
