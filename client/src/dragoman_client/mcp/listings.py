"""The first items of long lists."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TypeVar

T = TypeVar("T")


async def take(items: AsyncIterator[T], most: int) -> AsyncIterator[T]:
    """The first items, at most so many; no page is fetched for more."""
    left = most
    if left < 1:
        return
    async for item in items:
        yield item
        left -= 1
        if left == 0:
            return
