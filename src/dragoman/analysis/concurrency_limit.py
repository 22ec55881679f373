"""How many analyses one process makes at once: their senders wait for them, so none may queue for long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from dragoman.errors import TooManyRequests, Unavailable

_AT_ONCE: Final = 4
_OF_ONE: Final = 2  # so that nobody has all places
_BUSY_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True, eq=False)
class AnalysisSlots:
    """The places of one process."""

    _taken: Counter[int] = field(default_factory=Counter)  # by owner

    @contextmanager
    def take(self, owner: int) -> Iterator[None]:
        """Hold a place for an account.

        Raises `TooManyRequests` when it has enough of them, `Unavailable` when all are taken.
        """
        if self._taken[owner] >= _OF_ONE:
            raise TooManyRequests(
                f"{_OF_ONE} documents of this account are being analysed. Send the next one when one of "
                "them is done.",
                retry_after=_BUSY_SECONDS,
            )
        if self._taken.total() >= _AT_ONCE:
            raise Unavailable(
                f"{_AT_ONCE} documents are being analysed, which is as many as one process does at once. "
                "Send this one again in a few seconds.",
                retry_after=_BUSY_SECONDS,
            )
        self._taken[owner] += 1
        try:
            yield
        finally:
            self._taken[owner] -= 1
            if not self._taken[owner]:
                del self._taken[owner]
