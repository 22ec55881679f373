"""Force the end of a process that hangs, so that a supervisor need not wait.

Requests, jobs and the embedded database end in order within limits of their own. The forced exit is for
unforeseen cases, such as a thread that does not return.
"""

from __future__ import annotations

import os
import threading
from typing import Final

from dragoman.settings import Settings
from dragoman.telemetry import log

CLOSING_SECONDS: Final = 30.0  # for all that is closed when requests and jobs have ended


def limit_ending(settings: Settings, *, draining: bool) -> None:
    """End the process by force, with status 1, when it has not ended in time."""
    seconds = settings.grace_seconds + CLOSING_SECONDS + (settings.drain_seconds if draining else 0)
    timer = threading.Timer(seconds, _end, args=[seconds])
    timer.daemon = True
    timer.start()


def _end(seconds: float) -> None:
    log().error("process.ended_by_force", seconds=seconds)
    os._exit(1)
