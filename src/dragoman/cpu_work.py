"""Work that only computes, in a process that also answers requests.

Short work is done at once. Long work goes to a thread, where Python gives the event loop a turn every
millisecond (`give_turns`); one thread for all of it, as several would leave the loop little of Python, and
accounts take turns in it. Work of seconds is given to it in slices.
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
_CODE: Final = 50  # characters that take about as long as one code, or a segment whatever is in it
_THREAD: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="long-work")
_TURNS: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, FairSemaphore]] = WeakKeyDictionary()
_SWITCH_SECONDS: Final = 0.001


def give_turns() -> None:
    """Have threads let the event loop go on after a millisecond; Python's own five add up over a request."""
    sys.setswitchinterval(_SWITCH_SECONDS)


async def run(weight: int, work: Callable[[], _T]) -> _T:
    """Do work on so many characters; codes weigh more (`weigh`)."""
    if is_short(weight):
        return work()
    loop = asyncio.get_running_loop()
    async with _TURNS.setdefault(loop, FairSemaphore(1)):
        return await loop.run_in_executor(_THREAD, work)


async def collect(weight: int, items: Iterator[_T], *, at_once: int) -> list[_T]:
    """All items of an iterator that works for each, in slices of so many; `weight` is that of all of them."""
    found: list[_T] = []
    while some := await run(weight, lambda: list(islice(items, at_once))):
        found += some
    return found


async def run_in_bulk(bulk: FairSemaphore, weight: int, work: Callable[[], _T]) -> _T:
    """Do work on a whole document: long work in a thread, with `bulk` held, for accounts to take turns."""
    if is_short(weight):
        return work()
    async with bulk:
        return await asyncio.to_thread(work)


def is_short(weight: int) -> bool:
    """Whether work on so many characters is done at once: a thread would take longer to begin and to tell."""
    return weight <= _QUICK


def weigh(segments: Iterable[Segment]) -> int:
    """About how much work segments are, in characters; of long work only that it is long."""
    weight = 0
    for segment in segments:
        weight += _CODE
        for part in segment:
            weight += len(part.text) if isinstance(part, Text) else _CODE
        if weight > _QUICK:
            break
    return weight
