"""What the programs that `fork_server` runs have in common: getting ready, and their connection."""

from __future__ import annotations

import encodings
import gc
import os
import pkgutil
import sys
from contextlib import suppress
from importlib import import_module
from typing import Final

from dragoman.conversion.fork_server import ANSWERS, REQUESTS

STANDARD_STREAMS: Final = 3
_READ: Final = 1024 * 1024


def import_encodings() -> None:
    """Python imports encodings when they are first used, which will be impossible."""
    for module in pkgutil.iter_modules(encodings.__path__):
        if module.name not in {"mbcs", "oem"}:  # of Windows
            with suppress(ImportError):
                import_module(f"encodings.{module.name}")


def end_imports() -> None:
    """Import nothing more, and keep what was imported out of every collection.

    A child collects again: it shares no memory of collected objects with other processes.
    """
    sys.meta_path.clear()  # an unknown encoding is looked for as a module, and no file can be read
    gc.collect()
    gc.freeze()
    gc.disable()
    gc.set_threshold(50_000, 20, 20)  # one short task that makes millions of values: a fifth of its time


def read_exactly(size: int) -> bytes:
    """So many bytes of the request. Raises EOFError."""
    content = bytearray(size)
    view, position = memoryview(content), 0
    while position < size:
        count = os.readv(REQUESTS, [view[position : position + _READ]])
        if not count:
            raise EOFError
        position += count
    view.release()
    return bytes(content)


def write_all(content: bytes) -> None:
    """Send a part of the answer."""
    view = memoryview(content)
    while view:
        view = view[os.write(ANSWERS, view) :]
