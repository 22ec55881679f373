"""Work that only computes, in a process that also answers requests.

Short work is done at once. Long work goes to a thread, where Python switches to the event loop every
millisecond (`shorten_switch_interval`). There are two such threads, because more would leave the event loop
little time: one for requests, and one for whole documents, so that requests need not wait for them. Work of
seconds is split into slices.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from itertools import islice
from typing import Final, TypeVar
from weakref import WeakKeyDictionary

from dragoman.fair_semaphore import FairSemaphore
from dragoman.segments import Segment, Text

_T = TypeVar("_T")
_QUICK: Final = 20_000  # characters: a batch of ordinary sentences, read in a few milliseconds
_CODE: Final = 50  # characters that take about as long as one code, or a segment of any content
_SWITCH_SECONDS: Final = 0.001
LONG: Final = _QUICK + 1  # the weight of work that is long for any text


class CpuThread:
    """A thread for long work. A fair semaphore shares it among accounts."""

    def __init__(self, name: str) -> None:
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
        self._semaphores: WeakKeyDictionary[asyncio.AbstractEventLoop, FairSemaphore] = WeakKeyDictionary()

    async def run(self, work: Callable[[], _T]) -> _T:
        """Run work in the thread, holding the semaphore."""
        loop = asyncio.get_running_loop()
        async with self._semaphores.setdefault(loop, FairSemaphore(1)):
            return await loop.run_in_executor(self._executor, copy_context().run, work)


REQUEST_THREAD: Final = CpuThread("cpu-requests")
DOCUMENT_THREAD: Final = CpuThread("cpu-documents")


def shorten_switch_interval() -> None:
    """Let threads yield to the event loop after 1 ms. Python's default of 5 ms adds up over a request."""
    sys.setswitchinterval(_SWITCH_SECONDS)


async def run(weight: int, work: Callable[[], _T], *, thread: CpuThread = REQUEST_THREAD) -> _T:
    """Run work on so many characters; codes weigh more (see `weigh`). Long work runs in the thread."""
    return work() if weight <= _QUICK else await thread.run(work)


async def collect(weight: int, items: Iterator[_T], *, at_once: int) -> list[_T]:
    """Collect the computed items of an iterator in slices of `at_once`; `weight` is that of all items."""
    found: list[_T] = []
    while some := await run(weight, lambda: list(islice(items, at_once))):
        found += some
    return found


def weigh(segments: Iterable[Segment]) -> int:
    """Estimate the work on segments in characters; counting stops when the work counts as long."""
    weight = 0
    for segment in segments:
        weight += _CODE
        for part in segment:
            weight += len(part.text) if isinstance(part, Text) else _CODE
        if weight > _QUICK:
            break
    return weight
