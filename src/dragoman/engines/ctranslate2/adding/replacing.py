"""Put a folder in another one's place, so that at any moment one of them is there."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path
from typing import Final

_RELATIVE_TO_HERE: Final = -100  # AT_FDCWD
_EXCHANGE: Final = 2  # RENAME_EXCHANGE, see renameat2(2)


def replace_folder(new: Path, old: Path, *, aside: Path) -> None:
    """Give `new` the name of `old`, which gets the name of `new`, or of `aside`. Raises OSError.

    File systems that cannot exchange names (NFS, for one) have neither for a moment.
    """
    if not _exchange(new, old):
        old.rename(aside)
        new.rename(old)


def _exchange(one: Path, other: Path) -> bool:
    library = ctypes.CDLL(None, use_errno=True)
    if not hasattr(library, "renameat2"):
        return False
    names = os.fsencode(one), os.fsencode(other)
    status: int = library.renameat2(_RELATIVE_TO_HERE, names[0], _RELATIVE_TO_HERE, names[1], _EXCHANGE)
    return status == 0
