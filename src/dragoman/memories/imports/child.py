"""The program that reads TMX files: `python -I -m dragoman.memories.imports.child MEMORY SECONDS`.

As `conversion.child` does for documents, it drops all privileges that it can, and then forks a process for
each run of an import. That process gets the file in pieces and answers with batches. It reads the next batch
while the worker writes the last one, so that half of the work of an import runs on another processor.
"""

from __future__ import annotations

import io
import signal
import sys
from functools import partial
from typing import BinaryIO, Final, cast

from dragoman.conversion.fork_server import serve_connections
from dragoman.conversion.serving import (
    STANDARD_STREAMS,
    end_imports,
    import_encodings,
    read_exactly,
    write_all,
)
from dragoman.conversion.wire import READY
from dragoman.isolation.limits import confine_program, start_clock
from dragoman.memories.imports.batches import BatchReader
from dragoman.memories.imports.model import ImportOptions
from dragoman.memories.imports.wire import LENGTH, decode_request, encode_batch
from dragoman.memories.tmx import read_tmx

_MOST_SECONDS: Final = 86_400  # of processor time, of one run
_LONGEST_PIECE: Final = 16 * 1024 * 1024
_EXAMPLE: Final = (
    '<?xml version="1.0"?><tmx version="1.4"><header srclang="en"/><body><tu changedate="20260101T000000Z">'
    '<tuv xml:lang="en"><seg>One <ph>2</ph></seg></tuv><tuv xml:lang="ca"><seg>Añó 2</seg></tuv></tu>'
    "</body></tmx>"
)


def main() -> None:
    """Serve runs of imports, each in its own process."""
    memory, seconds = int(sys.argv[1]), int(sys.argv[2])
    import_encodings()
    confine_program(memory=memory, descriptors=STANDARD_STREAMS)
    _reader(io.BytesIO(_EXAMPLE.encode()), 1, 0, ImportOptions()).read()  # fills the caches before forks
    end_imports()
    serve_connections(partial(_serve, seconds), seconds=_MOST_SECONDS)


def _serve(seconds: int) -> None:
    """Read one file; each batch may take at most `seconds`."""
    write_all(READY)
    try:
        request = decode_request(read_exactly(*LENGTH.unpack(read_exactly(LENGTH.size))))
    except EOFError:  # the worker needs no reader any more
        return
    pieces = _Pieces()
    reader = _reader(cast("BinaryIO", pieces), request.memory_id, request.skip, request.options)
    last = False
    while not last:
        start_clock(seconds)
        batch = reader.read()
        head, columns = encode_batch(batch, bytes_read=pieces.position)
        signal.setitimer(signal.ITIMER_REAL, 0)  # no limit while the worker writes the batch before
        write_all(head)
        write_all(columns)
        last = batch.last


def _reader(stream: BinaryIO, memory_id: int, skip: int, options: ImportOptions) -> BatchReader:
    return BatchReader(entries=read_tmx(stream, skip=skip), options=options, memory_id=memory_id)


class _Pieces:
    """The file as a stream, read from the connection."""

    def __init__(self) -> None:
        self.position = 0  # bytes read so far
        self._rest = memoryview(b"")
        self._ended = False

    def read(self, size: int) -> bytes:
        """Read at most `size` bytes; none at the end. Raises EOFError when the worker has disconnected."""
        if not self._rest and not self._ended:
            (length,) = LENGTH.unpack(read_exactly(LENGTH.size))
            if length > _LONGEST_PIECE:
                raise ValueError("too long a piece")
            self._rest = memoryview(read_exactly(length))
            self._ended = not length
        piece, self._rest = bytes(self._rest[:size]), self._rest[size:]
        self.position += len(piece)
        return piece


if __name__ == "__main__":
    main()
