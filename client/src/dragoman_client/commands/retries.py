"""Retries of a command line: a person waits for them, and is told."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman_client.commands.failures import tell
from dragoman_client.options import Retry

_LONG = 3.0  # seconds: a pause that a person would take for a hang


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldRetry(Retry):
    """Says that it waits."""

    def pause(self, attempt: int, retry_after: float | None) -> float | None:
        """As `Retry.pause`."""
        # By its name: a class with slots is made anew by the decorator, and `super()` does not find it.
        seconds = Retry.pause(self, attempt, retry_after)
        if seconds is not None and seconds > _LONG:
            tell(f"The service cannot do this now; trying again in {seconds:.0f} seconds.")
        return seconds
