"""Running formats where they can do no harm: every call gets a process of its own, which then ends.

A few more processes than are at work wait ready, so that a call need not wait for Python to start. Text goes
through pipes only. `child` is the other side, `isolation` starts it, `outcomes` explains its end.
"""

from __future__ import annotations

import asyncio
import os
import time
from asyncio import subprocess
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

from dragoman.conversion import outcomes
from dragoman.conversion.collecting import without_collections
from dragoman.conversion.isolation import Program, find_command
from dragoman.conversion.processes import end_process, start_process
from dragoman.conversion.wire import (
    PREFIX,
    READY,
    Answer,
    Request,
    decode_answer,
    encode_request,
)
from dragoman.conversion.writing import Written
from dragoman.errors import Unavailable
from dragoman.formats.format import (
    Document,
    DocumentEmpty,
    DocumentError,
    Languages,
    Source,
)
from dragoman.segments import Segment
from dragoman.settings import Settings
from dragoman.telemetry import Metrics

_SPARES: Final = 2  # a short document needs two at once: it is read and written within half a second
_START_SECONDS: Final = 30.0
_DEATH_SECONDS: Final = 2.0
_MAX_HEADER: Final = 64 * 1024 * 1024
_MAX_DATA: Final = 512 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """A document as its format reads it, and the words in it that are to be translated."""

    document: Document
    words: int


@dataclass(slots=True, eq=False)
class Confined:
    """Runs formats in processes. Made by `open_confined`."""

    _command: Sequence[str]
    _seconds: int
    _places: asyncio.Semaphore
    _metrics: Metrics
    _spares: deque[asyncio.Task[subprocess.Process]] = field(default_factory=deque)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def extract(
        self, format_name: str, source: Source, languages: Languages, *, max_words: int
    ) -> Extracted:
        """Read a document. Raises a `DocumentError`, `TooManyWords` and `DocumentTimedOut` among them.

        Raises `Unavailable` when no process can be started.
        """
        if not source.data:
            raise DocumentEmpty("The document is empty: it has 0 bytes.")
        answer = await self.call(
            Request(format=format_name, source=source, languages=languages, max_words=max_words)
        )
        if answer.document is None:
            raise outcomes.broken_answer(call="extract", format_name=format_name)
        return Extracted(document=answer.document, words=answer.words)

    async def rebuild(
        self, format_name: str, source: Source, targets: Mapping[str, Segment], languages: Languages
    ) -> Written:
        """Write a document with translations in it, but for those that its format cannot write.

        Raises as `extract` does.
        """
        answer = await self.call(
            Request(format=format_name, source=source, languages=languages, targets=targets)
        )
        if not answer.data or not targets.keys() >= set(answer.unwritten):
            raise outcomes.broken_answer(call="rebuild", format_name=format_name)
        return Written(data=answer.data, unwritten=answer.unwritten)

    async def call(self, request: Request) -> Answer:
        """One call in one process; an answer that is a failure is raised."""
        name = "extract" if request.targets is None else "rebuild"
        async with self._places:
            began = time.monotonic()
            outcome = "CANCELLED"
            try:
                answer = await self._call(request, name)
                outcome = "ok"
            except DocumentError as error:
                outcome = error.code
                raise
            except Unavailable:
                outcome = "UNAVAILABLE"
                raise
            finally:
                self._metrics.conversion_seconds.labels(name).observe(time.monotonic() - began)
                self._metrics.conversions.labels(name, request.format, outcome).inc()
        return answer

    async def close(self) -> None:
        """End the processes that wait. Running calls end theirs."""
        while self._spares:
            self._discard(self._spares.popleft())
        while self._tasks:
            await asyncio.gather(*self._tasks)

    def prepare(self) -> None:
        """Have processes ready for the next calls."""
        while len(self._spares) < _SPARES:
            self._spares.append(asyncio.create_task(self._start()))

    async def _call(self, request: Request, name: str) -> Answer:
        header, data = await asyncio.to_thread(without_collections(encode_request), request)
        process = await self._take()
        answer = None
        try:
            async with asyncio.timeout(self._seconds):
                answer = await _converse(process, header, data)
                if answer is None:  # it is dead, or has closed its end
                    returncode = await asyncio.wait_for(process.wait(), _DEATH_SECONDS)
                    raise outcomes.death_error(
                        returncode, seconds=self._seconds, call=name, format_name=request.format
                    )
        except TimeoutError:
            raise outcomes.timed_out(self._seconds) from None
        except (ValueError, TypeError, LookupError, AttributeError):  # what it says is no answer
            raise outcomes.broken_answer(call=name, format_name=request.format) from None
        finally:
            await self._end(process, at_once=answer is None)
        if answer.failure is not None:
            raise outcomes.failure_error(answer.failure, call=name, format_name=request.format)
        return answer

    async def _take(self) -> subprocess.Process:
        """A process that waits for its request; the next one starts meanwhile."""
        spare = self._spares.popleft() if self._spares else None
        try:
            process = None if spare is None else await asyncio.shield(spare)
        except Unavailable:  # it did not start when it was not needed; now it is
            process = None
        except asyncio.CancelledError:
            if spare is not None:
                self._discard(spare)
            raise
        if process is not None and process.returncode is not None:
            await self._end(process)
            process = None
        if process is None:
            process = await self._start()
        self.prepare()
        return process

    async def _start(self) -> subprocess.Process:
        creating = asyncio.ensure_future(start_process(self._command))
        try:
            process = await asyncio.shield(creating)
        except asyncio.CancelledError:  # asyncio would leave half a process
            self._keep(asyncio.create_task(_end_new(creating)))
            raise
        except OSError as error:
            raise Unavailable(f"No process for documents can be started: {error.strerror}.") from error
        try:
            async with asyncio.timeout(_START_SECONDS):
                assert process.stdout is not None
                if await process.stdout.readexactly(1) == READY:
                    return process
        except (TimeoutError, asyncio.IncompleteReadError):
            pass
        except asyncio.CancelledError:
            await self._end(process)
            raise
        await self._end(process)
        raise Unavailable("A process for documents did not start.")

    def _discard(self, spare: asyncio.Task[subprocess.Process]) -> None:
        """End a process that nobody takes any more, also one that is still starting."""

        async def end() -> None:
            spare.cancel()
            with suppress(asyncio.CancelledError, Unavailable):
                await end_process(await spare)

        self._keep(asyncio.create_task(end()))

    async def _end(self, process: subprocess.Process, *, at_once: bool = True) -> None:
        """End a process; that goes on when the caller is cancelled."""
        await asyncio.shield(self._keep(asyncio.create_task(end_process(process, at_once=at_once))))

    def _keep(self, task: asyncio.Task[None]) -> asyncio.Task[None]:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


