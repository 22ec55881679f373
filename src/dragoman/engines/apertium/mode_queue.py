"""The queue of all requests of one mode, and the pipelines that serve them.

The next segments are those of the next waiting account (see `fair_semaphore`), of its requests in turn. The
bytes in a pipeline are limited: a small request joins a running stream, and a large one delays no other.
Segments that a failed pipeline did not answer are sent again.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Final

from dragoman import telemetry
from dragoman.engines.apertium.job import SegmentBatch, SegmentJob
from dragoman.engines.apertium.pipeline import Pipeline
from dragoman.engines.engine import EngineRejected, EngineTimedOut, EngineUnavailable

IN_FLIGHT_BYTES: Final = 16 * 1024  # in one pipeline: keeps every stage busy, and is a wait of 0.1 s
_REFILL_BYTES: Final = IN_FLIGHT_BYTES * 3 // 4

# A segment at which pipelines fail so often is given up. Its first failure may be anybody's fault; after it
# the segment travels alone.
_DEATHS: Final = 3
_TIMEOUTS: Final = 2
_FRUITLESS: Final = 9  # pipelines that failed one after the other without a single answer: the mode is broken


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeQueueEvents:
    """Callbacks from a mode queue to the pool."""

    need_pipeline: Callable[[ModeQueue], None]
    lost: Callable[[Pipeline | None, str], None]  # a pipeline, or None for a tagger; and why
    drained: Callable[[Pipeline], None]


class ModeQueue:
    """The queue of one mode."""

    def __init__(self, mode: str, *, limit: int, events: ModeQueueEvents) -> None:
        """`limit`: maximum number of pipelines."""
        self.mode = mode
        self.limit = limit
        self.starting = False
        self.pipelines: list[Pipeline] = []
        self._events = events
        self._batches: dict[
            Hashable, deque[SegmentBatch]
        ] = {}  # not completely sent, by owner; the next ones first
        self._again: deque[SegmentJob] = deque()
        self._alone: Pipeline | None = None  # busy with a segment at which another one failed
        self._fruitless = 0
        self._has_answered = False

    def add(self, batch: SegmentBatch) -> None:
        """Queue a batch."""
        self._batches.setdefault(batch.owner, deque()).append(batch)
        self.pump()

    def forget(self, batch: SegmentBatch) -> None:
        """Drop the queued segments of a batch whose request was cancelled."""
        batch.waiting.clear()
        self._again = deque(job for job in self._again if job.batch is not batch)
        batches = self._batches.get(batch.owner, deque())
        if batch in batches:
            batches.remove(batch)
            if not batches:
                del self._batches[batch.owner]

    def is_waiting(self) -> bool:
        """Whether segments wait to be sent."""
        return bool(self._again or self._batches)

    def pump(self) -> None:
        """Send as much as the pipelines can hold; request another pipeline if that is too little."""
        while self.is_waiting():
            if self._again and self._again[0].failures:
                if not self._send_alone():
                    return
                continue
            pipeline = self._least_loaded()
            if pipeline is None:
                if not self.starting and len(self._usable()) < self.limit:
                    self._events.need_pipeline(self)
                return
            if jobs := self._take(IN_FLIGHT_BYTES - pipeline.load):
                pipeline.send(jobs)

    def fail_all(self, error: Exception) -> None:
        """Fail everything that waits."""
        for batch in {job.batch for job in self._again}.union(*self._batches.values()):
            batch.fail(error)
        self._again.clear()
        self._batches.clear()

    def answered(self, pipeline: Pipeline, answers: Sequence[tuple[SegmentJob, bytes]]) -> None:
        """Answers came; send more segments."""
        self._fruitless = 0
        self._has_answered = True
        if self._alone is pipeline:
            self._alone = None
        for job, answer in answers:
            job.batch.answer(job, answer)
        if pipeline.draining and not pipeline.load:
            self.remove(pipeline)
            self._events.drained(pipeline)
        self.pump()

    def tagger_lost(self, job: SegmentJob) -> bool:
        """Count a tagger's death against the segment in it."""
        self._events.lost(None, "tagger")
        job.failures += 1
        return job.failures < _DEATHS

    def failed(
        self, pipeline: Pipeline, unanswered: list[SegmentJob], suspect: SegmentJob | None, reason: str
    ) -> None:
        """Retry the unanswered segments of a failed pipeline: the suspect alone, and only a few times."""
        self.remove(pipeline)
        self._events.lost(pipeline, reason)
        self._fruitless += 1 if unanswered else 0
        if suspect is not None:
            suspect.failures = min(suspect.failures + 1, _DEATHS)
            suspect.timeouts += reason == "timeout"
            if suspect.failures >= _DEATHS or suspect.timeouts >= _TIMEOUTS:
                self._give_up(suspect, reason)
            else:
                unanswered.remove(suspect)
                unanswered.insert(0, suspect)
        self._again.extendleft(reversed([job for job in unanswered if not job.batch.is_over()]))
        if self._fruitless >= _FRUITLESS:
            self._fruitless = 0
            self.fail_all(EngineUnavailable("Apertium currently fails at this pair of languages."))
        self.pump()

    def remove(self, pipeline: Pipeline) -> None:
        """Remove and close a pipeline."""
        if self._alone is pipeline:
            self._alone = None
        if pipeline in self.pipelines:
            self.pipelines.remove(pipeline)
        pipeline.close()

    def close(self, error: Exception) -> None:
        """Close all pipelines and fail everything."""
        self.fail_all(error)
        for pipeline in list(self.pipelines):
            for job in pipeline.unanswered():
                job.batch.fail(error)
            self.remove(pipeline)

    def _usable(self) -> list[Pipeline]:
        return [pipeline for pipeline in self.pipelines if not pipeline.draining]

    def _least_loaded(self) -> Pipeline | None:
        usable = [p for p in self._usable() if p is not self._alone and p.load <= _REFILL_BYTES]
        return min(usable, key=lambda p: p.load, default=None)

    def _send_alone(self) -> bool:
        """Send a suspect when a pipeline is empty. Until it is answered nothing joins it."""
        if self._again[0].batch.is_over():
            self._again.popleft()
            return True
        if self._alone is not None:
            return False
        pipeline = next((p for p in self._usable() if not p.load), None)
        if pipeline is None:
            if not self._usable() and not self.starting:
                self._events.need_pipeline(self)
            return False
        self._alone = pipeline
        pipeline.send([self._again.popleft()])
        return True

    def _take(self, room: int) -> list[SegmentJob]:
        """The next segments: first those sent before, then one from each account, of its requests in turn."""
        jobs: list[SegmentJob] = []
        while room > 0 and self.is_waiting():
            if self._again:
                if self._again[0].failures:
                    break
                job = self._again.popleft()
            else:
                batch = self._next_batch()
                if batch.is_over() or not batch.waiting:
                    continue
                job = batch.waiting.popleft()
                if batch.waiting:
                    self._batches.setdefault(batch.owner, deque()).append(batch)
            if not job.batch.is_over():
                jobs.append(job)
                room -= len(job.payload)
        return jobs

    def _next_batch(self) -> SegmentBatch:
        """The first batch of the first owner, who becomes the last one."""
        owner = next(iter(self._batches))
        batches = self._batches.pop(owner)
        batch = batches.popleft()
        if batches:
            self._batches[owner] = batches
        return batch

    def _give_up(self, job: SegmentJob, reason: str) -> None:
        telemetry.log().warning(
            "apertium.segment_given_up", mode=self.mode, reason=reason, bytes=len(job.payload)
        )
        if reason == "timeout":
            job.batch.fail(EngineTimedOut("Apertium took too long over a segment."))
        elif not self._has_answered:
            job.batch.fail(EngineUnavailable("Apertium currently fails at this pair of languages."))
        else:
            job.batch.fail(EngineRejected("Apertium fails at a segment of this request, again and again."))


async def wait_for(mode_queue: ModeQueue, batch: SegmentBatch) -> list[bytes]:
    """Queue a batch and wait for its answers. Cancelled, it drops what was not sent yet."""
    mode_queue.add(batch)
    try:
        return await batch.future
    except asyncio.CancelledError:
        mode_queue.forget(batch)
        raise
