"""Private folders for LibreOffice without bubblewrap: in memory where there is a file system in memory.

With bubblewrap they are not used. A folder is locked by the process that made it; those whose process died
are found by their free locks, and removed by the next one that starts.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from dragoman.isolation.limits import UNPRIVILEGED_USER

_MEMORY: Final = Path("/dev/shm")  # noqa: S108 # each folder in it is private
_PREFIX: Final = "dragoman-office-"
_YOUNG_SECONDS: Final = 60.0  # one that is being made may not be locked yet


def parent_directory() -> Path:
    """Where the folders are: in memory, or where there is no such file system, with other temporary files."""
    return _MEMORY if _MEMORY.is_mount() and os.access(_MEMORY, os.W_OK) else Path(tempfile.gettempdir())


@contextmanager
def private_folder(where: Path) -> Iterator[Path]:
    """A folder that only the user whom LibreOffice runs as can read; gone at the end."""
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=where))
    try:
        if os.geteuid() == 0:
            with suppress(OSError):  # inside a container that maps no other user
                os.chown(folder, UNPRIVILEGED_USER, UNPRIVILEGED_USER)
        lock = _lock(folder)
        try:
            yield folder
        finally:
            if lock is not None:
                os.close(lock)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def remove_abandoned(where: Path, *, young: float = _YOUNG_SECONDS) -> int:
    """Remove the folders that no process has locked; return how many."""
    removed = 0
    for folder in where.glob(f"{_PREFIX}*"):
        with suppress(OSError):
            found = folder.lstat()
            if found.st_uid not in {os.geteuid(), UNPRIVILEGED_USER} or time.time() - found.st_mtime < young:
                continue
            if (lock := _lock(folder)) is not None:
                shutil.rmtree(folder, ignore_errors=True)
                os.close(lock)
                removed += 1
    return removed


def _lock(folder: Path) -> int | None:
    """A lock on the folder that ends with this process; None: another one has it."""
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(number)
        return None
    return number
