"""Running formats where they can do no harm: every document gets a process of its own, which then ends.

Text goes over that process's own connection only. `process_pool` provides the processes, `child` is the other
side, `isolation` has their command, `outcomes` explains their ends.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

from dragoman.conversion import outcomes
from dragoman.conversion.fork_client import DocumentProcess, ProcessLost
from dragoman.conversion.process_pool import ProcessPool
from dragoman.conversion.wire import PREFIX, Answer, Request, decode_answer, encode_request
from dragoman.conversion.writing import WrittenDocument
from dragoman.errors import Unavailable
from dragoman.fair_semaphore import FairSemaphore
from dragoman.formats.format import Document, Languages, Source
from dragoman.garbage_collection import without_collections
from dragoman.isolation.bubblewrap import Program, find_command
from dragoman.segments import Segment
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.text_io.errors import DocumentEmpty, DocumentError

_PROGRAM: Final = Program(
    arguments=("-I", "-m", "dragoman.conversion.child"),
    probe="import lxml.etree, dragoman.formats",  # a library of the system's kind, and our own code
)
_MAX_HEADER: Final = 64 * 1024 * 1024
_MAX_DATA: Final = 512 * 1024 * 1024
_ATTEMPTS: Final = 3  # when processes are lost through no fault of the document
_SMALL: Final = 64 * 1024  # bytes that are encoded and decoded at once, without a thread
_FEW: Final = 200  # targets, as well
# What is kept waiting for its translations holds memory.
_MOST_KEPT: Final = 16
_KEPT_BYTES: Final = 256 * 1024
_KEPT_SECONDS: Final = 1.0  # that reading took


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """A document as its format reads it, and the words in it that are to be translated."""

    document: Document
    words: int


@dataclass(slots=True, eq=False)
class Confined:
    """Runs formats in processes. Made by `open_confined`."""

    _pool: ProcessPool
    _seconds: int
    _places: FairSemaphore
    _metrics: Metrics
    _kept: set[DocumentProcess] = field(default_factory=set)

    async def extract(
        self, format_name: str, source: Source, languages: Languages, *, max_words: int
    ) -> Extracted:
        """Read a document. Raises a `DocumentError`, `TooManyWords` and `DocumentTimedOut` among them.

        Raises `Unavailable` when no process can be started.
        """
        return await OpenDocument(self, format_name, source, languages).extract(max_words=max_words)

    async def rebuild(
        self, format_name: str, source: Source, targets: Mapping[str, Segment], languages: Languages
    ) -> WrittenDocument:
        """Write a document with translations in it, but for those that its format cannot write.

        Raises as `extract` does.
        """
        return await OpenDocument(self, format_name, source, languages).rebuild(targets)

    @asynccontextmanager
    async def open_document(
        self, format_name: str, source: Source, languages: Languages
    ) -> AsyncIterator[OpenDocument]:
        """A document to read and then to write; one process does both of a short one."""
        document = OpenDocument(self, format_name, source, languages, _keeps=len(source.data) <= _KEPT_BYTES)
        try:
            yield document
        finally:
            document.close()

    async def call(self, request: Request, document: OpenDocument | None = None) -> Answer:
        """One call in one process; an answer that is a failure is raised."""
        document = document or OpenDocument(self, request.format, request.source, request.languages)
        name = "extract" if request.targets is None else "rebuild"
        async with self._places:
            began = time.monotonic()
            outcome = "CANCELLED"
            try:
                answer = await self._call(request, name, document)
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

    async def _call(self, request: Request, name: str, document: OpenDocument) -> Answer:
        is_small = len(request.source.data) <= _SMALL and len(request.targets or ()) <= _FEW
        encode = without_collections(encode_request)
        frame = encode(request) if is_small else await asyncio.to_thread(encode, request)
        answer = await self._answer(frame, document, call=name)
        if answer.failure is not None:
            raise outcomes.failure_error(answer.failure, call=name, format_name=request.format)
        return answer

    async def _answer(self, frame: tuple[bytes, bytes], document: OpenDocument, *, call: str) -> Answer:
        """An answer, by other processes where some are lost through no fault of the document."""
        if (kept := document.take_process()) is not None:
            self._kept.discard(kept)
            with suppress(ProcessLost, _Killed, DocumentError):  # it may have waited too long
                return await self._ask(kept, frame, document, call=call)
        was_killed = False
        for _ in range(_ATTEMPTS):
            try:
                return await self._ask(await self._pool.start_process(), frame, document, call=call)
            except ProcessLost:
                continue
            except _Killed as killed:  # from outside, or because the whole system lacked memory
                if was_killed:
                    raise killed.error from None
                was_killed = True
        raise Unavailable("The processes for documents do not stay alive. Try again later.", retry_after=10)

    async def _ask(
        self, process: DocumentProcess, frame: tuple[bytes, bytes], document: OpenDocument, *, call: str
    ) -> Answer:
        """One process's answer. Raises `ProcessLost`, `_Killed` or a `DocumentError`."""
        is_kept = False
        began = time.monotonic()
        try:
            async with asyncio.timeout(self._seconds):
                answer = await _converse(process, *frame)
                if answer is None:  # it is dead, or has closed its end
                    returncode = await process.returncode()
                    error = outcomes.death_error(
                        returncode, seconds=self._seconds, call=call, format_name=document.format_name
                    )
                    raise _Killed(error) if returncode == -signal.SIGKILL else error
            is_kept = (
                document.keeps_process(answer)
                and time.monotonic() - began < _KEPT_SECONDS
                and len(self._kept) < _MOST_KEPT
            )
        except TimeoutError:
            raise outcomes.timed_out(self._seconds) from None
        except (ValueError, TypeError, LookupError, AttributeError):  # its answer is malformed
            raise outcomes.broken_answer(call=call, format_name=document.format_name) from None
        finally:
            if not is_kept:
                process.end()
        if is_kept:
            self._kept.add(process)
            document.keep_process(process)
        return answer

    def forget(self, process: DocumentProcess) -> None:
        """End a process that was kept and is not needed any more."""
        self._kept.discard(process)
        process.end()


