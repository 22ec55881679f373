"""A process that ends while a thread of it works on a spool waits for it, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dragoman.database.connections import Database
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.usage import recorder, spool
from dragoman.usage.recorder import open_recorder
from dragoman.usage.spool_recovery import adopt_spools
from tests.usage.conftest import Customer
from tests.usage.test_damage import leave
from tests.usage.test_recorder import words


class Held:
    """A function that begins when the test lets it; what it gave or raised."""

    def __init__(self, work: Callable[..., Any]) -> None:
        self.begun = asyncio.Event()
        self.may_go_on = threading.Event()
        self.outcomes: list[Any] = []
        self._work = work
        self._loop = asyncio.get_running_loop()

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        self._loop.call_soon_threadsafe(self.begun.set)
        assert self.may_go_on.wait(60)
        try:
            self.outcomes.append(self._work(*arguments, **options))
        except Exception as error:
            self.outcomes.append(error)
            raise
        return self.outcomes[-1]


async def _cancel(task: asyncio.Task[Any], held: Held) -> None:
    await held.begun.wait()
    task.cancel()
    await asyncio.sleep(0.05)
    assert not task.done()
    held.may_go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_an_adoption_that_is_cancelled_closes_the_spool_when_it_has_been_read(
    database: Database, ours: Customer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = leave(ours, tmp_path)
    held = Held(spool.Spool.read)
    with monkeypatch.context() as patch:
        patch.setattr(spool.Spool, "read", lambda one: held(one))  # noqa: PLW0108 - a method
        await _cancel(asyncio.create_task(adopt_spools(database, tmp_path)), held)
    (found,) = held.outcomes
    assert len(found.records) == 5
    assert (path.is_file(), await words(database, ours)) == (True, 0)
    assert await adopt_spools(database, tmp_path) == 0
    assert await words(database, ours) == 5


async def test_a_start_that_is_cancelled_leaves_no_spool(
    database: Database, make_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = make_settings()
    held = Held(spool.create_spool)
    monkeypatch.setattr(recorder, "create_spool", held)

    async def start() -> None:
        async with open_recorder(settings, database, metrics=Metrics()):
            raise AssertionError("it began although its spool was not made")

    await _cancel(asyncio.create_task(start()), held)
    assert list((settings.data / "usage").iterdir()) == []
