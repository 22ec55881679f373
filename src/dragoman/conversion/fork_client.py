"""The service's side of `fork_server`: a confined process for each document, its connection, and its end.

A document's bytes go over the connection to its own process and nowhere else; the fork server only passes the
connection on.
"""

from __future__ import annotations

import asyncio
import socket
from asyncio import subprocess
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from dragoman.conversion.fork_server import ENDED, FORKS, KILL, NOTICE, SERVES_ONE, START
from dragoman.conversion.wire import READY
from dragoman.errors import Unavailable
from dragoman.isolation.processes import end_process, start_process

_START_SECONDS: Final = 30.0
_DEATH_SECONDS: Final = 2.0
_BUFFER: Final = 1024 * 1024


class ProcessLost(Exception):
    """A document's process ended, or never began, through no fault of the document."""


@dataclass(slots=True, eq=False)
class DocumentProcess:
    """A process that waits for the requests of one document."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    _number: int
    _server: ForkServer
    _ended: asyncio.Future[int]

    @property
    def server_pid(self) -> int:
        """The process id of its server, or of what bubblewrap runs that in."""
        return self._server.process.pid

    async def returncode(self) -> int:
        """How it ended, as of subprocess. Raises `ProcessLost` when its server has died, and TimeoutError."""
        async with asyncio.timeout(_DEATH_SECONDS):
            return await asyncio.shield(self._ended)

    def end(self) -> None:
        """Kill the process and close its connection. Safe to call again."""
        self.writer.transport.abort()
        self._server.kill(self._number)


@dataclass(slots=True, eq=False)
class ForkServer:
    """One process that forks others. Made by `start_server`."""

    process: subprocess.Process
    forks: bool  # else it serves one document itself, and ends
    _control: socket.socket
    _children: dict[int, asyncio.Future[int]] = field(default_factory=dict)  # by number
    _received: bytearray = field(default_factory=bytearray)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _is_retired: bool = False
    started: int = 0  # documents' processes, in all
    is_dead: bool = False

    @property
    def has_ended(self) -> bool:
        """Whether nothing is left of it."""
        return self.is_dead and not self._tasks

    def listen(self) -> None:
        """Receive notices of ended processes from now on."""
        asyncio.get_running_loop().add_reader(self._control.fileno(), self._hear)

    async def start_child(self) -> DocumentProcess:
        """A confined process that waits for a document. Raises `ProcessLost`."""
        ours, theirs = socket.socketpair()
        self.started += 1
        number = self.started
        ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        ended.add_done_callback(_retrieve)
        self._children[number] = ended
        child = None
        try:
            with theirs:
                socket.send_fds(self._control, [NOTICE.pack(START, number, 0)], [theirs.fileno()])
            reader, writer = await asyncio.open_unix_connection(sock=ours, limit=_BUFFER)
            child = DocumentProcess(reader, writer, number, self, ended)
            async with asyncio.timeout(_START_SECONDS):
                await reader.readuntil(READY)
        except BaseException as error:
            ours.close() if child is None else child.end()
            if isinstance(error, TimeoutError):  # a server that does not fork is of no use
                self._die(at_once=True)
            if isinstance(error, OSError) and child is None:  # it has died, or takes no orders
                self._die()
            if isinstance(error, OSError | EOFError):
                raise ProcessLost from None
            raise
        return child

    def kill(self, number: int) -> None:
        """Have a document's process killed, if it has not ended."""
        if number not in self._children or self.is_dead:
            return
        if not self.forks:
            self._die(at_once=True)
            return
        try:
            self._control.send(NOTICE.pack(KILL, number, 0))
        except OSError:
            self._die()

    def retire(self) -> None:
        """End the server as soon as none of its processes is left."""
        self._is_retired = True
        if not self._children:
            self._die()

    async def close(self) -> None:
        """End the server and all of its processes."""
        self._die()
        while self._tasks:
            await asyncio.gather(*self._tasks)

    def _hear(self) -> None:
        try:
            received = self._control.recv(4096)
        except BlockingIOError:
            return
        except OSError:
            received = b""
        if not received:
            if self.forks or not self._children:
                self._die()
            else:  # it has become a document's process
                self._forget_control()
                self._keep(self._wait())
            return
        self._received += received
        while len(self._received) >= NOTICE.size:
            kind, number, status = NOTICE.unpack(self._received[: NOTICE.size])
            del self._received[: NOTICE.size]
            if kind == ENDED:
                self._note_end(number, status)

    def _note_end(self, number: int, status: int) -> None:
        ended = self._children.pop(number, None)
        if ended is not None and not ended.done():
            ended.set_result(status)
        if not self._children and self._is_retired:
            self._die()

    def _die(self, *, at_once: bool = False) -> None:
        """Close the control connection, upon which the server ends with its processes."""
        if not self.is_dead:
            self.is_dead = True
            self._forget_control()
            self._keep(self._end(at_once=at_once))

    def _forget_control(self) -> None:
        if self._control.fileno() >= 0:
            asyncio.get_running_loop().remove_reader(self._control.fileno())
            self._control.close()

    async def _wait(self) -> None:
        """Note the end of a server that has become a document's process."""
        returncode = await self.process.wait()
        for number in list(self._children):
            self._note_end(number, returncode)
        self._die()

    async def _end(self, *, at_once: bool) -> None:
        await end_process(self.process, at_once=at_once)
        for ended in self._children.values():
            if not ended.done():
                ended.set_exception(ProcessLost())
        self._children.clear()

    def _keep(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def start_server(command: Sequence[str]) -> ForkServer:
    """Start a program that calls `serve_connections`. Raises `Unavailable`."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    try:
        with theirs:
            process = await _start(command, theirs)
    except BaseException:
        ours.close()
        raise
    try:
        kind = await _first_notice(ours)
    except BaseException:
        ours.close()
        await asyncio.shield(asyncio.ensure_future(end_process(process, at_once=True)))
        raise
    if kind not in {FORKS, SERVES_ONE}:
        ours.close()
        await end_process(process, at_once=True)
        raise Unavailable("A process for documents did not start.")
    server = ForkServer(process, kind == FORKS, ours)
    server.listen()
    return server


async def _start(command: Sequence[str], control: socket.socket) -> subprocess.Process:
    creating = asyncio.ensure_future(start_process(command, control=control))
    try:
        return await asyncio.shield(creating)
    except asyncio.CancelledError:  # asyncio would leave half a process
        with suppress(OSError):
            await end_process(await creating, at_once=True)
        raise
    except OSError as error:
        raise Unavailable(f"No process for documents can be started: {error.strerror}.") from error


async def _first_notice(control: socket.socket) -> bytes:
    """The kind of the server's first notice; empty when it ends, or is not ready in time."""
    loop, content = asyncio.get_running_loop(), b""
    with suppress(TimeoutError, OSError):
        async with asyncio.timeout(_START_SECONDS):
            while len(content) < NOTICE.size:
                some = await loop.sock_recv(control, NOTICE.size - len(content))
                if not some:
                    break
                content += some
    return content[:1] if len(content) == NOTICE.size else b""


def _retrieve(ended: asyncio.Future[int]) -> None:
    """Mark the exception of an end as retrieved, so that asyncio does not report it."""
    if not ended.cancelled():
        ended.exception()
