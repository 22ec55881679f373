"""A file of TMX to units, one `<tu>` at a time: one that is broken costs itself and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from dragoman.memories.tmx.entries import read_entry
from dragoman.memories.tmx.opening import read_header
from dragoman.memories.tmx.problems import TmxUnits
from dragoman.memories.tmx.splitting import split_units
from dragoman.memories.tmx.window import TmxWindow, read_text


def read_tmx(stream: BinaryIO, *, skip: int = 0) -> Iterator[TmxUnits]:
    """The units of a file from its beginning, one `<tu>` after the other, but not those of the first `skip`.

    The file is read once, in pieces. Raises `TmxRefused` at the first entry for what is no TMX, and behind
    the last whole one for a file that was cut.
    """
    window = TmxWindow(read_text(stream))
    header = read_header(window)
    for piece in split_units(window):
        if piece.number > skip:
            yield read_entry(piece, header)
