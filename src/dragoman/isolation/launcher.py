"""The service's side of `launcher_program`: chains of confined programs between two pipes of ours.

What goes through a chain goes through those pipes alone; the launcher only starts and ends programs.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import time
from asyncio import subprocess
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import psutil

from dragoman.errors import Unavailable
from dragoman.isolation.launcher_program import END, NOTICE, READY, START, STARTED
from dragoman.isolation.processes import end_process, start_process

_START_SECONDS: Final = 30.0
_ANSWER_SECONDS: Final = 5.0  # for an order: starting programs takes it some milliseconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """Running programs, each one's output the next one's input."""

    number: int
    stdin: int  # our ends of the pipes, not blocking
    stdout: int
    stderr: int | None  # only when requested; else their errors are discarded


@dataclass(slots=True, eq=False)
class _Process:
    """A running launcher."""

    process: subprocess.Process
    control: socket.socket
    pids: dict[int, list[int]] = field(default_factory=dict)  # by chain, as the launcher sees them
    unanswered: dict[int, float] = field(default_factory=dict)  # by chain: when it was ordered
    received: bytearray = field(default_factory=bytearray)
    is_dead: bool = False


class Launcher:
    """Starts chains in one confined process, which is started anew when it has died. Of one event loop."""

    def __init__(self, command: Sequence[str]) -> None:
        """`command` starts `launcher_program` (see `isolation.find_command`)."""
        self._command = command
        self._running: _Process | None = None
        self._starting = asyncio.Lock()
        self._ending: set[asyncio.Task[None]] = set()
        self._number = 0

    async def start(self) -> None:
        """Have a launcher running. Raises `Unavailable`."""
        async with self._starting:
            if self._running is not None and not (
                self._has_died(self._running) or self._hangs(self._running)
            ):
                return
            self._running = await _start(self._command)
            asyncio.get_running_loop().add_reader(self._running.control, self._hear, self._running)

    def start_chain(
        self,
        commands: Iterable[Sequence[str]],
        *,
        environment: Mapping[str, str],
        stderr: bool = False,
    ) -> Chain:
        """Start programs, each a path and its arguments; `stderr`: their errors are wanted.

        It only sends the order, so it may be called on the event loop. Programs that cannot be started are
        noticed by the end of the chain's output. Raises OSError, also when the launcher has died.
        """
        running = self._running
        if running is None or running.is_dead or self._hangs(running):
            raise BrokenPipeError("The launcher of programs has ended.")
        ours: list[int] = []
        theirs: list[int] = []
        try:
            source, stdin = os.pipe()
            stdout, sink = os.pipe()
            ours += [stdin, stdout]
            theirs += [source, sink]
            heard, errors = os.pipe() if stderr else (None, os.open(os.devnull, os.O_WRONLY))
            ours += [heard] if heard is not None else []
            theirs.append(errors)
            for end in ours:
                os.set_blocking(end, False)
            self._number += 1
            content = {"commands": [list(words) for words in commands], "environment": dict(environment)}
            self._send(running, START, self._number, json.dumps(content).encode(), theirs)
            running.pids[self._number] = []
            running.unanswered[self._number] = time.monotonic()
        except OSError:
            for end in ours:
                os.close(end)
            raise
        finally:
            for end in theirs:
                os.close(end)
        return Chain(number=self._number, stdin=stdin, stdout=stdout, stderr=heard)

    def end_chain(self, chain: Chain) -> None:
        """Kill what is left of a chain, and close our ends of its pipes."""
        for end in (chain.stdin, chain.stdout, chain.stderr):
            if end is not None:
                os.close(end)
        running = self._running
        if running is not None and not running.is_dead:
            running.pids.pop(chain.number, None)
            with suppress(OSError):  # it has died, and its programs with it
                self._send(running, END, chain.number)

    def pids(self, chains: Iterable[Chain]) -> list[int]:
        """The process ids of programs of chains that have not ended. Reads /proc: about 0.1 ms for each."""
        running = self._running
        if running is None or running.is_dead:
            return []
        wanted = {pid for chain in chains for pid in running.pids.get(chain.number, ())}
        with suppress(psutil.Error):
            children = psutil.Process(running.process.pid).children(recursive=True)
            return [child.pid for child in children if _pid_inside(child.pid) in wanted]
        return []

    async def close(self) -> None:
        """End the launcher and all programs."""
        async with self._starting:
            if self._running is not None:
                self._forget(self._running)
                self._running = None
        while self._ending:
            await asyncio.gather(*self._ending)

    def _send(
        self, running: _Process, kind: bytes, number: int, content: bytes = b"", ends: Sequence[int] = ()
    ) -> None:
        order = NOTICE.pack(kind, number, len(content)) + content
        try:
            sent = socket.send_fds(running.control, [order], list(ends))
        except OSError:
            self._forget(running)
            raise
        if sent < len(order):  # it takes no orders any more: half a one would spoil the next
            self._forget(running)
            raise BrokenPipeError("The launcher of programs is stuck.")

    def _hear(self, running: _Process) -> None:
        try:
            some = running.control.recv(64 * 1024)
        except BlockingIOError:
            return
        except OSError:
            some = b""
        if not some:
            self._forget(running)
            return
        running.received += some
        while len(running.received) >= NOTICE.size:
            kind, number, length = NOTICE.unpack(running.received[: NOTICE.size])
            if len(running.received) < NOTICE.size + length:
                return
            content = bytes(running.received[NOTICE.size : NOTICE.size + length])
            del running.received[: NOTICE.size + length]
            if kind == STARTED:
                running.unanswered.pop(number, None)
                if number in running.pids:  # else it has been ended meanwhile
                    running.pids[number] = json.loads(content)

    def _has_died(self, running: _Process) -> bool:
        """Look at the control connection itself: the event loop may not have come to it yet."""
        if not running.is_dead:
            try:
                if not running.control.recv(1, socket.MSG_PEEK):
                    self._forget(running)
            except BlockingIOError:
                pass
            except OSError:
                self._forget(running)
        return running.is_dead

    def _hangs(self, running: _Process) -> bool:
        """Whether it leaves an order unanswered, as one does that a program has stopped. Then give it up."""
        if self._is_late(running):
            self._hear(running)  # its answer may not have been read yet
            if self._is_late(running):
                self._forget(running)
        return running.is_dead

    def _is_late(self, running: _Process) -> bool:
        oldest = next(iter(running.unanswered.values()), None)
        return not running.is_dead and oldest is not None and time.monotonic() - oldest > _ANSWER_SECONDS

    def _forget(self, running: _Process) -> None:
        """Close the control connection, upon which the launcher ends with its programs."""
        if running.is_dead:
            return
        running.is_dead = True
        asyncio.get_running_loop().remove_reader(running.control)
        running.control.close()
        ending = asyncio.create_task(end_process(running.process, at_once=True))
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)


async def _start(command: Sequence[str]) -> _Process:
    """Start a launcher and wait until it is ready. One that fails or is cancelled leaves nothing behind."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    async with AsyncExitStack() as undo:
        undo.callback(ours.close)
        try:
            with theirs:
                process = await start_process(command, control=theirs)
        except OSError as error:
            raise Unavailable(f"The launcher of programs cannot be started: {error.strerror}.") from error
        undo.push_async_callback(end_process, process, at_once=True)
        content = b""
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(_START_SECONDS):
                content = await asyncio.get_running_loop().sock_recv(ours, NOTICE.size)
        if content[:1] != READY:
            raise Unavailable("The launcher of programs did not start.")
        undo.pop_all()
    return _Process(process, ours)


def _pid_inside(pid: int) -> int | None:
    """A process's id as its own name space has it; None when it is gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return None
    ids = next((line.split()[1:] for line in lines if line.startswith("NSpid:")), [str(pid)])
    return int(ids[-1])
