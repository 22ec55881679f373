"""Previews that were made, in the memory of this process: the last ones, for a short time."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeVar

from dragoman.errors import Unavailable

_MOST: Final = 16
_MOST_BYTES: Final = 64 * 1024 * 1024
_SECONDS: Final = 900.0  # after which it is made anew
_MOST_MAKING: Final = 8  # in all, those that wait for their turn included


class _Sized(Protocol):
    @property
    def size(self) -> int: ...


Made = TypeVar("Made", bound=_Sized)


@dataclass(slots=True)
class _Kept:
    version: Hashable
    made: Any
    since: float


@dataclass(slots=True, eq=False)
class PreviewStore:
    """Keeps previews by what they are of. Belongs to one event loop.

    Who may see one is checked before it is asked for.
    """

    printing: asyncio.Lock = field(default_factory=asyncio.Lock)  # of pages, which takes seconds
    _kept: OrderedDict[int, _Kept] = field(default_factory=OrderedDict)
    _locks: dict[int, tuple[asyncio.Lock, int]] = field(default_factory=dict)  # and how many use it
    _making: int = 0

    async def get(self, key: int, version: Hashable, make: Callable[[], Awaitable[Made]]) -> Made:
        """Get what was made of this version, else make it; others who want the same wait for it.

        Raises `Unavailable` when too many are being made.
        """
        if (found := self._find(key, version)) is not None:
            return found  # type: ignore[no-any-return]
        if self._making >= _MOST_MAKING:
            raise Unavailable("Many previews are being made now. Try again in a few seconds.", retry_after=5)
        self._making += 1
        lock, users = self._locks.get(key, (asyncio.Lock(), 0))
        self._locks[key] = (lock, users + 1)
        try:
            async with lock:
                if (found := self._find(key, version)) is not None:
                    return found  # type: ignore[no-any-return]
                made = await make()
                self._keep(key, _Kept(version, made, time.monotonic()))
                return made
        finally:
            self._making -= 1
            lock, users = self._locks[key]
            self._locks[key] = (lock, users - 1)
            if users == 1:
                del self._locks[key]

    def _find(self, key: int, version: Hashable) -> Any:
        self._forget_old()
        kept = self._kept.get(key)
        if kept is None or kept.version != version:
            return None
        self._kept.move_to_end(key)
        return kept.made

    def _keep(self, key: int, kept: _Kept) -> None:
        self._kept.pop(key, None)
        self._kept[key] = kept
        while len(self._kept) > _MOST or sum(one.made.size for one in self._kept.values()) > _MOST_BYTES:
            self._kept.popitem(last=False)

    def _forget_old(self) -> None:
        end = time.monotonic() - _SECONDS
        for key in [key for key, kept in self._kept.items() if kept.since < end]:
            del self._kept[key]
