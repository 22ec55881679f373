"""Large and hostile TMX: memory is constant, and time is proportional to the size."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Iterator
from typing import BinaryIO, cast

import pytest

from dragoman.memories.tmx import TmxRefused, read_tmx
from tests.memories.tmx.samples import tu


class Endless:
    """A file of many units, generated while it is read."""

    def __init__(self, count: int, one: str) -> None:
        self.pieces: Iterator[bytes] = self.generate(count, one.encode())
        self.buffer = b""

    def generate(self, count: int, one: bytes) -> Iterator[bytes]:
        yield b"<tmx><header/><body>\n"
        for _ in range(count // 100):
            yield one * 100
        yield b"</body></tmx>"

    def read(self, size: int) -> bytes:
        while len(self.buffer) < size and (piece := next(self.pieces, b"")):
            self.buffer += piece
        taken, self.buffer = self.buffer[:size], self.buffer[size:]
        return taken


def test_large_files_are_read_in_little_memory() -> None:
    file = Endless(4_000, tu("a" * 1000, "b" * 1000))
    tracemalloc.start()
    try:
        count = sum(len(entry.units) for entry in read_tmx(cast("BinaryIO", file)))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == 4_000
    assert most < 5_000_000  # of 8 MB


@pytest.mark.parametrize(
    "one", ["<tu>", "<tu><!-- ", " ", "<tu a='", "<tu>\x00", "<!-- -->", "<tu/><![CDATA[]]>", "<tu "]
)
def test_hostile_files_take_no_more_time_than_others(one: str) -> None:
    started = time.process_time()
    try:
        for _ in read_tmx(cast("BinaryIO", Endless(5_000, one))):
            pass
    except TmxRefused:
        pass
    assert time.process_time() - started < 20
