"""No process outlives the tests that started it: a check at the end of each pytest process."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import psutil

MARK = "TEST_RUN"  # inherited by what tests start, also where its parent has ended


def find_left(folder: Path, mark: str) -> list[psutil.Process]:
    """Processes of tests: our children, what inherited the mark, and what works on files of the tests."""
    ours = psutil.Process()
    left = [one for one in ours.children(recursive=True) if not _ends_with_us(one)]
    family = {
        ours.pid,
        *(one.pid for one in ours.parents()),
        *(one.pid for one in ours.children(recursive=True)),
    }
    others = (one for one in psutil.process_iter() if one.pid not in family)
    return left + [one for one in others if _is_of_tests(one, folder, mark)]


def _ends_with_us(child: psutil.Process) -> bool:
    """Whether a child is dead already, or Python's tracker of shared memory, which its parent's end ends."""
    with suppress(psutil.Error):
        tracker = any("multiprocessing.resource_tracker" in word for word in child.cmdline())
        return tracker or child.status() == psutil.STATUS_ZOMBIE
    return True


def _is_of_tests(process: psutil.Process, folder: Path, mark: str) -> bool:
    with suppress(psutil.Error, OSError):
        if process.environ().get(MARK) == mark:
            return True
    with suppress(psutil.Error, OSError):  # PostgreSQL and its `idle_shutdown` inherit nothing
        return Path(process.cwd()).is_relative_to(folder) or any(
            f"{folder}{os.sep}" in f"{word}{os.sep}" for word in process.cmdline()
        )
    return False


def describe(processes: list[psutil.Process]) -> list[str]:
    """A line for each that still exists."""
    lines = []
    for process in processes:
        with suppress(psutil.Error):
            lines.append(f"{process.pid} (parent {process.ppid()}): {' '.join(process.cmdline())[:300]}")
    return lines


def new_mark() -> str:
    """Mark what this process starts from now on; gives the mark."""
    mark = os.environ[MARK] = f"{os.getpid()}-{os.urandom(4).hex()}"
    return mark
