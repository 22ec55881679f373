"""Processes that read and write documents, forked from one that has imported everything already.

Thirty times as fast as starting Python for each, and else the same: `conversion.child` runs behind the same
limits and is spoken to by the same `Confined`. Only bubblewrap is left out.
"""

from __future__ import annotations

import asyncio
import gc
import os
import selectors
import signal
import socket
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final, Never

from dragoman.conversion import child
from dragoman.conversion.confined import Confined, open_confined
from dragoman.conversion.isolation import Program
from dragoman.settings import Settings
from dragoman.telemetry import Metrics

_CONNECTOR: Final = Path(__file__).with_name("connector.py")
_READY: Final = b"ready\n"
_WAITING: Final = 64


@asynccontextmanager
async def open_fast_confined(settings: Settings) -> AsyncIterator[Confined]:
    """As `open_confined`, with processes from a nursery of its own."""
    with tempfile.TemporaryDirectory(prefix="dragoman-nursery-") as folder:
        path = str(Path(folder) / "socket")
        nursery = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "scripts.mutations.nursery", path),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert nursery.stdin is not None
        assert nursery.stdout is not None
        try:
            if await nursery.stdout.readline() != _READY:
                raise RuntimeError("The nursery did not start.")
            program = Program(arguments=("-I", "-S", str(_CONNECTOR), path))
            plain = settings.model_copy(update={"document_isolation": "limits"})
            async with open_confined(plain, Metrics(), program=program) as confined:
                yield confined
        finally:
            nursery.stdin.close()  # upon which it ends
            await nursery.wait()


def main() -> None:
    """Fork a process for every connection to the socket of the command line, until standard input ends."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[1])
    listener.listen(_WAITING)
    gc.freeze()
    _Nursery(listener).run()


class _Nursery:
    """The connections and the processes that serve them."""

    def __init__(self, listener: socket.socket) -> None:
        self._listener = listener
        self._selector = selectors.DefaultSelector()
        self._connections: dict[int, socket.socket] = {}  # by process
        self._wake, wakeup = socket.socketpair()
        for end in (self._wake, wakeup):
            end.setblocking(False)
        self._wakeup = wakeup

    def run(self) -> None:
        signal.set_wakeup_fd(self._wakeup.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for watched in (self._listener, self._wake, sys.stdin):
            self._selector.register(watched, selectors.EVENT_READ)
        os.write(1, _READY)
        while True:
            for key, _ in self._selector.select():
                if key.fileobj is sys.stdin:
                    return
                if key.fileobj is self._wake:
                    self._wake.recv(4096)
                    self._reap()
                elif key.fileobj is self._listener:
                    self._fork()
                elif key.data in self._connections:  # nobody waits for it any more
                    os.kill(key.data, signal.SIGKILL)
                    self._selector.unregister(key.fileobj)

    def _fork(self) -> None:
        connection, _ = self._listener.accept()
        said, descriptors, _, _ = socket.recv_fds(connection, 100, 2)
        if len(descriptors) == 2 and not (pid := os.fork()):
            _serve(said.decode().split(), descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        if len(descriptors) < 2:  # its caller was cancelled
            connection.close()
            return
        self._connections[pid] = connection
        self._selector.register(connection, selectors.EVENT_READ, data=pid)

    def _reap(self) -> None:
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                connection = self._connections.pop(ended[0])
                status = os.waitstatus_to_exitcode(ended[1])
                with suppress(OSError, KeyError):
                    connection.send(bytes([128 - status if status < 0 else status]))
                    self._selector.unregister(connection)
                connection.close()


def _serve(limits: list[str], descriptors: list[int]) -> Never:
    """Be `python -m dragoman.conversion.child MEMORY SECONDS`."""
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for descriptor, number in zip(descriptors, (0, 1), strict=True):
            os.dup2(descriptor, number)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        os.setsid()
        sys.argv[1:] = limits
        child.main()
        os._exit(0)
    except BaseException:
        os._exit(1)


if __name__ == "__main__":
    main()
