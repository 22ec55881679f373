"""Transport of answers: measures how fast the client reads, and lets the connection decide how to close."""

from __future__ import annotations

import asyncio
import fcntl
import os
import socket
import struct
import termios
from array import array
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

_RESET: Final = struct.pack("ii", 1, 0)  # SO_LINGER: on, no seconds


class AnswerTransport(asyncio.Transport):
    """The transport that uvicorn writes to. `close` calls the connection, `close_now` closes."""

    def __init__(self, transport: asyncio.Transport, *, on_close: Callable[[], None]) -> None:
        super().__init__()
        self._transport = transport
        self._on_close = on_close
        self._written = 0
        self._watched: tuple[float, int] | None = None  # since when, and bytes the client had taken by then

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Write bytes of an answer."""
        self._written += len(data)
        self._transport.write(data)

    def seconds_unread(self, now: float, *, rate: int) -> float:
        """For how long an answer has waited for a client that takes less than `rate` bytes a second.

        Call it regularly. `now` is a time of the event loop.
        """
        waiting = self._transport.get_write_buffer_size()
        if not waiting:
            self._watched = None
            return 0
        taken = self._written - waiting - self._count_sent()
        if self._watched is not None:
            since, before = self._watched
            if taken - before < rate * (now - since):
                return now - since
        self._watched = (now, taken)
        return 0

    def has_unsent(self) -> bool:
        """Whether the kernel does not have everything that was written yet, as its buffer is full."""
        return self._transport.get_write_buffer_size() > 0

    def _count_sent(self) -> int:
        """Bytes that the kernel has and the client has not.

        Without them a client that reads slowly seems to read nothing, then megabytes at once.
        """
        count = array("i", [0])
        with suppress(OSError, ValueError):  # closed
            fcntl.ioctl(self._descriptor(), termios.TIOCOUTQ, count)
        return count[0]

    def _descriptor(self) -> int:
        descriptor: int = self._transport.get_extra_info("socket").fileno()
        return descriptor

    def close(self) -> None:
        """Have the connection close: it may have to read the rest of a request first."""
        self._on_close()

    def close_now(self) -> None:
        """Close as soon as everything written is sent."""
        self._transport.close()

    def abort(self) -> None:
        """Close at once; what the client has not read is lost, also what the kernel has of it.

        The kernel would keep megabytes of it for minutes.
        """
        if self._transport.get_write_buffer_size():
            with suppress(OSError, ValueError), socket.socket(fileno=os.dup(self._descriptor())) as copy:
                copy.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        self._transport.abort()

    def write_eof(self) -> None:
        """Send the end of the stream."""
        self._transport.write_eof()

    def is_closing(self) -> bool:
        """Whether the connection is closed or closing."""
        return self._transport.is_closing()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Addresses, as asyncio's transports give them."""
        return self._transport.get_extra_info(name, default)

    def pause_reading(self) -> None:
        """Leave what the client sends in the kernel."""
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Read again."""
        self._transport.resume_reading()
