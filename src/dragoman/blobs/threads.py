"""Blocking file operations in threads of their own, so that a slow disk holds up nothing else."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from dragoman.cancellation import run_to_end

_T = TypeVar("_T")
_THREADS: Final = 8


class DiskThreads:
    """A few threads. A cancelled caller waits until its work in a thread has ended."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(_THREADS, thread_name_prefix="blobs")

    async def run(self, work: Callable[[], _T], *, undo: Callable[[_T], object] | None = None) -> _T:
        """Run `work` in a thread; call `undo` with its result when the caller was cancelled meanwhile."""
        return await run_to_end(work, executor=self._executor, undo=undo)

    def close(self) -> None:
        """Let the threads end."""
        self._executor.shutdown(wait=False)
