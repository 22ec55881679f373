"""A circuit breaker: a service that fails again and again is left alone for a while, then tried once."""

from __future__ import annotations

import enum
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from dragoman.engines.engine import EngineUnavailable
from dragoman.engines.http.failures import CallFailure, ServiceFailed

FAILURES: Final = 5  # in a row
_FIRST_SECONDS: Final = 5.0
_LONGEST_SECONDS: Final = 300.0
_MOST_DOUBLINGS: Final = 10
# Failures that no other call can do without: time for the operator.
_AT_ONCE: Final = {CallFailure.KEY_REFUSED: 60.0, CallFailure.QUOTA_USED: 300.0}
_LONGEST_WISH: Final = 3600.0


class CircuitState(enum.StrEnum):
    """Whether calls are made."""

    CLOSED = "closed"  # all
    OPEN = "open"  # none
    HALF_OPEN = "half_open"  # one, which decides


@dataclass(frozen=True, slots=True, kw_only=True)
class CircuitReport:
    """The state of a circuit breaker, for operators."""

    state: CircuitState
    failures: int  # in a row
    last_error: str = ""  # empty: none, or a call has succeeded since
    failed_at: datetime | None = None
    opens_at: datetime | None = None  # when the next call is made


class CircuitBreaker:
    """Counts failures in a row. Belongs to one event loop."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures = 0
        self._opened = 0  # times in a row
        self._until: float | None = None  # None: closed
        self._probing = False
        self._last_error = ""
        self._note = ""
        self._failed_at: datetime | None = None

    @contextmanager
    def call(self) -> Iterator[None]:
        """Make a call in the block, and learn from how it ends. Raises `EngineUnavailable` while open."""
        self.refuse_while_open()
        is_probe = self._until is not None
        self._probing |= is_probe
        try:
            yield
        except ServiceFailed as error:
            if error.failure is CallFailure.REFUSED:  # it answered; another text may be accepted
                self._close()
            else:
                self._fail(error)
            raise
        else:
            self._close()
        finally:
            if is_probe:
                self._probing = False

    def refuse_while_open(self) -> None:
        """Raise `EngineUnavailable` where no call is made now."""
        if self._until is not None and (self._probing or self._clock() < self._until):
            raise EngineUnavailable(f"The service is left alone for a while: {self._last_error}")

    @property
    def is_closed(self) -> bool:
        """Whether all calls are made."""
        return self._until is None

    def note(self, message: str) -> None:
        """Show the operator a fault that is not a call's, until it is taken back by an empty message."""
        self._note = message

    def report(self) -> CircuitReport:
        """The state now."""
        state, opens_at = CircuitState.CLOSED, None
        if self._until is not None:
            wait = self._until - self._clock()
            state = CircuitState.OPEN if wait > 0 else CircuitState.HALF_OPEN
            opens_at = datetime.now(UTC) + timedelta(seconds=max(0.0, wait))
        return CircuitReport(
            state=state,
            failures=self._failures,
            last_error=self._last_error or self._note,
            failed_at=self._failed_at,
            opens_at=opens_at,
        )

    def _close(self) -> None:
        self._failures, self._opened, self._until = 0, 0, None
        self._last_error, self._failed_at = "", None

    def _fail(self, error: ServiceFailed) -> None:
        self._failures += 1
        self._last_error, self._failed_at = error.message, datetime.now(UTC)
        seconds = _AT_ONCE.get(error.failure)
        if seconds is None and error.failure is CallFailure.BUSY and error.retry_after is not None:
            seconds = min(error.retry_after, _LONGEST_WISH)
        if seconds is None and (self._failures >= FAILURES or self._until is not None):
            seconds = min(_FIRST_SECONDS * 2 ** min(self._opened, _MOST_DOUBLINGS), _LONGEST_SECONDS)
        if seconds is not None:
            self._opened += 1
            self._until = self._clock() + seconds