@dataclass(slots=True, eq=False)
class OpenDocument:
    """One document, and the process that has read it, if that waits to write it as well."""

    _confined: Confined
    format_name: str
    _source: Source
    _languages: Languages
    _keeps: bool = False
    _process: DocumentProcess | None = None

    async def extract(self, *, max_words: int) -> Extracted:
        """Read it. Raises as `Confined.extract` does."""
        if not self._source.data:
            raise DocumentEmpty("The document is empty: it has 0 bytes.")
        request = Request(
            format=self.format_name, source=self._source, languages=self._languages, max_words=max_words
        )
        answer = await self._confined.call(request, self)
        if answer.document is None:
            raise outcomes.broken_answer(call="extract", format_name=self.format_name)
        return Extracted(document=answer.document, words=answer.words)

    async def rebuild(self, targets: Mapping[str, Segment]) -> WrittenDocument:
        """Write it with translations in it. Raises as `Confined.extract` does."""
        request = Request(
            format=self.format_name, source=self._source, languages=self._languages, targets=targets
        )
        answer = await self._confined.call(request, self)
        if not answer.data or not targets.keys() >= set(answer.unwritten):
            raise outcomes.broken_answer(call="rebuild", format_name=self.format_name)
        return WrittenDocument(data=answer.data, unwritten=answer.unwritten)

    def keeps_process(self, answer: Answer) -> bool:
        """Whether the process that gave this answer should wait for the translations."""
        return self._keeps and answer.document is not None

    def keep_process(self, process: DocumentProcess) -> None:
        """Let the process wait."""
        self._process = process

    def take_process(self) -> DocumentProcess | None:
        """The process that waits; it does so no more."""
        process, self._process = self._process, None
        return process

    def close(self) -> None:
        """End the process that waits, if one does."""
        if (process := self.take_process()) is not None:
            self._confined.forget(process)


class _Killed(Exception):
    """A process was killed, but not for taking too long."""

    def __init__(self, error: DocumentError) -> None:
        super().__init__()
        self.error = error


@asynccontextmanager
async def open_confined(
    settings: Settings, metrics: Metrics, *, program: Program | None = None
) -> AsyncIterator[Confined]:
    """Get ready to run formats. Raises `Misconfigured` when bubblewrap is asked for and does not work."""
    command = await find_command(settings, program or _PROGRAM)
    limits = (str(settings.document_memory_mb * 1024 * 1024), str(settings.document_timeout_seconds))
    pool = ProcessPool((*command, *limits))
    confined = Confined(
        pool,
        settings.document_timeout_seconds,
        FairSemaphore(settings.document_processes or os.cpu_count() or 1, reserve=1),
        metrics,
    )
    pool.prepare()
    try:
        yield confined
    finally:
        await pool.close()


async def _converse(process: DocumentProcess, header: bytes, data: bytes) -> Answer | None:
    """Send the request and read the answer; None when the process ends without one."""
    with suppress(ConnectionError):  # what has been answered can be read all the same
        process.writer.write(header)
        process.writer.write(data)
        await process.writer.drain()
    try:
        lengths = PREFIX.unpack(await process.reader.readexactly(PREFIX.size))
        if lengths[0] > _MAX_HEADER or lengths[1] > _MAX_DATA:
            raise ValueError("too long")
        header = await process.reader.readexactly(lengths[0])
        content = await process.reader.readexactly(lengths[1])
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    decode = without_collections(decode_answer)
    return (
        decode(header, content) if len(header) <= _SMALL else await asyncio.to_thread(decode, header, content)
    )