@asynccontextmanager
async def open_confined(
    settings: Settings, metrics: Metrics, *, program: Program | None = None
) -> AsyncIterator[Confined]:
    """Get ready to run formats. Raises `Misconfigured` when bubblewrap is asked for and does not work."""
    command = await find_command(settings, program or Program())
    limits = (str(settings.document_memory_mb * 1024 * 1024), str(settings.document_timeout_seconds))
    confined = Confined(
        (*command, *limits),
        settings.document_timeout_seconds,
        asyncio.Semaphore(settings.document_processes or os.cpu_count() or 1),
        metrics,
    )
    confined.prepare()
    try:
        yield confined
    finally:
        await confined.close()


async def _converse(process: subprocess.Process, header: bytes, data: bytes) -> Answer | None:
    """Send the request and read the answer; None when the process ends without one."""
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.write(header)
        process.stdin.write(data)
        await process.stdin.drain()
    try:
        lengths = PREFIX.unpack(await process.stdout.readexactly(PREFIX.size))
        if lengths[0] > _MAX_HEADER or lengths[1] > _MAX_DATA:
            raise ValueError("too long")
        said = await process.stdout.readexactly(lengths[0])
        content = await process.stdout.readexactly(lengths[1])
    except asyncio.IncompleteReadError:
        return None
    return await asyncio.to_thread(without_collections(decode_answer), said, content)


async def _end_new(creating: asyncio.Future[subprocess.Process]) -> None:
    """End a process as soon as there is one."""
    with suppress(OSError):
        await end_process(await creating, at_once=True)
