"""Processes of models that die, hang or have no memory: no request is lost, and nothing is left behind."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import shutil
import signal
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from dragoman.engines.ctranslate2 import model_pool
from dragoman.engines.ctranslate2.description import read_description
from dragoman.engines.ctranslate2.model_child import ModelChild, make_load_message
from dragoman.engines.ctranslate2.neural_engine import NeuralEngine
from dragoman.engines.engine import EngineUnavailable
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from tests.engines.ctranslate2.conftest import OpenModels, pool_of, translate
from tests.models.product import held_out
from tests.waiting import until

_TEXTS = [line.source for line in held_out("en", "es")][:60]


def _pids(engine: NeuralEngine) -> list[int]:
    return pool_of(engine).pids(engine.model)


def _harm(engine: NeuralEngine, harm: signal.Signals) -> None:
    for pid in _pids(engine)[-1:]:  # the model's own, which bubblewrap watches over
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, harm)


def _restarts(metrics: Metrics, reason: str) -> float:
    value = metrics.registry.get_sample_value(
        "dragoman_engine_restarts_total", {"engine": "opus_mt_en_es", "reason": reason}
    )
    return value or 0


async def test_a_model_is_loaded_by_its_first_request(open_own: OpenModels) -> None:
    metrics = Metrics()
    async with open_own(metrics) as source:
        engine = source.engines()[0]
        assert _pids(engine) == []
        await translate(engine, _TEXTS[0])
        pids = _pids(engine)
        assert pids
        assert await pool_of(engine).measure(engine.model) > 10_000_000
    await until(lambda: not any(map(psutil.pid_exists, pids)))


async def test_a_start_that_is_cancelled_while_the_model_loads_leaves_no_process(own_models: Path) -> None:
    """Who closes the models waits for their starts, and nothing of them runs then."""
    folder = own_models / "models/opus_mt_en_es"
    load = make_load_message(folder, read_description(folder), Settings(), threads=1)
    before = set(psutil.Process().children())
    starting = asyncio.create_task(
        ModelChild.start(
            ["/bin/sleep", "9102.5"],
            load,
            timeout_seconds=5,
            answered=lambda *_: None,
            ended=lambda *_: None,
        )
    )
    (process,) = await until(lambda: set(psutil.Process().children()) - before)
    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await starting
    assert not process.is_running()


async def test_killed_at_any_moment_no_request_is_lost(open_own: OpenModels) -> None:
    metrics = Metrics()
    async with open_own(metrics) as source:
        engine = source.engines()[0]
        expected = await translate(engine, *_TEXTS)
        chance = random.Random(7)
        for _ in range(6):
            work = asyncio.create_task(translate(engine, *_TEXTS))
            await asyncio.sleep(chance.uniform(0, 0.25))
            _harm(engine, signal.SIGKILL)
            answers = await work
            assert sum(a == b for a, b in zip(answers, expected, strict=True)) >= 0.9 * len(expected)
            assert all(answers[n] or not expected[n] for n in range(len(expected)))
    assert _restarts(metrics, "died") >= 1


async def test_one_that_hangs_is_replaced(open_own: OpenModels) -> None:
    metrics = Metrics()
    async with open_own(metrics, engine_timeout_seconds=5) as source:
        engine = source.engines()[0]
        await translate(engine, *_TEXTS)
        _harm(engine, signal.SIGSTOP)
        assert len(await translate(engine, *_TEXTS)) == len(_TEXTS)
    assert _restarts(metrics, "timeout") >= 1


# A process that ends as soon as it has said that it decodes a text with this word.
_FRAGILE = """
import os
from dragoman.model_process import program
from dragoman.model_process.translation import BatchTranslator as Translator
deadly, begin, begun = set(), Translator._begin, Translator._begun
def note(self, work):
    deadly.update(text["id"] for text in work["texts"] if "Poisonzz" in text["text"])
    begin(self, work)
def say(self, numbers):
    begun(self, numbers)
    if deadly.intersection(numbers):
        os._exit(3)
