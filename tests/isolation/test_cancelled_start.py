"""A start that is cancelled leaves nothing running."""

from __future__ import annotations

import asyncio
import socket
import time
from contextlib import suppress

import psutil
import pytest

from dragoman.isolation.launcher import Launcher
from dragoman.isolation.processes import end_process, start_process
from tests.waiting import until


@pytest.mark.parametrize("steps", range(1, 8))
async def test_a_cancelled_start_leaves_neither_the_child_nor_what_it_started(steps: int) -> None:
    seconds = f"{9000 + steps}.5"
    starting = asyncio.create_task(
        start_process(["/bin/sh", "-c", f"sleep {seconds} & sleep {seconds} & wait"])
    )
    for _ in range(steps):
        await asyncio.sleep(0)
    time.sleep(0.2)  # the child goes on while the loop does not
    starting.cancel()
    with suppress(asyncio.CancelledError):  # or it had started before
        await end_process(await starting, at_once=True)
    await until(lambda: _commands_with(seconds), lambda left: not left)


async def test_a_cancelled_start_of_a_launcher_leaves_neither_it_nor_its_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is cancelled while it waits for the launcher to be ready, as where an engine is closed meanwhile."""
    ends: list[socket.socket] = []
    make_pair = socket.socketpair

    def keep_pair() -> tuple[socket.socket, socket.socket]:
        pair = make_pair()
        ends.extend(pair)
        return pair

    monkeypatch.setattr(socket, "socketpair", keep_pair)
    launcher = Launcher(["/bin/sh", "-c", "sleep 9100.5 & wait"])
    starting = asyncio.create_task(launcher.start())
    await until(lambda: _commands_with("9100.5"))
    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await starting
    await launcher.close()
    assert _commands_with("9100.5") == []
    assert [end.fileno() for end in ends] == [-1, -1]


def _commands_with(word: str) -> list[str]:
    commands = [" ".join(one.info["cmdline"] or ()) for one in psutil.process_iter(["cmdline"])]
    return [command for command in commands if word in command]
