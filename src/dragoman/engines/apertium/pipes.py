"""Non-blocking reading and writing of pipes on the event loop, by whole segments framed with NUL."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Final

READ_BYTES: Final = 256 * 1024
NUL: Final = b"\0"


class PipeWriter:
    """The writing end of a pipe. It buffers data while the pipe is full."""

    __slots__ = ("_end", "_loop", "_waiting")

    def __init__(self, loop: asyncio.AbstractEventLoop, end: int) -> None:
        self._loop = loop
        self._end = end
        self._waiting = bytearray()

    def write(self, data: bytes) -> None:
        """Write as much as possible now, the rest later. Data for a dead reader is lost; its output ends."""
        if self._waiting:
            self._waiting += data
            return
        written = self._try(data)
        if written < len(data):
            self._waiting += memoryview(data)[written:]
            self._loop.add_writer(self._end, self._flush)

    def close(self) -> None:
        """Stop writing. The pipe itself is closed by its owner."""
        self._waiting.clear()
        self._loop.remove_writer(self._end)

    def _flush(self) -> None:
        written = self._try(self._waiting)
        del self._waiting[:written]
        if not self._waiting:
            self._loop.remove_writer(self._end)

    def _try(self, data: bytes | bytearray) -> int:
        try:
            return os.write(self._end, data)
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            return len(data)


class PipeReader:
    """The reading end of a pipe: reports whole segments, and the end of the stream."""

    __slots__ = ("_end", "_loop", "_on_end", "_on_segments", "_partial")

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        end: int,
        *,
        on_segments: Callable[[list[bytes]], None],
        on_end: Callable[[], None],
    ) -> None:
        self._loop = loop
        self._end = end
        self._on_segments = on_segments
        self._on_end = on_end
        self._partial: list[bytes] = []
        loop.add_reader(end, self._read)

    def close(self) -> None:
        """Stop reading. The pipe itself is closed by its owner."""
        self._loop.remove_reader(self._end)

    def _read(self) -> None:
        try:
            data = os.read(self._end, READ_BYTES)
        except BlockingIOError:
            return
        if not data:
            self._loop.remove_reader(self._end)
            self._on_end()
            return
        if NUL not in data:
            self._partial.append(data)
            return
        *segments, release_idle = data.split(NUL)
        if self._partial:
            segments[0] = b"".join((*self._partial, segments[0]))
            self._partial.clear()
        if release_idle:
            self._partial.append(release_idle)
        self._on_segments(segments)
