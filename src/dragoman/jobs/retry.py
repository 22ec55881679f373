"""When a job that failed is tried again."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from typing import Final

from procrastinate import BaseRetryStrategy, RetryDecision
from procrastinate.jobs import Job

from dragoman.database.connections import is_outage
from dragoman.errors import DragomanError, TimedOut, Unavailable

_FIRST_SECONDS: Final = 0.5
_LONGEST_SECONDS: Final = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Retry(BaseRetryStrategy):
    """Twice as long each time up to a minute, with jitter; without end if the job is not the cause."""

    attempts: int  # at a job whose own doing fails, the first one included

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        """None when it is not to be tried again."""
        if isinstance(exception, asyncio.CancelledError):  # the worker is stopping: the next one goes on
            return RetryDecision(retry_in={"seconds": 0})
        if not self._is_worth_it(exception, job.attempts):
            return None
        longest = min(_LONGEST_SECONDS, _FIRST_SECONDS * 2 ** min(job.attempts, 16))
        return RetryDecision(retry_in={"milliseconds": round(1000 * longest * random.uniform(0.5, 1))})  # noqa: S311

    def _is_worth_it(self, exception: BaseException, tried: int) -> bool:
        if is_outage_of_service(exception):
            return True
        if isinstance(exception, DragomanError) and not isinstance(exception, TimedOut):
            return False  # the domain refuses, and would again
        return tried + 1 < self.attempts


def is_outage_of_service(error: BaseException) -> bool:
    """Whether something that the service needs is away or full: no fault of the job, so never its end."""
    return isinstance(error, Unavailable | OSError) or is_outage(error)
