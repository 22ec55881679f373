"""Python's collector of cyclic garbage, kept away from work that makes a great many values and no cycles.

It would look through all of them again and again while they are made: two thirds of the time that reading a
large document's units takes.
"""

from __future__ import annotations

import functools
import gc
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def without_collections(work: Callable[P, T]) -> Callable[P, T]:
    """`work`, during which nothing is collected, in no thread: it should take a second or two at most.

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
