"""The lines of JSON from a process that has read a hostile file, bounded before they are decoded."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any, Final

import orjson

_SHORT_LINE: Final = 2 * 1024 * 1024  # bytes, of any content, read in a tenth of a second
_STEP: Final = 1024 * 1024
_BACKSLASH: Final = ord("\\")
_MOST_VALUES: Final = 2_000_000  # of a longer line: one passage of 200,000 codes, or a thousand of 200


def decode_lines(header: bytes) -> Iterator[Any]:
    """What the lines of a header say, one by one: JSON has no line end but between its tokens.

    Raises ValueError at a line of more values than any document needs: no other thread runs while it is read.
    """
    for line in BytesIO(header):
        if len(line) > _SHORT_LINE:
            _bound_values(line)
        yield orjson.loads(line)


def _bound_values(line: bytes) -> None:
    """Count a line's values without reading them: what is in strings is none."""
    position = values = 0
    while position < len(line):
        end = position + _STEP
        start = line.find(b'"', position, end)
        end = end if start < 0 else start
        values += 1 + sum(line.count(sign, position, end) for sign in (b",", b"[", b"{"))
        if values > _MOST_VALUES:
            raise ValueError("too many values")
        position = end if start < 0 else _end_of_string(line, start)


def _end_of_string(line: bytes, start: int) -> int:
    """Where the string that begins there ends. Raises ValueError when it does not."""
    end = start
    while True:
        end = line.index(b'"', end + 1)
        before = end
        while line[before - 1] == _BACKSLASH:
            before -= 1
        if (end - before) % 2 == 0:
            return end + 1
