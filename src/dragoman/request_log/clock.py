"""The database's clock, as a process knows it: the times of calls of all processes are of this one clock.

Each statement tells the time of the database, later than it was by as much as the answer took. The best such
measurement holds until another is about as good, so that calls of one process keep their order.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

_DRIFT: Final = 1e-4  # seconds in each second, by which two clocks may go apart


class DatabaseClock:
    """What `time.monotonic` of this process is on the clock of the database."""

    def __init__(self) -> None:
        self._zero: datetime | None = None  # when `time.monotonic` was 0
        self._uncertainty = 0.0  # seconds
        self._measured = 0.0

    def learn(self, now: datetime, *, asked: float, answered: float) -> None:
        """Take in that the database's time was `now` between two times of `time.monotonic`."""
        uncertainty = answered - asked
        tolerance = self._uncertainty + (answered - self._measured) * _DRIFT
        if self._zero is None or uncertainty <= tolerance:
            self._zero = now - timedelta(seconds=answered)
            self._uncertainty = uncertainty
            self._measured = answered

    def at(self, monotonic: float) -> datetime:
        """The database's time at a time of `time.monotonic`; something must have been learnt."""
        assert self._zero is not None
        return self._zero + timedelta(seconds=monotonic)
