"""Many requests at once: fair turns, bounded memory, nothing done for those who left."""

from __future__ import annotations

import asyncio

import pytest

from dragoman.engines.apertium import ApertiumEngine
from dragoman.engines.engine import EnginePair, EngineRejected, Quality
from dragoman.telemetry import Metrics
from tests.engines.apertium.conftest import OpenEngine, pair_of, translate
from tests.engines.apertium.texts import OWN
from tests.waiting import until

MODE = "eng-spa"
MODES = ["eng-spa", "spa-eng", "es-pt", "pt-es", "fr-es", "es-fr", "spa-cat", "cat-spa"]


def value(metrics: Metrics, name: str) -> float:
    return sum(s.value for f in metrics.registry.collect() for s in f.samples if s.name == name)


def waiting(engine: ApertiumEngine) -> int:
    """Segments that no pipeline has yet."""
    queue = engine.pool._mode_queues[MODE]
    return sum(len(batch.waiting) for batches in queue._batches.values() for batch in batches)


async def test_a_small_request_does_not_wait_for_a_large_one(open_apertium: OpenEngine) -> None:
    async with open_apertium() as engine:
        await translate(engine, MODE, "Hello.")
        texts = OWN["en"] * 500
        large = asyncio.create_task(translate(engine, MODE, *texts))
        await until(lambda: 0 < waiting(engine) < len(texts))  # some of it is being translated
        before = waiting(engine)
        await translate(engine, MODE, "The house is red.")
        assert waiting(engine) > before / 2
        await large


async def test_requests_at_once_share_a_pipeline_and_get_their_own_answers(open_apertium: OpenEngine) -> None:
    metrics = Metrics()
    async with open_apertium(metrics, engine_processes=1) as engine:
        words = ["house", "car", "dog", "cat", "book", "table"]
        expected = {word: (await translate(engine, MODE, f"The {word}."))[0] for word in words}
        answers = await asyncio.gather(*(translate(engine, MODE, f"The {word}.") for word in words * 50))
        assert [answer for (answer,) in answers] == [expected[word] for word in words * 50]
        assert value(metrics, "dragoman_engine_pipelines") == 1


async def test_a_busy_pair_gets_as_many_pipelines_as_allowed(open_apertium: OpenEngine) -> None:
    metrics = Metrics()
    async with open_apertium(metrics, engine_processes=2) as engine:
        await translate(engine, MODE, *(OWN["en"] * 300))
        assert value(metrics, "dragoman_engine_pipelines") == 2


async def test_a_cancelled_request_is_dropped(open_apertium: OpenEngine) -> None:
    async with open_apertium() as engine:
        await translate(engine, MODE, "Hello.")
        large = asyncio.create_task(translate(engine, MODE, *(OWN["en"] * 4000)))
        await until(lambda: waiting(engine))
        large.cancel()
        with pytest.raises(asyncio.CancelledError):
            await large
        assert waiting(engine) == 0
        assert await translate(engine, MODE, "The house is red.") == ["La casa es roja."]
        assert all(pipeline.load == 0 for _, pipeline in engine.pool.pipelines())


async def test_memory_is_bounded_and_every_pair_still_answers(open_apertium: OpenEngine) -> None:
    metrics = Metrics()
    async with open_apertium(metrics, engine_memory_mb=256) as engine:
        for mode in MODES:
            pair_of(engine, mode)
        calls = [translate(engine, mode, *OWN[pair_of(engine, mode).source]) for mode in MODES * 2]
        answers = await asyncio.gather(*calls)
        assert answers[: len(MODES)] == answers[len(MODES) :]
        assert value(metrics, "dragoman_engine_memory_bytes") <= 256 * 1024 * 1024
        assert len(engine.pool.pipelines()) < len(MODES)


async def test_a_pair_of_another_engine_is_refused(open_apertium: OpenEngine) -> None:
    async with open_apertium() as engine:
        with pytest.raises(EngineRejected):
            await engine.translate(
                [], EnginePair(source="en", target="es", quality=Quality.TEST, variant="en-xx")
            )
