"""Messages between the service and a model's process: a length, and JSON of that length. Never pickle."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any, Final

import orjson

LENGTH: Final = struct.Struct(">I")
LONGEST: Final = 256 * 1024 * 1024  # bytes


class BrokenFrame(ValueError):
    """The bytes received are not a message."""


def write_frame(message: object) -> bytes:
    """A message as it is sent."""
    content = orjson.dumps(message)
    return LENGTH.pack(len(content)) + content


class FrameReader:
    """Puts messages together from pieces as they arrive."""

    def __init__(self) -> None:
        self._received = bytearray()

    def feed(self, some: bytes) -> Iterator[Any]:
        """The messages that are complete with these bytes. Raises `BrokenFrame`."""
        self._received += some
        while len(self._received) >= LENGTH.size:
            (length,) = LENGTH.unpack_from(self._received)
            if length > LONGEST:
                raise BrokenFrame("a message is too long")
            end = LENGTH.size + length
            if len(self._received) < end:
                return
            content = bytes(self._received[LENGTH.size : end])
            del self._received[:end]
            try:
                yield orjson.loads(content)
            except orjson.JSONDecodeError:
                raise BrokenFrame("a message is not JSON") from None
