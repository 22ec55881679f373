"""Work on texts that may be long: at once where it is short, else in a thread, so that others get a turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

_T = TypeVar("_T")
_QUICK: Final = 20_000  # characters: a batch of ordinary sentences, read in a few milliseconds


async def run(characters: int, work: Callable[[], _T]) -> _T:
    """Do work on so many characters."""
    return work() if characters <= _QUICK else await asyncio.to_thread(work)
