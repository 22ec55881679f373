"""A segment that the engine translates, and the batch that it belongs to."""

from __future__ import annotations

import asyncio
from collections import deque

from dragoman.fair_semaphore import current_owner


class SegmentJob:
    """One segment: its payload, and the marker that its answer must have."""

    __slots__ = ("batch", "failures", "index", "marker", "payload", "timeouts")

    def __init__(self, *, payload: bytes, marker: bytes, batch: SegmentBatch, index: int) -> None:
        self.payload = payload
        self.marker = marker  # at the end of the payload; missing in an answer that was cut off
        self.batch = batch
        self.index = index  # in the batch
        self.failures = 0  # how often a pipeline failed at this very segment, for whatever reason
        self.timeouts = 0  # how often it was one that took too long


class SegmentBatch:
    """The segments of one request to the engine, of one mode."""

    __slots__ = ("answers", "future", "left", "owner", "waiting")

    def __init__(self, payloads: list[tuple[bytes, bytes]]) -> None:
        """`payloads` are (payload, marker), one for each segment."""
        self.owner = current_owner().account  # which shares the engine with others
        self.future: asyncio.Future[list[bytes]] = asyncio.get_running_loop().create_future()
        self.answers = [b""] * len(payloads)
        self.left = len(payloads)
        self.waiting = deque(
            SegmentJob(payload=payload, marker=marker, batch=self, index=index)
            for index, (payload, marker) in enumerate(payloads)
        )

    def is_over(self) -> bool:
        """Whether the batch is finished: all answered, failed, or the request was cancelled."""
        return self.future.done()

    def answer(self, job: SegmentJob, answer: bytes) -> None:
        """Store the answer to one of the segments."""
        self.answers[job.index] = answer
        self.left -= 1
        if not self.left and not self.future.done():
            self.future.set_result(self.answers)

    def fail(self, error: Exception) -> None:
        """Give up the whole batch."""
        self.waiting.clear()
        if not self.future.done():
            self.future.set_exception(error)
