"""Waiting for what must come true: tests wait for conditions, never for a clock.

The ceiling is for what never comes. It is far from what any machine needs. A step of a browser has less: one
that does not come fails its test within a minute. TEST_TIME_SCALE=… makes both larger.
"""

from __future__ import annotations

import asyncio
import inspect
import os
import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

TIME_SCALE: Final = float(os.environ.get("TEST_TIME_SCALE", "1"))
CEILING: Final = 600 * TIME_SCALE  # seconds
STEP: Final = 50 * TIME_SCALE  # seconds: a click, a page, or a request of a page

Value = TypeVar("Value")


def wait_until(
    read: Callable[[], Value],
    holds: Callable[[Value], object] = bool,
    *,
    explain: Callable[[], object] = str,
) -> Value:
    """Read a value until it is true, or until `holds` is true of it; gives the value.

    `explain` gives the end of the message of a failure.
    """
    deadline = time.monotonic() + CEILING
    while not holds(value := read()):
        assert time.monotonic() < deadline, f"still {value!r} after {CEILING:.0f} s {explain()}"
        time.sleep(0.02)
    return value


async def until(read: Callable[[], Any], holds: Callable[[Any], object] = bool) -> Any:
    """The same in an event loop; `read` is a function or a coroutine function."""
    deadline = time.monotonic() + CEILING
    while True:
        value = read()
        if inspect.isawaitable(value):
            value = await value
        if holds(value):
            return value
        assert time.monotonic() < deadline, f"still {value!r} after {CEILING:.0f} s"
        await asyncio.sleep(0.02)
