"""Suspend Python's cyclic garbage collector during work that creates very many values and no cycles.

The collector would traverse all values repeatedly while they are created, which is two thirds of the time of
reading a large document's units.
"""

from __future__ import annotations

import functools
import gc
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def without_collections(work: Callable[P, T]) -> Callable[P, T]:
    """Wrap `work` so that no thread collects garbage during it; it should take two seconds at most.

    Where several of these overlap, the first to begin also switches the collector on again; the others then
    only take longer.
    """

    @functools.wraps(work)
    def undisturbed(*args: P.args, **kwargs: P.kwargs) -> T:
        if not gc.isenabled():
            return work(*args, **kwargs)
        gc.disable()
        try:
            return work(*args, **kwargs)
        finally:
            gc.enable()

    return undisturbed