Translator._begin, Translator._begun = note, say
program.main()
"""


async def test_a_text_that_kills_it_again_and_again_fails_alone(
    open_own: OpenModels, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every process that begins it ends; the others' texts are answered."""
    usual = model_pool._program
    monkeypatch.setattr(
        model_pool,
        "_program",
        lambda folder, settings: replace(usual(folder, settings), arguments=("-I", "-c", _FRAGILE)),
    )
    metrics = Metrics()
    async with open_own(metrics, neural_threads=1) as source:
        engine = source.engines()[0]
        expected = await translate(engine, *_TEXTS[:5])
        deadly = asyncio.create_task(translate(engine, "The Poisonzz house is black."))
        others = asyncio.create_task(translate(engine, *_TEXTS[:5]))
        with pytest.raises(EngineUnavailable, match="fails at this text"):
            await deadly
        assert [bool(one) for one in await others] == [bool(one) for one in expected]
    assert _restarts(metrics, "died") == 3


async def test_a_broken_model_fails_clearly_and_at_once(own_models: Path, open_own: OpenModels) -> None:
    model = own_models / "models/opus_mt_en_es/model.bin"
    model.write_bytes(model.read_bytes()[:100_000])
    async with open_own() as source:
        engine = source.engines()[0]
        with pytest.raises(EngineUnavailable, match="cannot be loaded"):
            await translate(engine, _TEXTS[0])
        with pytest.raises(EngineUnavailable, match="cannot be loaded"):
            await translate(engine, _TEXTS[0])


async def test_a_model_that_is_mended_works_again(own_models: Path, open_own: OpenModels) -> None:
    model = own_models / "models/opus_mt_en_es/model.bin"
    whole = model.read_bytes()
    model.write_bytes(b"")
    async with open_own() as source:
        with pytest.raises(EngineUnavailable):
            await translate(source.engines()[0], _TEXTS[0])
        model.write_bytes(whole)
        await source.refresh()
        assert await translate(source.engines()[0], _TEXTS[0])


async def test_without_memory_for_both_one_model_makes_room_for_the_other(
    own_models: Path, open_own: OpenModels
) -> None:
    folder = own_models / "models/opus_mt_en_es"
    other = folder.with_name("other")
    shutil.copytree(folder, other)
    content = (other / "engine.toml").read_text(encoding="utf-8").replace('"opus_mt_en_es"', '"other"')
    (other / "engine.toml").write_text(content, encoding="utf-8")
    for path in (folder, other):
        text = (path / "engine.toml").read_text(encoding="utf-8")
        memory = next(line for line in text.splitlines() if "memory_mb" in line)
        (path / "engine.toml").write_text(text.replace(memory, '"memory_mb" = 100'), encoding="utf-8")
    async with open_own(neural_memory_mb=128) as source:
        first, second = source.engines()
        assert await translate(first, _TEXTS[0]) == await translate(second, _TEXTS[0])
        assert _pids(first) == []
        answers = await asyncio.gather(*(translate(one, *_TEXTS[:20]) for one in (first, second) * 3))
        assert len(answers) == 6
        assert not (_pids(first) and _pids(second))


async def test_the_process_has_no_network_and_cannot_write(open_own: OpenModels) -> None:
    async with open_own() as source:
        engine = source.engines()[0]
        await translate(engine, _TEXTS[0])
        limits = Path(f"/proc/{_pids(engine)[-1]}/limits").read_text(encoding="ascii")
        assert "Max file size             0" in limits
        assert "Max core file size        0" in limits
        if len(_pids(engine)) > 1:  # bubblewrap works here
            devices = Path(f"/proc/{_pids(engine)[-1]}/net/dev").read_text(encoding="ascii")
            assert {line.split(":")[0].strip() for line in devices.splitlines()[2:]} <= {"lo"}


async def test_a_process_that_has_no_memory_left_is_replaced(open_own: OpenModels) -> None:
    metrics = Metrics()
    async with open_own(metrics) as source:
        engine = source.engines()[0]
        await translate(engine, _TEXTS[0])
        psutil.Process(_pids(engine)[-1]).rlimit(psutil.RLIMIT_AS, (1, 1))
        answers = await translate(engine, *(f"{text} {number}" for number in range(30) for text in _TEXTS))
        assert len(answers) == 30 * len(_TEXTS)
    assert _restarts(metrics, "died") >= 1
