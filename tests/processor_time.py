"""Processor time of a piece of work, as tests of growth compare it: the least of some tries.

Other processes on the machine do not count, and neither do collections of garbage: they grow with what all
the tests before have left behind, not with the work.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable


def least_processor_time(work: Callable[[], object], *, tries: int = 3) -> float:
    """Seconds of processor time that the work takes, at best of the tries."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        return min(_processor_time(work) for _ in range(tries))
    finally:
        if collecting:
            gc.enable()


def relative_processor_time(work: Callable[[], object], *, tries: int = 3) -> float:
    """The same, as a multiple of what counting to a million takes: a bound on it holds on any machine."""
    return least_processor_time(work, tries=tries) / least_processor_time(_count_to_a_million, tries=tries)


def _count_to_a_million() -> None:
    total = 0
    for number in range(1_000_000):
        total += number


def _processor_time(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun
