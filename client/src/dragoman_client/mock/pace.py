"""How fast work goes: jobs of documents, projects, imports."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class JobPace:
    """When a job ends: after so many reads of its unfinished status, or so many seconds, whichever is first.

    None takes one of the two away. With neither, a job ends when the test calls `MockServer.finish_jobs`.
    """

    reads: int | None = 1
    seconds: float | None = 0.2

    def is_over(self, *, reads: int, age: float) -> bool:
        """Whether a job of this age (seconds) that was read so often has ended."""
        return (self.reads is not None and reads > self.reads) or (
            self.seconds is not None and age >= self.seconds
        )
