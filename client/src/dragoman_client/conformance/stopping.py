"""How a run ends early: between two requests, never amid one, so that it is known what was created."""

from __future__ import annotations

import time
from typing import Final

_STEP: Final = 0.2  # seconds until a wait notices


class StopRequest:
    """Asks a run to end. `request` may be called by a handler of signals or by another thread."""

    def __init__(self) -> None:
        self._is_requested = False

    def request(self) -> bool:
        """Ask for the end; False when that was asked before and has not happened yet."""
        was_requested, self._is_requested = self._is_requested, True
        return not was_requested

    def check(self) -> None:
        """Raise KeyboardInterrupt where the end is asked for: once, for what was created is removed then."""
        if self._is_requested:
            self._is_requested = False
            raise KeyboardInterrupt

    def sleep(self, seconds: float) -> None:
        """Sleep, or raise KeyboardInterrupt when the end is asked for meanwhile."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self.check()
            time.sleep(min(left, _STEP))
        self.check()
