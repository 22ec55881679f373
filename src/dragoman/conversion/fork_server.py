"""The process that documents' processes are forked from: it has all formats, and never sees a document.

The service sends it the end of a new connection for each document; it hands that to a child, forgets it, and
reports how the child ended. Where the children cannot be isolated from it and from one another (`seccomp`),
it forks none: it serves the first connection itself, and the service starts another program for the next one.
`fork_client` is the other side.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import struct
import threading
from collections.abc import Callable
from typing import Final, Never

from dragoman.isolation.control import read_control, serve_control
from dragoman.isolation.limits import confine_document
from dragoman.isolation.seccomp import (
    die_with_parent,
    hide_memory,
    is_known_system,
    restrict_system_calls,
)

# What goes over the control connection: one letter, the number of a child, and how it ended.
NOTICE: Final = struct.Struct(">cQi")
FORKS: Final = b"F"  # the program is ready, and forks a child for each connection
SERVES_ONE: Final = b"1"  # it is ready, and serves one connection itself
START: Final = b"S"  # to it, with the child's end of a connection
KILL: Final = b"K"  # to it
ENDED: Final = b"E"  # from it: a child has ended, as a return code of subprocess

REQUESTS: Final = 0  # the descriptors of a document's process; both are its connection
ANSWERS: Final = 3
DESCRIPTORS: Final = ANSWERS + 1

_CONTROL: Final = 0
_SERVER_DESCRIPTORS: Final = 16
_NOT_CONFINED: Final = 70  # status of a child that could not be confined, so served nothing


def serve_connections(serve: Callable[[], None], *, seconds: int) -> Never:
    """Run `serve` in a confined process for each connection, until the control connection ends.

    `serve` finds its connection at descriptors 0 (to read) and 3 (to write); the process ends with it. A
    child has `seconds` of processor time. The caller has given up what it can (`confine_program`).
    """
    control = socket.socket(fileno=_CONTROL)
    server = _ForkServer(control, serve, seconds)
    try:
        if server.can_fork():
            control.sendall(NOTICE.pack(FORKS, 0, 0))
            server.run()
        control.sendall(NOTICE.pack(SERVES_ONE, 0, 0))
        server.serve_one()
    except EOFError:
        os._exit(0)  # upon which the kernel kills the children


class _ForkServer:
    """The children, by the numbers that the service gives them."""

    def __init__(self, control: socket.socket, serve: Callable[[], None], seconds: int) -> None:
        self._control = control
        self._serve = serve
        self._seconds = seconds
        self._own = os.getpid()
        self._numbers: dict[int, int] = {}  # process id → number

    def can_fork(self) -> bool:
        """Whether a child is kept from this process; tried with one."""
        if not hide_memory() or not is_known_system() or threading.active_count() > 1:
            return False
        child = os.fork()
        if child == 0:
            os._exit(0 if self._is_kept_away() else 1)
        return os.waitpid(child, 0)[1] == 0

    def run(self) -> Never:
        """Fork and collect children. Raises EOFError when the service has gone or needs it no more."""
        serve_control(self._control, obey=self._obey, collect=self._collect)

    def serve_one(self) -> Never:
        """Serve the first connection in this process. Raises EOFError when there is none."""
        while True:
            kind, _, connection = self._receive()
            if kind == START and connection is not None:
                self._become_child(connection)
                confine_document(seconds=self._seconds, descriptors=DESCRIPTORS)
                self._serve_and_leave()

    def _obey(self) -> None:
        kind, number, connection = self._receive()
        if kind == START and connection is not None:
            try:
                child = os.fork()
            except OSError:  # no memory, or too many processes
                child = -1
            if child == 0:
                self._serve_as_child(connection)
            os.close(connection)
            if child > 0:
                self._numbers[child] = number
            else:
                self._tell(NOTICE.pack(ENDED, number, _NOT_CONFINED))
        elif kind == KILL:
            for child, its_number in self._numbers.items():
                if its_number == number:
                    os.kill(child, signal.SIGKILL)  # not collected yet, so its id is not another process's

    def _collect(self) -> None:
        """Report the children that have ended."""
        while self._numbers:
            child, status = os.waitpid(-1, os.WNOHANG)
            if not child:
                return
            number = self._numbers.pop(child)
            self._tell(NOTICE.pack(ENDED, number, os.waitstatus_to_exitcode(status)))

    def _tell(self, notice: bytes) -> None:
        try:
            self._control.sendall(notice)
        except OSError:  # the service has gone
            os._exit(0)

    def _receive(self) -> tuple[bytes, int, int | None]:
        """The next order: its kind, a child's number, and that one's connection. Raises EOFError."""
        content, connections = read_control(self._control, NOTICE.size, descriptors=1)
        kind, number, _ = NOTICE.unpack(content)
        return kind, number, connections[0] if connections else None

    def _serve_as_child(self, connection: int) -> Never:
        try:
            signal.set_wakeup_fd(-1)
            self._become_child(connection)
            die_with_parent(self._own)
            confine_document(seconds=self._seconds, descriptors=DESCRIPTORS)
            restrict_system_calls()
        except BaseException:
            os._exit(_NOT_CONFINED)
        self._serve_and_leave()

    def _serve_and_leave(self) -> Never:
        gc.enable()
        try:
            self._serve()
        except BaseException:
            os._exit(1)
        os._exit(0)  # nothing is left to tidy up

    def _become_child(self, connection: int) -> None:
        """Keep the connection alone: neither control of the server nor what wakes it."""
        os.dup2(connection, ANSWERS + 1)
        os.dup2(ANSWERS + 1, REQUESTS)
        os.dup2(ANSWERS + 1, ANSWERS)
        os.closerange(DESCRIPTORS, _SERVER_DESCRIPTORS)

    def _is_kept_away(self) -> bool:
        """Whether this process, a child, may neither signal its parent nor make a socket any more."""
        try:
            die_with_parent(self._own)
            restrict_system_calls()
        except OSError:
            return False
        try:
            os.kill(self._own, 0)
        except PermissionError:
            pass
        else:
            return False
        try:
            socket.socket()
        except PermissionError:
            return True
        return False
