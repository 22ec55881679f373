"""When deliveries are tried, and when they are given up. Pure."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

_MINUTE: Final = 60.0
_HOUR: Final = 60 * _MINUTE


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """The times of the tries, in seconds after the event, ascending; the last one ends it."""

    delays: tuple[float, ...]
    jitter: float = 0  # share by which each time may vary, either way


# D8: eight tries within the hour for which a document is kept.
DOCUMENTS: Final = Schedule(
    delays=(0, 5, 30, 2 * _MINUTE, 5 * _MINUTE, 10 * _MINUTE, 20 * _MINUTE, 40 * _MINUTE)
)
# N3, with jitter: the receivers of a project's many files do not all come back in one second.
PROJECTS: Final = Schedule(
    delays=(0, 5, 5 * _MINUTE, 30 * _MINUTE, *(hours * _HOUR for hours in (2, 5, 10, 14, 20, 24))),
    jitter=0.2,
)

# A test event: who asked for it looks at the first try.
ONCE: Final = Schedule(delays=(0,))


@dataclass(frozen=True, slots=True, kw_only=True)
class NextTry:
    """The next try of a delivery."""

    step: int  # index into the schedule's times, from 0
    due: datetime


def draw_delays(schedule: Schedule) -> list[float]:
    """The times for one notification, jitter applied, in order."""
    spread = schedule.jitter
    return sorted(delay * random.uniform(1 - spread, 1 + spread) for delay in schedule.delays)  # noqa: S311 - spreads load only


def plan_next(
    delays: Sequence[float], *, scheduled: datetime, step: int, now: datetime, not_before: datetime | None
) -> NextTry | None:
    """What follows the failed try of `step`; None when it was the last.

    The delays count from `scheduled`. A try whose time has passed (the one before took long, or waited)
    follows at once; none follows once the last time has passed. `not_before`, a receiver's `Retry-After`,
    skips the times before it, but not the last.
    """
    end = scheduled + timedelta(seconds=delays[-1])
    following = step + 1
    if following >= len(delays) or now >= end:
        return None
    due = scheduled + timedelta(seconds=delays[following])
    if not_before is not None and not_before > due:
        due = min(not_before, end)
        following = max(
            index for index, delay in enumerate(delays) if scheduled + timedelta(seconds=delay) <= due
        )
    return NextTry(step=following, due=max(due, now))
