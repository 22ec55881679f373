"""The way out of a connection: counts what clients read, and leaves its closing to the connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any


class AnswerTransport(asyncio.Transport):
    """A transport that uvicorn writes answers to. `close` asks the connection, `close_now` closes."""

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

    def is_read_too_slowly(self, now: float, *, seconds: float, rate: int) -> bool:
        """Whether an answer waits for a client that took less than `rate` bytes a second for `seconds`.

        To be asked regularly. `now` is a time of the event loop.
        """
        waiting = self._transport.get_write_buffer_size()
        taken = self._written - waiting
        if not waiting:
            self._watched = None
        elif self._watched is None:
            self._watched = (now, taken)
        elif now - self._watched[0] >= seconds:
            since, before = self._watched
            self._watched = (now, taken)
            return taken - before < rate * (now - since)
        return False

    def close(self) -> None:
        """Ask the connection to close: it may have to read the rest of a request first."""
        self._on_close()

    def close_now(self) -> None:
        """Close as soon as everything written is sent."""
        self._transport.close()

    def abort(self) -> None:
        """Close at once; what is not sent is lost."""
        self._transport.abort()

    def write_eof(self) -> None:
        """Tell the client that nothing follows."""
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
