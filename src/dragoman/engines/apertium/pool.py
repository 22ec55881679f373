"""All pipelines of all modes: started when needed, closed when idle or when memory runs short."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from dragoman import telemetry
from dragoman.engines.apertium.discovery import ApertiumMode
from dragoman.engines.apertium.job import SegmentBatch
from dragoman.engines.apertium.memory_budget import choose_victim
from dragoman.engines.apertium.mode_files import Installation, PipelineCommands, read_pipeline_commands
from dragoman.engines.apertium.mode_queue import ModeQueue, ModeQueueEvents, wait_for
from dragoman.engines.apertium.pipeline import Pipeline
from dragoman.engines.engine import EngineUnavailable
from dragoman.errors import Misconfigured, Unavailable
from dragoman.isolation.launcher import Launcher
from dragoman.isolation.memory_use import measure
from dragoman.telemetry import Metrics

_ENGINE: Final = "apertium"
_MEASURE_SECONDS: Final = 5.0
_IDLE_SECONDS: Final = 15 * 60.0  # an unused pipeline is closed
_WAIT_SECONDS: Final = 0.25  # between two looks for room
_REST_SECONDS: Final = 10.0  # an unused pipeline gives back its spare taggers


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolLimits:
    """Bounds of a pool."""

    pipelines: int  # of one mode
    memory: int  # bytes of all pipelines together
    timeout_seconds: float  # seconds until a silent pipeline counts as hanging


class PipelinePool:
    """The running part of the engine. Belongs to one event loop."""

    def __init__(
        self,
        launcher: Launcher,
        installation: Installation,
        modes: Sequence[ApertiumMode],
        *,
        limits: PoolLimits,
        metrics: Metrics,
    ) -> None:
        """`launcher` runs all programs; the pool starts and closes it."""
        self._launcher = launcher
        self._loop = asyncio.get_running_loop()
        self._installation = installation
        self._limits = limits
        self._metrics = metrics
        self._estimates = {mode.name: mode.memory for mode in modes}
        self._pipeline_commands: dict[str, PipelineCommands] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._starting = asyncio.Lock()  # one start at a time, so that memory is counted once
        self._room = asyncio.Event()
        self._closed = False
        events = ModeQueueEvents(need_pipeline=self._begin_start, lost=self._lost, drained=self._drained)
        self._mode_queues: Mapping[str, ModeQueue] = {
            mode.name: ModeQueue(mode.name, limit=limits.pipelines, events=events) for mode in modes
        }
        self._run(self._maintain())

    async def translate(self, mode: str, payloads: list[tuple[bytes, bytes]]) -> list[bytes]:
        """The answers to (payload, marker) pairs, in order.

        Raises `EngineUnavailable`, `EngineTimedOut` or `EngineRejected`.
        """
        if self._closed:
            raise EngineUnavailable("Apertium is being closed.")
        batch = SegmentBatch(payloads)
        with self._metrics.engine_seconds.labels(engine=_ENGINE).time():
            return await wait_for(self._mode_queues[mode], batch)

    def pids(self) -> list[int]:
        """The processes of all pipelines."""
        return self._launcher.pids(chain for _, pipeline in self.pipelines() for chain in pipeline.chains())

    def pipelines(self) -> list[tuple[str, Pipeline]]:
        """Every running pipeline with its mode."""
        return [
            (queue.mode, pipeline) for queue in self._mode_queues.values() for pipeline in queue.pipelines
        ]

    async def close(self) -> None:
        """End all pipelines and fail everything that waits."""
        self._closed = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for queue in self._mode_queues.values():
            queue.close(EngineUnavailable("Apertium is being closed."))
        await self._launcher.close()
        self._count()

    def _run(self, work: Coroutine[None, None, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _begin_start(self, queue: ModeQueue) -> None:
        if not self._closed and (not queue.pipelines or self._has_free_memory(queue)):
            queue.starting = True
            self._run(self._start(queue))

    async def _start(self, queue: ModeQueue) -> None:
        """Start a pipeline for a mode, or fail its waiting batches when it has none."""
        try:
            async with self._starting:
                await self._make_room(queue)
                await self._start_now(queue)
        except (Misconfigured, OSError, EngineUnavailable, Unavailable) as error:
            telemetry.log().error("apertium.start_failed", mode=queue.mode, reason=str(error))
            if queue.pipelines:
                queue.limit = len(queue.pipelines)
            else:
                queue.fail_all(
                    EngineUnavailable("Apertium cannot be started for this pair of languages now.")
                )
        finally:
            queue.starting = False
        queue.pump()

    async def _start_now(self, queue: ModeQueue) -> None:
        if queue.mode not in self._pipeline_commands:
            self._pipeline_commands[queue.mode] = await asyncio.to_thread(
                read_pipeline_commands, self._installation, queue.mode
            )
        try:
            pipeline = await self._start_pipeline(queue)
        except OSError:  # the launcher has died just now
            pipeline = await self._start_pipeline(queue)
        pipeline.memory = self._estimates[queue.mode]
        queue.pipelines.append(pipeline)
        self._count()

    async def _start_pipeline(self, queue: ModeQueue) -> Pipeline:
        await self._launcher.start()
        return Pipeline(
            self._launcher,
            self._installation,
            self._pipeline_commands[queue.mode],
            owner=queue,
            timeout_seconds=self._limits.timeout_seconds,
        )

    def _excess(self, queue: ModeQueue) -> int:
        """Bytes by which one more pipeline of a mode exceeds the limit."""
        taken = sum(pipeline.memory for _, pipeline in self.pipelines())
        return taken + self._estimates[queue.mode] - self._limits.memory

    def _has_free_memory(self, queue: ModeQueue) -> bool:
        """Whether one more pipeline fits, if necessary after closing idle ones."""
        return self._excess(queue) <= sum(p.memory for p in self._others(queue) if not p.load)

    def _others(self, queue: ModeQueue) -> list[Pipeline]:
        return [pipeline for mode, pipeline in self.pipelines() if mode != queue.mode]

    async def _make_room(self, queue: ModeQueue) -> None:
        """Close pipelines of other modes until one more fits. A busy one first answers its segments.

        A single pipeline is started even if it alone is over the limit. Raises `EngineUnavailable` after the
        time a request may have to wait.
        """
        deadline = self._loop.time() + self._limits.timeout_seconds
        while self._excess(queue) > 0 and (others := self._others(queue)):
            victim = choose_victim(others, now=self._loop.time())
            if victim is not None and not victim.load:
                self._remove(victim)
                continue
            if victim is not None:
                victim.draining = True
            if self._loop.time() > deadline:
                raise EngineUnavailable("Other pairs of languages take all memory for engines.")
            self._room.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(_WAIT_SECONDS):
                    await self._room.wait()

    def _remove(self, pipeline: Pipeline) -> None:
        for queue in self._mode_queues.values():
            if pipeline in queue.pipelines:
                queue.remove(pipeline)
        self._drained(pipeline)

    def _drained(self, _pipeline: Pipeline) -> None:
        self._room.set()
        self._count()

    def _lost(self, pipeline: Pipeline | None, reason: str) -> None:
        self._metrics.engine_restarts.labels(engine=_ENGINE, reason=reason).inc()
        telemetry.log().warning("apertium.process_lost", reason=reason)
        if pipeline is not None:
            self._room.set()
            self._count()

    def _count(self) -> None:
        running = self.pipelines()
        self._metrics.engine_pipelines.labels(engine=_ENGINE).set(len(running))
        self._metrics.engine_memory_bytes.labels(engine=_ENGINE).set(sum(p.memory for _, p in running))

    async def _maintain(self) -> None:
        """Periodically measure memory, close idle and excess pipelines, and end spare taggers."""
        while True:
            await asyncio.sleep(_MEASURE_SECONDS)
            running = [(mode, pipeline) for mode, pipeline in self.pipelines() if pipeline.warm]
            sizes = await asyncio.to_thread(
                lambda groups: [measure(self._launcher.pids(chains)) for chains in groups],
                [pipeline.chains() for _, pipeline in running],
            )
            for (mode, pipeline), size in zip(running, sizes, strict=True):
                if size:
                    pipeline.memory = self._estimates[mode] = size
            self._tidy()

    def _tidy(self) -> None:
        now = self._loop.time()
        for _, pipeline in self.pipelines():
            if not pipeline.load and now - pipeline.used > _IDLE_SECONDS:
                self._remove(pipeline)
            elif not pipeline.load and now - pipeline.used > _REST_SECONDS:
                pipeline.release_idle()
        idle = [pipeline for _, pipeline in self.pipelines() if not pipeline.load]
        while idle and sum(p.memory for _, p in self.pipelines()) > self._limits.memory:
            victim = choose_victim(idle, now=now)
            assert victim is not None
            idle.remove(victim)
            self._remove(victim)
        self._count()
