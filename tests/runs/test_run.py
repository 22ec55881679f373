"""A run ends with an outcome, a failure, a pause, nothing, or an error for the queue."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from dragoman.runs.run import Paused, Superseded, never_pause, perform


def ends(error: Exception) -> Callable[[], Awaitable[str]]:
    async def work() -> str:
        raise error

    return work


def explain(error: Exception) -> str | None:
    return f"failed: {error}" if isinstance(error, ValueError) else None


async def run(work: Callable[[], Awaitable[str]], pauses: list[str] | None = None) -> str | None:
    async def pause() -> None:
        assert pauses is not None, "this run was not to pause"
        pauses.append("queued again")

    return await perform(work, explain=explain, pause=pause, subject="job 1")


async def test_an_outcome_is_to_be_recorded() -> None:
    async def work() -> str:
        return "done"

    assert await run(work) == "done"


async def test_an_explained_error_is_the_outcome() -> None:
    assert await run(ends(ValueError("no such pair"))) == "failed: no such pair"


async def test_any_other_error_is_for_the_queue() -> None:
    with pytest.raises(OSError, match="disk"):
        await run(ends(OSError("disk")))


async def test_a_paused_run_is_queued_again_and_records_nothing() -> None:
    pauses: list[str] = []
    assert await run(ends(Paused()), pauses) is None
    assert pauses == ["queued again"]


async def test_a_superseded_run_records_nothing() -> None:
    assert await run(ends(Superseded())) is None


async def test_a_pause_of_work_that_never_pauses_is_an_error() -> None:
    with pytest.raises(AssertionError):
        await perform(ends(Paused()), explain=explain, pause=never_pause, subject="job 1")
