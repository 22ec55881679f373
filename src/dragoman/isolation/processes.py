"""Starting and ending children: nothing is inherited but a connection or two pipes, and nothing is left."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from asyncio import subprocess
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import psutil

_ASK_SECONDS: Final = 20.0
_EXIT_SECONDS: Final = 1.0  # seconds for a process to end by itself when its input does
_BUFFER: Final = 1024 * 1024


async def start_process(
    command: Sequence[str], *, control: socket.socket | None = None
) -> subprocess.Process:
    """Start a child: a process group of its own, no environment, no directory. Raises OSError.

    It has `control` as its standard input and no output, or without one two pipes.
    """
    starting = asyncio.ensure_future(
        asyncio.create_subprocess_exec(
            *command,
            stdin=subprocess.PIPE if control is None else control.fileno(),
            stdout=subprocess.PIPE if control is None else subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            env={},
            start_new_session=True,
            limit=_BUFFER,
        )
    )
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        # asyncio would kill the child alone, and then wait for what the child had started already.
        with suppress(OSError):
            await end_process(await starting, at_once=True)
        raise


async def end_process(process: subprocess.Process, *, at_once: bool = False) -> None:
    """End a child and all that it started, take note of that, and close our ends of its pipes.

    One that has answered, or waits, ends by itself; others have to be killed.
    """
    if process.stdin is not None:
        process.stdin.close()
    if at_once or not await _has_ended(process):
        _kill_inside(process.pid)
        if not await _has_ended(process):
            _kill_group(process.pid)
            await process.wait()
    transport = getattr(process, "_transport", None)  # a pipe that was not read to its end stays open else
    if transport is not None:
        transport.close()


async def ask(command: Sequence[str]) -> bytes | None:
    """Run a short program and return its output; None when it fails."""
    try:
        process = await start_process(command)
    except OSError:
        return None
    content = None
    try:
        with suppress(TimeoutError):
            content, _ = await asyncio.wait_for(process.communicate(), _ASK_SECONDS)
    finally:
        await end_process(process, at_once=True)
    return content if process.returncode == 0 else None


async def _has_ended(process: subprocess.Process) -> bool:
    with suppress(TimeoutError):
        await asyncio.wait_for(process.wait(), _EXIT_SECONDS)
    return process.returncode is not None


def _kill_inside(pid: int) -> None:
    """Kill what bubblewrap watches over, so that it takes note of that end; without it, the child itself."""
    with suppress(psutil.Error):
        if children := psutil.Process(pid).children():
            for child in children:
                child.kill()
            return
    _kill_group(pid)


def _kill_group(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
