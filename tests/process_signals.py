"""Signals to processes that may end meanwhile: PostgreSQL's, for example, come and go all the time."""

from __future__ import annotations

import signal
from collections.abc import Iterable
from contextlib import suppress

import psutil


def signal_all(processes: Iterable[psutil.Process], number: int) -> list[psutil.Process]:
    """Send a signal to each that is still there; gives these."""
    reached = []
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.send_signal(number)
            reached.append(process)
    return reached


def kill_all(processes: Iterable[psutil.Process]) -> list[psutil.Process]:
    """Kill each that is still there; gives these."""
    return signal_all(processes, signal.SIGKILL)
