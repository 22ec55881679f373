"""Work for later: a thread that runs functions when their time has come."""

from __future__ import annotations

import heapq
import itertools
import sys
import threading
import time
import traceback
from collections.abc import Callable


class Scheduler:
    """Runs functions after a delay, each in a thread of its own. The clock's thread starts with the first."""

    def __init__(self) -> None:
        self._due: list[tuple[float, int, Callable[[], object]]] = []
        self._numbers = itertools.count()
        self._condition = threading.Condition()
        self._thread: threading.Thread | None = None
        self._is_closed = False

    def run_later(self, seconds: float, work: Callable[[], object]) -> None:
        """Run a function after so many seconds, unless the mock is closed before."""
        with self._condition:
            if self._is_closed:
                return
            heapq.heappush(self._due, (time.monotonic() + seconds, next(self._numbers), work))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="dragoman-mock-clock", daemon=True)
                self._thread.start()
            self._condition.notify()

    def close(self) -> None:
        """Forget what is not due yet."""
        with self._condition:
            self._is_closed = True
            self._due.clear()
            self._condition.notify()

    def _run(self) -> None:
        while True:
            with self._condition:
                while not self._is_closed and (not self._due or self._due[0][0] > time.monotonic()):
                    wait = self._due[0][0] - time.monotonic() if self._due else None
                    self._condition.wait(wait)
                if self._is_closed:
                    return
                _, _, work = heapq.heappop(self._due)
            threading.Thread(target=_run_safely, args=(work,), daemon=True).start()


def _run_safely(work: Callable[[], object]) -> None:
    try:
        work()
    except Exception:  # a thread that ends would say nothing
        traceback.print_exc(file=sys.stderr)
