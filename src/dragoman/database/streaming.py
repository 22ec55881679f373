"""Files of rows, written while they are sent: a page of rows at a time, in constant memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from typing import Any, Final, TypeAlias, TypeVar

_Row = TypeVar("_Row")
# The page behind a row, the first one behind None; an empty one behind the last.
ReadPage: TypeAlias = Callable[[_Row | None], Coroutine[Any, Any, Sequence[_Row]]]
Rows: TypeAlias = Callable[[], Iterator[_Row]]

_PIECE: Final = 64 * 1024  # bytes, at least, but for the last piece


async def write_rows(
    read: ReadPage[_Row], write: Callable[[Rows[_Row]], Iterator[bytes]]
) -> AsyncIterator[bytes]:
    """What `write` makes of the rows, in pieces. It is run in a thread, `read` in this loop.

    `write` may go through the rows more than once, each time from the first one on.
    """
    loop = asyncio.get_running_loop()

    def rows() -> Iterator[_Row]:
        last: _Row | None = None
        while page := asyncio.run_coroutine_threadsafe(read(last), loop).result():
            yield from page
            last = page[-1]

    pieces = write(rows)
    while piece := await asyncio.to_thread(_join, pieces):
        yield piece


def _join(pieces: Iterator[bytes]) -> bytes:
    joined = bytearray()
    for piece in pieces:
        joined += piece
        if len(joined) >= _PIECE:
            break
    return bytes(joined)
