"""All models of one service: loaded when needed, dropped when idle or when memory runs short."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dragoman import telemetry
from dragoman.engines.ctranslate2.description import ModelDescription
from dragoman.engines.ctranslate2.model_child import (
    ModelChild,
    ModelRefusal,
    make_load_message,
    model_size,
)
from dragoman.engines.ctranslate2.model_runner import ModelRunner, RunnerEvents, WorkOptions
from dragoman.engines.engine import EngineUnavailable
from dragoman.errors import Misconfigured
from dragoman.isolation.bubblewrap import Program, find_command
from dragoman.isolation.memory_use import measure
from dragoman.model_process.protocol import WorkAnswer, WorkText
from dragoman.settings import Settings
from dragoman.telemetry import Metrics

_MEASURE_SECONDS: Final = 5.0
_IDLE_SECONDS: Final = 60 * 60.0  # an unused model is dropped
_WAIT_SECONDS: Final = 0.25  # between two looks for room
_ROOM_SECONDS: Final = 30.0  # that a model waits for room
_LEAST_LIFE: Final = 2.0  # seconds a busy model may work before it must make room for another
_REST_SECONDS: Final = 3.0  # after a model could not be loaded, before that is tried again
_OVERHEAD: Final = 120 * 1024 * 1024  # memory of a process beside its weights
_CUDA_DEVICES: Final = (
    "/dev/nvidiactl",
    "/dev/nvidia-uvm",
    "/dev/nvidia-uvm-tools",
    "/dev/nvidia0",
    "/dev/nvidia1",
)


@dataclass(eq=False, slots=True)
class PooledModel:
    """A model that can be loaded."""

    folder: Path
    description: ModelDescription
    runner: ModelRunner
    estimate: int  # bytes of memory
    is_retired: bool = False  # it was removed, or replaced
    rests_until: float = 0.0  # it could not be loaded
    problem: str = ""  # why


class ModelPool:
    """The processes. Belongs to one event loop."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings = settings
        self._metrics = metrics
        self._loop = asyncio.get_running_loop()
        self._models: dict[ModelRunner, PooledModel] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._starting = asyncio.Lock()  # one start at a time, so that memory is counted once
        self._room = asyncio.Event()
        self._closed = False
        self._ended: list[ModelChild] = []
        self._run(self._maintain())

    @property
    def threads(self) -> int:
        """Batches that a model works on at once."""
        return self._settings.neural_threads or os.cpu_count() or 1

    @property
    def beam(self) -> int:
        """The usual beam."""
        return self._settings.neural_beam

    def add(self, folder: Path, description: ModelDescription) -> PooledModel:
        """Make a model known; its first request loads it. Raises OSError when its files are missing."""
        measured = description.measured.memory_mb * 1024 * 1024
        estimate = measured or model_size(folder, description) * 5 // 4 + _OVERHEAD
        events = RunnerEvents(need_process=self._begin_start, lost=self._lost, drained=self._drained)
        runner = ModelRunner(description.name, events=events)
        model = PooledModel(folder, description, runner, estimate)
        self._models[runner] = model
        return model

    def retire(self, model: PooledModel) -> None:
        """Forget a model as soon as it has answered what it has."""
        model.is_retired = True
        if model.runner.is_idle and not model.runner.is_waiting:
            self._forget(model)

    async def translate(
        self, model: PooledModel, texts: Sequence[WorkText], options: WorkOptions
    ) -> list[WorkAnswer]:
        """Translate texts, in order. Raises `EngineUnavailable`."""
        if self._closed or model.runner not in self._models:
            raise EngineUnavailable(f"The model {model.description.name} is being removed.")
        if self._loop.time() < model.rests_until and model.runner.child is None:
            raise EngineUnavailable(model.problem)
        try:
            with self._metrics.engine_seconds.labels(engine=model.description.name).time():
                return await model.runner.translate(texts, options)
        finally:
            if model.is_retired and model.runner.is_idle and not model.runner.is_waiting:
                self._forget(model)

    def pids(self, model: PooledModel) -> list[int]:
        """The processes of a model."""
        return model.runner.child.pids() if model.runner.child is not None else []

    async def drop(self, model: PooledModel) -> None:
        """End the process of an idle model, and wait for that: its memory is free then."""
        child = model.runner.child
        self._close_process(model.runner)
        if child is not None:
            await child.wait_closed()

    async def measure(self, model: PooledModel) -> int:
        """The memory that a model takes now, in bytes."""
        return await asyncio.to_thread(measure, self.pids(model))

    async def close(self) -> None:
        """End all processes and fail everything that waits."""
        self._closed = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for runner in list(self._models):
            runner.fail_all(EngineUnavailable("Neural models are being closed."))
            self._close_process(runner)
        for child in self._ended:
            await child.wait_closed()
        self._models.clear()

    def _run(self, work: Coroutine[None, None, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _begin_start(self, runner: ModelRunner) -> None:
        if not self._closed:
            self._run(self._start(runner))

    async def _start(self, runner: ModelRunner) -> None:
        """Load a model, or fail what waits for it."""
        model = self._models[runner]
        child = None
        try:
            async with self._starting:
                await self._make_room(model)
                child = await self._load(model)
        except (EngineUnavailable, Misconfigured, OSError) as error:
            message = getattr(error, "message", str(error))
            telemetry.log().error("neural.load_failed", model=runner.name, reason=message)
            model.problem = f"The model {runner.name} cannot be loaded: {message}"
            model.rests_until = self._loop.time() + _REST_SECONDS
            runner.fail_all(EngineUnavailable(model.problem))
            return
        if self._closed or runner not in self._models:
            child.close()
            self._ended.append(child)
            return
        model.problem = ""
        runner.memory = model.estimate
        runner.started(child)
        self._count()

    async def _load(self, model: PooledModel) -> ModelChild:
        settings = self._settings
        command = await find_command(settings, _program(model.folder, settings))
        load = await asyncio.to_thread(
            make_load_message, model.folder, model.description, settings, threads=self.threads
        )
        try:
            return await self._start_child(command, load, model)
        except ModelRefusal:
            raise
        except EngineUnavailable:  # something may have killed it just then
            return await self._start_child(command, load, model)

    async def _start_child(self, command: Sequence[str], load: object, model: PooledModel) -> ModelChild:
        return await ModelChild.start(
            command,
            load,  # type: ignore[arg-type]
            timeout_seconds=self._settings.engine_timeout_seconds,
            answered=model.runner.answered,
            ended=model.runner.ended,
        )

    async def _make_room(self, model: PooledModel) -> None:
        """Drop other models until this one fits. A busy one first answers what it has.

        A single model is loaded even if it alone is over the limit. Raises `EngineUnavailable` after the time
        that a request may have to wait.
        """
        deadline = self._loop.time() + _ROOM_SECONDS
        while self._excess(model) > 0 and (others := self._others(model)):
            idle = [runner for runner in others if runner.is_idle]
            if idle:
                self._close_process(min(idle, key=_last_use))
                continue
            now = self._loop.time()
            old = [
                r for r in others if not r.is_draining and r.child and now - r.child.started >= _LEAST_LIFE
            ]
            if old and not any(runner.is_draining for runner in others):
                min(old, key=_last_use).is_draining = True
            if now > deadline:
                raise EngineUnavailable("other models take all memory for neural models")
            self._room.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(_WAIT_SECONDS):
                    await self._room.wait()

    def _excess(self, model: PooledModel) -> int:
        taken = sum(runner.memory for runner in self._models if runner.child is not None)
        return taken + model.estimate - self._settings.neural_memory_mb * 1024 * 1024

    def _others(self, model: PooledModel) -> list[ModelRunner]:
        return [runner for runner in self._models if runner.child is not None and runner is not model.runner]

    def _close_process(self, runner: ModelRunner) -> None:
        if runner.child is not None:
            self._ended = [child for child in self._ended if not child.is_gone]
            self._ended.append(runner.child)
        runner.close_process()
        self._room.set()
        self._count()

    def _drained(self, runner: ModelRunner) -> None:
        self._close_process(runner)

    def _forget(self, model: PooledModel) -> None:
        self._close_process(model.runner)
        self._models.pop(model.runner, None)
        for metric in (self._metrics.engine_pipelines, self._metrics.engine_memory_bytes):
            metric.labels(engine=model.description.name).set(0)

    def _lost(self, runner: ModelRunner, reason: str) -> None:
        self._metrics.engine_restarts.labels(engine=runner.name, reason=reason).inc()
        telemetry.log().warning("neural.process_lost", model=runner.name, reason=reason)
        self._room.set()
        self._count()

    def _count(self) -> None:
        for runner in self._models:
            running = runner.child is not None
            self._metrics.engine_pipelines.labels(engine=runner.name).set(int(running))
            self._metrics.engine_memory_bytes.labels(engine=runner.name).set(runner.memory if running else 0)

    async def _maintain(self) -> None:
        """Periodically measure memory, and drop idle models and those that are too many."""
        while True:
            await asyncio.sleep(_MEASURE_SECONDS)
            for model in list(self._models.values()):
                size = await self.measure(model)
                if size and model.runner.child is not None:
                    model.runner.memory = size
                    model.estimate = max(model.estimate, size)
            self._tidy()

    def _tidy(self) -> None:
        now = self._loop.time()
        idle = [
            runner
            for runner in self._models
            if runner.child is not None and runner.is_idle and not runner.is_waiting
        ]
        for runner in sorted(idle, key=_last_use):
            taken = sum(one.memory for one in self._models if one.child is not None)
            if (
                now - _last_use(runner) > _IDLE_SECONDS
                or taken > self._settings.neural_memory_mb * 1024 * 1024
            ):
                self._close_process(runner)
        self._count()


def _last_use(runner: ModelRunner) -> float:
    return runner.child.used if runner.child is not None else 0.0


def _program(folder: Path, settings: Settings) -> Program:
    """The process of a model, with what it reads: the model, and where it may be used a graphics card."""
    sandbox = ["--proc", "/proc"]
    if settings.neural_device != "cpu":
        for device in _CUDA_DEVICES:
            if Path(device).exists():
                sandbox += ["--dev-bind", device, device]
    return Program(
        arguments=("-I", "-m", "dragoman.model_process.program"),
        subject="engine",
        readable=(folder.resolve(),),
        sandbox_arguments=tuple(sandbox),
    )
