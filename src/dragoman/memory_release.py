"""Return the memory of large files to the system once they are processed."""

from __future__ import annotations

import ctypes
from contextlib import suppress
from typing import Final

_MMAP_THRESHOLD: Final = -3  # M_MMAP_THRESHOLD of mallopt(3)
_LARGE_BYTES: Final = 256 * 1024


def return_large_blocks() -> None:
    """Have the GNU C library map blocks of 256 KiB and more by themselves, which unmaps them when freed.

    By default it raises that limit to the largest block that was freed yet (up to 32 MiB), and from then on
    takes such blocks from one of its arenas, of which every thread may get its own: there a small block that
    lives on keeps all in front of it. Other C libraries have no such function and are not changed.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, _LARGE_BYTES)
