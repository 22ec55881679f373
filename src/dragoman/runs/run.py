"""One run of a job: how its work ends.

Each run of a job claims it with a number, and only the run with the last number may record anything. A run
that dies leaves what it stored, and the next one goes on from there. A run ends in one of five ways:

- with an outcome;
- with a failure, which is the job's outcome;
- with a pause: others wait, and the job is queued again;
- superseded: there is nothing to record;
- with an error, for which the queue runs the job again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from dragoman.telemetry import log

Outcome = TypeVar("Outcome")
Failure = TypeVar("Failure")


class Superseded(Exception):
    """The run may not record anything: its job ended or was deleted, or a later run has claimed it."""


class Paused(Exception):
    """Other work waits: the job continues later from what is stored."""


async def perform(
    work: Callable[[], Awaitable[Outcome]],
    *,
    explain: Callable[[Exception], Failure | None],
    pause: Callable[[], Awaitable[None]],
    subject: str,
) -> Outcome | Failure | None:
    """Do a run's work. Returns what to record; None when there is nothing to record.

    `explain` turns an error into the failure that ends the job; where it gives None, the error is raised.
    `pause` queues the job again after `Paused`. `subject` names the job in the log.
    """
    try:
        return await work()
    except Superseded:
        log().info("run.superseded", subject=subject)
        return None
    except Paused:
        await pause()
        return None
    except Exception as error:
        failure = explain(error)
        if failure is None:
            raise
        return failure


async def never_pause() -> None:
    """The `pause` of work that never raises `Paused`."""
    raise AssertionError("this run does not pause")
