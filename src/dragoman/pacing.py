"""Work that only computes, in a process that also answers requests.

Short work is done at once. Long work goes to a thread, where Python gives the event loop a turn every few
milliseconds; one thread for all of it, as several would leave the loop little of Python.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from dragoman.segments import Segment, Text
from dragoman.sharing import FairSemaphore

_T = TypeVar("_T")
_QUICK: Final = 20_000  # characters: a batch of ordinary sentences, read in a few milliseconds
_CODE: Final = 50  # characters that take about as long as one code, or a segment whatever is in it
_THREAD: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="long-work")


async def run(weight: int, work: Callable[[], _T]) -> _T:
    """Do work on so many characters; codes weigh more (`weigh`)."""
    if is_short(weight):
        return work()
    return await asyncio.get_running_loop().run_in_executor(_THREAD, work)


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
