"""How many deliveries a receiver may have under way at once, so that none keeps others waiting.

One that answers in good time gets more, one that fails fewer, one that is slow half as many: down to one at a
time, which finds out whether it is back. The number is in the database, for all processes together.
"""

from __future__ import annotations

import asyncio
import enum
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

FIRST: Final = 4  # to a receiver not heard of before
MOST: Final = 16
_SLOW_SECONDS: Final = 2.0
_CONCURRENCY: Final = 8
_WAIT_SECONDS: Final = 1.0


class LimitChange(enum.Enum):
    """How a delivery changes its receiver's limit."""

    NONE = "none"
    MORE = "more"
    FEWER = "fewer"
    HALF = "half"


def judge(*, delivered: bool, seconds: float) -> LimitChange:
    """How a receiver's number changes after a try."""
    if seconds > _SLOW_SECONDS:
        return LimitChange.HALF
    return LimitChange.MORE if delivered else LimitChange.FEWER


@dataclass(slots=True)
class _Line:
    """The deliveries of this process to one receiver."""

    slots: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_CONCURRENCY))
    people: int = 0
    quick: bool = False


class ReceiverQueues:
    """Limits how many deliveries of one process wait in the database for the same quick receiver."""

    def __init__(self) -> None:
        self._lines: dict[str, _Line] = {}

    @asynccontextmanager
    async def wait(self, receiver: str) -> AsyncIterator[None]:
        """Wait briefly for a free slot if the receiver is known to be quick; continue in any case."""
        line = self._lines.setdefault(receiver, _Line())
        line.people += 1
        held = False
        try:
            if line.quick:
                with suppress(TimeoutError):
                    async with asyncio.timeout(_WAIT_SECONDS):
                        held = await line.slots.acquire()
            yield
        finally:
            if held:
                line.slots.release()
            line.people -= 1
            if not line.people:
                del self._lines[receiver]

    def note(self, receiver: str, *, quick: bool) -> None:
        """Record whether the receiver answered quickly."""
        if receiver in self._lines:
            self._lines[receiver].quick = quick
