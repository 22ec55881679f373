"""One running pipeline of a mode: segments in at one end, answers out at the other, in order.

It is never repaired. When a stage dies, hangs or breaks the order, it reports the unanswered segments and the
one it failed at, and is discarded; `mode_queue` sends them again.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

from dragoman.engines.apertium.job import SegmentJob
from dragoman.engines.apertium.mode_files import Installation, PipelineCommands, StageCommand
from dragoman.engines.apertium.pipes import NUL, PipeReader, PipeWriter
from dragoman.engines.apertium.tagger import TaggerPool
from dragoman.isolation.launcher import Chain, Launcher


class PipelineOwner(Protocol):
    """Receiver of a pipeline's events."""

    def answered(self, pipeline: Pipeline, answers: Sequence[tuple[SegmentJob, bytes]]) -> None:
        """Segments came back."""

    def tagger_lost(self, job: SegmentJob) -> bool:
        """A tagger died while it had a segment; returns whether to retry it."""

    def failed(
        self, pipeline: Pipeline, unanswered: list[SegmentJob], suspect: SegmentJob | None, reason: str
    ) -> None:
        """The pipeline is closed; it failed at `suspect`, for the reason "died" or "timeout"."""


class Pipeline:
    """Processes, pipes, and the segments in them. Belongs to one event loop."""

    def __init__(
        self,
        launcher: Launcher,
        installation: Installation,
        pipeline_commands: PipelineCommands,
        *,
        owner: PipelineOwner,
        timeout_seconds: float,
    ) -> None:
        """Start the processes. Raises OSError.

        `timeout_seconds` is how long the pipeline may be silent with work in it.
        """
        self._loop = asyncio.get_running_loop()
        self._launcher = launcher
        self._installation = installation
        self._owner = owner
        self._timeout_seconds = timeout_seconds
        self._closed = False
        self.started = self.used = self._moved = self._loop.time()
        self.load = 0  # bytes sent and not answered
        self.memory = 0  # bytes; measured or, at first, estimated by the pool
        self.warm = False  # has answered, so its dictionaries are loaded
        self.draining = False  # gets no more work; closed when it has answered
        self._analysing: deque[SegmentJob] = deque()  # in `head`, when there is a tagger
        self._finishing: deque[SegmentJob] = deque()  # in the last section
        self._timer: asyncio.TimerHandle | None = None
        self._taggers: TaggerPool | None = None
        self._sections: list[_Section] = []
        try:
            if pipeline_commands.tagger is None:
                self._sections = [self._section(pipeline_commands.head, self._answered, self._ended)]
            else:
                self._sections = [
                    self._section(pipeline_commands.head, self._analysed, self._head_ended),
                    self._section(pipeline_commands.tail, self._answered, self._ended),
                ]
                self._taggers = TaggerPool(
                    launcher,
                    installation,
                    pipeline_commands.tagger,
                    on_tagged=self._tagged,
                    on_loss=self._tagger_lost,
                    on_end=self._taggers_ended,
                )
        except OSError:
            self.close()
            raise

    def send(self, jobs: Sequence[SegmentJob]) -> None:
        """Translate segments; `owner.answered` or `owner.failed` is called for each."""
        self.used = self._loop.time()
        if not self.load:
            self._moved = self.used
        (self._finishing if self._taggers is None else self._analysing).extend(jobs)
        payloads = [job.payload for job in jobs]
        self.load += sum(map(len, payloads))
        self._sections[0].writer.write(NUL.join(payloads) + NUL)
        if self._timer is None:
            self._watch()

    def unanswered(self) -> list[SegmentJob]:
        """The segments that were sent and not answered, in order."""
        tagging = self._taggers.jobs() if self._taggers else []
        return [*self._finishing, *tagging, *self._analysing]

    def chains(self) -> list[Chain]:
        """All its processes."""
        chains = [section.chain for section in self._sections]
        return chains + self._taggers.chains() if self._taggers else chains

    def release_idle(self) -> None:
        """Release the resources that an idle pipeline does not need."""
        if self._taggers is not None:
            self._taggers.release_idle()

    def close(self) -> None:
        """End all processes; nothing is reported."""
        if self._closed:
            return
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._taggers is not None:
            self._taggers.close()
        for section in self._sections:
            section.close()

    def _section(
        self,
        commands: Sequence[StageCommand],
        on_segments: Callable[[list[bytes]], None],
        on_end: Callable[[], None],
    ) -> _Section:
        chain = self._launcher.start_chain(
            [command.words for command in commands], environment=self._installation.environment
        )
        return _Section(self._launcher, chain, on_segments=on_segments, on_end=on_end)

    def _analysed(self, segments: list[bytes]) -> None:
        assert self._taggers is not None
        analysed = self._match(self._analysing, segments)
        if analysed is not None:
            self._taggers.feed(analysed)

    def _tagged(self, tagged: list[tuple[SegmentJob, bytes]]) -> None:
        self._finishing.extend(job for job, _ in tagged)
        self._sections[1].writer.write(NUL.join([segment for _, segment in tagged]) + NUL)

    def _answered(self, segments: list[bytes]) -> None:
        answers = self._match(self._finishing, segments)
        if answers is not None:
            self.warm = True
            self.used = self._moved = self._loop.time()
            self.load -= sum(len(job.payload) for job, _ in answers)
            self._owner.answered(self, answers)

    def _match(self, sent: deque[SegmentJob], segments: list[bytes]) -> list[tuple[SegmentJob, bytes]] | None:
        """Give each answer to its job. One without its marker was cut off or is another's: trust no more."""
        matched = list(zip(sent, segments, strict=False))
        broken = next((job for job, segment in matched if job.marker not in segment), None)
        if broken is not None or len(matched) < len(segments):
            self._fail(broken, "died")
            return None
        for _ in matched:
            sent.popleft()
        return matched

    def _tagger_lost(self, job: SegmentJob) -> bool:
        if self._owner.tagger_lost(job):
            return True
        self._fail(job, "died")
        return False

    def _taggers_ended(self) -> None:
        self._fail(None, "died")

    def _head_ended(self) -> None:
        self._fail(self._analysing[0] if self._analysing else None, "died")

    def _ended(self) -> None:
        self._fail(self._finishing[0] if self._finishing else None, "died")

    def _watch(self) -> None:
        """Check periodically that answers still come, while any is awaited."""
        self._timer = None
        if not self.load:
            return
        late = self._loop.time() - self._moved
        if late >= self._timeout_seconds:
            self._fail(self.unanswered()[0], "timeout")
            return
        self._timer = self._loop.call_later(
            min(self._timeout_seconds - late, self._timeout_seconds / 4) + 0.01, self._watch
        )

    def _fail(self, suspect: SegmentJob | None, reason: str) -> None:
        if self._closed:
            return
        unanswered = self.unanswered()
        self.close()
        self._owner.failed(self, unanswered, suspect, reason)


class _Section:
    """A chain of processes with its two ends."""

    def __init__(
        self,
        launcher: Launcher,
        chain: Chain,
        *,
        on_segments: Callable[[list[bytes]], None],
        on_end: Callable[[], None],
    ) -> None:
        loop = asyncio.get_running_loop()
        self._launcher = launcher
        self.chain = chain
        self.writer = PipeWriter(loop, self.chain.stdin)
        self.reader = PipeReader(loop, self.chain.stdout, on_segments=on_segments, on_end=on_end)

    def close(self) -> None:
        self.writer.close()
        self.reader.close()
        self._launcher.end_chain(self.chain)
