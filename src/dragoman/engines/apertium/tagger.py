"""Stateful taggers: each gets one segment at a time and is replaced when its state has changed.

`apertium-tagger -d` reports possible changes on standard error before it ends the segment with NUL, so an
empty standard error at that time proves that the tagger is unchanged; `ambiguity` interprets its reports.
Several taggers work in turn, which hides the way to and fro; spares are made ready before they
are needed.
"""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from dragoman.engines.apertium.ambiguity import TaggerModel, reports_change
from dragoman.engines.apertium.job import SegmentJob
from dragoman.engines.apertium.mode_files import Installation, StatefulTagger
from dragoman.engines.apertium.pipes import NUL, PipeReader, PipeWriter
from dragoman.isolation.launcher import Chain, Launcher

_STDERR_BYTES: Final = 64 * 1024  # no less than a pipe holds
_AT_WORK: Final = 3  # more at once bring nothing
_MOST_SPARES: Final = 6
_CLEAN_RUN: Final = 64  # so many segments without a report, and one spare less is kept


class TaggerPool:
    """The taggers of one pipeline. Segments are tagged in parallel and returned in order."""

    def __init__(
        self,
        launcher: Launcher,
        installation: Installation,
        tagger: StatefulTagger,
        *,
        on_tagged: Callable[[list[tuple[SegmentJob, bytes]]], None],
        on_loss: Callable[[SegmentJob], bool],
        on_end: Callable[[], None],
    ) -> None:
        """`on_loss` is called for a job whose tagger died, and returns whether to retry it.

        `on_end` is called, after the call that notices it, if no tagger is left and none can be started.
        """
        self._loop = asyncio.get_running_loop()
        self._launcher = launcher
        self._installation = installation
        self._tagger = tagger
        self._on_tagged = on_tagged
        self._on_loss = on_loss
        self._on_end = on_end
        self._order: deque[_Task] = deque()
        self._waiting: deque[_Task] = deque()
        self._at_work: set[_Process] = set()
        self._ready: list[_Process] = []
        self._spares = 1
        self._clean_run = 0
        self._refilling = False
        self._closed = False
        self._refill()

    def feed(self, analysed: list[tuple[SegmentJob, bytes]]) -> None:
        """Tag analysed segments."""
        tasks = [_Task(job, analysis) for job, analysis in analysed]
        self._order.extend(tasks)
        self._waiting.extend(tasks)
        self._hand_out()

    def jobs(self) -> list[SegmentJob]:
        """The jobs of the segments in the pool, in order."""
        return [task.job for task in self._order]

    def chains(self) -> list[Chain]:
        """The running taggers."""
        return [tagger.chain for tagger in (*self._ready, *self._at_work)]

    def release_idle(self) -> None:
        """Keep only one tagger, for an idle pipeline."""
        self._spares = 1
        while len(self._ready) > 1:
            self._ready.pop().close()

    def close(self) -> None:
        """End all taggers."""
        self._closed = True
        for tagger in (*self._ready, *self._at_work):
            tagger.close()
        self._ready.clear()
        self._at_work.clear()

    def _hand_out(self) -> None:
        while self._waiting and len(self._at_work) < _AT_WORK:
            try:
                tagger = self._ready.pop() if self._ready else self._start()
            except OSError:  # the launcher has died; without bubblewrap other programs may live on
                if not self._at_work:
                    self._loop.call_soon(self._on_end)
                return
            self._at_work.add(tagger)
            tagger.take(self._waiting.popleft())
        self._request_spares()

    def _start(self) -> _Process:
        chain = self._launcher.start_chain(
            [self._tagger.command.words], environment=self._installation.environment, stderr=True
        )
        return _Process(self._launcher, chain, self._tagger.model, on_done=self._done, on_death=self._died)

    def _done(self, tagger: _Process, task: _Task) -> None:
        self._at_work.discard(tagger)
        if tagger.changed:
            tagger.close()
            self._spares = min(_MOST_SPARES, self._spares + 1)
            self._clean_run = 0
        else:
            self._ready.append(tagger)
            self._clean_run += 1
            if self._clean_run >= _CLEAN_RUN:
                self._spares = max(1, self._spares - 1)
                self._clean_run = 0
        self._hand_out()
        if self._order and self._order[0] is task:
            self._send_on()

    def _send_on(self) -> None:
        tagged = []
        while self._order and (output := self._order[0].tagged) is not None:
            tagged.append((self._order.popleft().job, output))
        self._on_tagged(tagged)

    def _died(self, tagger: _Process, task: _Task | None) -> None:
        tagger.close()
        self._at_work.discard(tagger)
        with suppress(ValueError):
            self._ready.remove(tagger)
        if task is not None and self._on_loss(task.job) and not self._closed:
            self._waiting.appendleft(task)
            self._hand_out()

    def _request_spares(self) -> None:
        if not self._refilling and len(self._ready) < self._spares:
            self._refilling = True
            self._loop.call_soon(self._refill)

    def _refill(self) -> None:
        """Start one tagger at a time, so that the event loop can do other work in between."""
        self._refilling = False
        if self._closed or len(self._ready) >= self._spares:
            return
        with suppress(OSError):  # too many processes: the next segment that needs one reports it
            self._ready.insert(0, self._start())
            self._request_spares()


class _Task:
    """One segment that the taggers process."""

    __slots__ = ("analysis", "job", "tagged")

    def __init__(self, job: SegmentJob, analysis: bytes) -> None:
        self.job = job
        self.analysis = analysis
        self.tagged: bytes | None = None


class _Process:
    """A running tagger, with at most one segment in it."""

    def __init__(
        self,
        launcher: Launcher,
        chain: Chain,
        model: TaggerModel | None,
        *,
        on_done: Callable[[_Process, _Task], None],
        on_death: Callable[[_Process, _Task | None], None],
    ) -> None:
        assert chain.stderr is not None
        self._launcher = launcher
        self.chain = chain
        self._stderr = chain.stderr
        self.changed = False
        self._model = model
        self._task: _Task | None = None
        self._heard = b""
        self._on_done = on_done
        self._on_death = on_death
        self._loop = asyncio.get_running_loop()
        self._writer = PipeWriter(self._loop, self.chain.stdin)
        self._reader = PipeReader(self._loop, self.chain.stdout, on_segments=self._receive, on_end=self._end)
        self._loop.add_reader(self._stderr, self._read_reports)

    def take(self, task: _Task) -> None:
        """Tag a segment; `on_done` or `on_death` is called later."""
        self._task = task
        self._writer.write(task.analysis + NUL)

    def close(self) -> None:
        """End the process."""
        self._writer.close()
        self._reader.close()
        self._loop.remove_reader(self._stderr)
        self._launcher.end_chain(self.chain)

    def _receive(self, segments: list[bytes]) -> None:
        task, self._task = self._task, None
        if task is None or len(segments) != 1:
            self._on_death(self, task)
            return
        self._read_reports()
        self.changed = reports_change(self._model, self._heard)
        self._heard = b""
        task.tagged = segments[0]
        self._on_done(self, task)

    def _end(self) -> None:
        task, self._task = self._task, None
        self._on_death(self, task)

    def _read_reports(self) -> None:
        """Read reports, always to the end: a full pipe would stop the tagger."""
        try:
            data = os.read(self._stderr, _STDERR_BYTES)
        except BlockingIOError:
            return
        if not data:
            self._loop.remove_reader(self._stderr)
            return
        self._heard += data
