"""Read TMX files in confined processes, batch by batch; `child` is the program that runs in them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import BinaryIO, Final

from dragoman.conversion.fork_client import DocumentProcess, ProcessLost
from dragoman.conversion.process_pool import ProcessPool
from dragoman.errors import Unavailable
from dragoman.isolation.bubblewrap import Program, find_command
from dragoman.memories.imports.batches import ImportBatch
from dragoman.memories.imports.wire import (
    LENGTH,
    LENGTHS,
    LONGEST_COLUMNS,
    LONGEST_HEAD,
    ReadRequest,
    decode_batch,
    encode_request,
)
from dragoman.settings import Settings

_PROGRAM: Final = Program(
    arguments=("-I", "-m", "dragoman.memories.imports.child"),
    probe="import dragoman.memories.imports.batches",
)
_PIECE: Final = 256 * 1024  # bytes
_BATCH_SECONDS: Final = 120
_SMALL: Final = 64 * 1024  # bytes that are decoded at once, without a thread


class ReadingFailed(Exception):
    """The process that read the file ended, took too long, or sent a malformed batch."""


@dataclass(slots=True, eq=False)
class TmxReaders:
    """Starts processes that read files. Created by `open_readers`."""

    _settings: Settings
    _pool: ProcessPool | None = None

    @asynccontextmanager
    async def open_file(self, opened: BinaryIO, request: ReadRequest) -> AsyncIterator[TmxReader]:
        """Start a process that reads a file; it ends with the block. Raises `Unavailable`."""
        try:
            process = await (await self._find_pool()).start_process()
        except ProcessLost:
            raise Unavailable("The processes for imports do not start. Try again later.") from None
        sending = asyncio.create_task(_send(process, opened, request))
        reader = TmxReader(process)
        try:
            yield reader
        finally:
            process.end()
            await reader.close()
            sending.cancel()
            with suppress(asyncio.CancelledError, ConnectionError):
                await sending

    async def close(self) -> None:
        """End all processes."""
        if self._pool is not None:
            await self._pool.close()

    async def _find_pool(self) -> ProcessPool:
        """Create the pool when it is first needed: many services never import."""
        if self._pool is None:
            command = await find_command(self._settings, _PROGRAM)
            if self._pool is None:  # else another import has created it meanwhile
                memory = self._settings.document_memory_mb * 1024 * 1024
                self._pool = ProcessPool((*command, str(memory), str(_BATCH_SECONDS)))
        return self._pool


@dataclass(slots=True, eq=False)
class TmxReader:
    """One file that is being read."""

    _process: DocumentProcess
    _next: asyncio.Task[ImportBatch] | None = None

    async def read(self) -> ImportBatch:
        """Return the next batch. Raises `ReadingFailed`.

        The batch after it is received in the background, so that the process does not wait for the worker.
        """
        batch = await (self._next or self._receive())
        self._next = None if batch.last else asyncio.create_task(self._receive())
        return batch

    async def close(self) -> None:
        """Receive nothing more."""
        if self._next is not None:
            self._next.cancel()
            await asyncio.wait([self._next])
            if not self._next.cancelled():
                self._next.exception()  # retrieved, so that asyncio does not log it as lost

    async def _receive(self) -> ImportBatch:
        reader = self._process.reader
        try:
            async with asyncio.timeout(2 * _BATCH_SECONDS):
                head_length, length = LENGTHS.unpack(await reader.readexactly(LENGTHS.size))
                if head_length > LONGEST_HEAD or length > LONGEST_COLUMNS:
                    raise ReadingFailed("too long a batch")
                head, content = await reader.readexactly(head_length), await reader.readexactly(length)
            if length <= _SMALL:
                return decode_batch(head, content)
            return await asyncio.to_thread(decode_batch, head, content)
        except (asyncio.IncompleteReadError, ConnectionError, TimeoutError):
            raise ReadingFailed("the process ended, or took too long") from None
        except (ValueError, TypeError, LookupError, AttributeError):
            raise ReadingFailed("malformed batch") from None


async def _send(process: DocumentProcess, opened: BinaryIO, request: ReadRequest) -> None:
    """Send the file, as fast as the process reads it."""
    process.writer.write(encode_request(request))
    while piece := opened.read(_PIECE):
        process.writer.write(LENGTH.pack(len(piece)))
        process.writer.write(piece)
        await process.writer.drain()
    process.writer.write(LENGTH.pack(0))
    await process.writer.drain()


@asynccontextmanager
async def open_readers(settings: Settings) -> AsyncIterator[TmxReaders]:
    """Prepare to read files; processes start with the first file."""
    readers = TmxReaders(settings)
    try:
        yield readers
    finally:
        await readers.close()
