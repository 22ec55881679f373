"""Processor time of a piece of work, as tests of growth compare it: the least of some tries.

Other processes on the machine do not count, and neither do collections of garbage: they grow with what all
the tests before have left behind, not with the work.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


def least_processor_time(work: Callable[[], object], *, tries: int = 3) -> float:
    """Seconds of processor time that the work takes, at best of the tries."""
    with _uncollected():
        return min(_processor_time(work) for _ in range(tries))


def relative_processor_time(work: Callable[[], object], *, tries: int = 10) -> float:
    """The same, as a multiple of what counting to a million takes: a bound on it holds on any machine.

    The tries of both alternate: a processor that shares a core with other work is slower for a while.
    """
    with _uncollected():
        spent = [(_processor_time(work), _processor_time(_count_to_a_million)) for _ in range(tries)]
    return min(own for own, _ in spent) / min(counting for _, counting in spent)


@contextmanager
def _uncollected() -> Iterator[None]:
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _count_to_a_million() -> None:
    total = 0
    for number in range(1_000_000):
        total += number


def _processor_time(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun
