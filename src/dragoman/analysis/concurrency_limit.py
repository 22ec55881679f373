"""The limit of concurrent analyses in one process: clients wait for them, so they are refused, not queued."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from dragoman.errors import TooManyRequests, Unavailable

_MOST: Final = 4
_MOST_PER_ACCOUNT: Final = 2  # so that no account takes all slots
_BUSY_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True, eq=False)
class AnalysisSlots:
    """The slots for analyses of one process."""

    _taken: Counter[int] = field(default_factory=Counter)  # by owner

    @contextmanager
    def take(self, owner: int) -> Iterator[None]:
        """Hold a slot for an account.

        Raises `TooManyRequests` when the account has no slot left, `Unavailable` when all are taken.
        """
        if self._taken[owner] >= _MOST_PER_ACCOUNT:
            raise TooManyRequests(
                f"{_MOST_PER_ACCOUNT} documents of this account are being analysed. Send the next one when "
                "one of them is done.",
                retry_after=_BUSY_SECONDS,
            )
        if self._taken.total() >= _MOST:
            raise Unavailable(
                f"{_MOST} documents are being analysed, which is as many as one process does at once. "
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
