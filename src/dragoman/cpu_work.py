"""Work that only computes, in a process that also answers requests.

Short work is done at once. Long work goes to a thread, where Python switches to the event loop every
millisecond (`shorten_switch_interval`). There is one such thread, because several would leave the event loop
little time. A fair semaphore shares it among accounts. Work of seconds is split into slices.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Final, TypeVar
from weakref import WeakKeyDictionary

from dragoman.fair_semaphore import FairSemaphore
from dragoman.segments import Segment, Text

_T = TypeVar("_T")
_QUICK: Final = 20_000  # characters: a batch of ordinary sentences, read in a few milliseconds
_CODE: Final = 50  # characters that take about as long as one code, or a segment of any content
_THREAD: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="long-work")
_SEMAPHORES: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, FairSemaphore]] = WeakKeyDictionary()
_SWITCH_SECONDS: Final = 0.001


def shorten_switch_interval() -> None:
    """Let threads yield to the event loop after 1 ms. Python's default of 5 ms adds up over a request."""
    sys.setswitchinterval(_SWITCH_SECONDS)


async def run(weight: int, work: Callable[[], _T]) -> _T:
    """Run work on so many characters; codes weigh more (see `weigh`)."""
    if is_short(weight):
        return work()
    loop = asyncio.get_running_loop()
    async with _SEMAPHORES.setdefault(loop, FairSemaphore(1)):
        return await loop.run_in_executor(_THREAD, work)


async def collect(weight: int, items: Iterator[_T], *, at_once: int) -> list[_T]:
    """Collect the computed items of an iterator in slices of `at_once`; `weight` is that of all items."""
    found: list[_T] = []
    while some := await run(weight, lambda: list(islice(items, at_once))):
        found += some
    return found


async def run_in_bulk(bulk: FairSemaphore, weight: int, work: Callable[[], _T]) -> _T:
    """Run work on a whole document: long work in a thread, holding `bulk`, which is fair among accounts."""
    if is_short(weight):
        return work()
    async with bulk:
        return await asyncio.to_thread(work)


def is_short(weight: int) -> bool:
    """Whether work on so many characters is done at once, because starting a thread would take longer."""
    return weight <= _QUICK


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
