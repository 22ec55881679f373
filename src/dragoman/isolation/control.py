"""The side of a control connection that starts processes: orders that come, and processes that end.

For small programs with nothing else to do, which start processes for the service (`launcher_program`,
and `conversion.fork_server`).
"""

from __future__ import annotations

import os
import select
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Never


def serve_control(control: socket.socket, *, obey: Callable[[], None], collect: Callable[[], None]) -> Never:
    """Call `obey` when there is an order to read, and `collect` when children may have ended; for ever.

    What wakes the program is a pair of sockets with `signal.set_wakeup_fd`: a child takes it back.
    """
    woken, wake = socket.socketpair()
    for end in (woken, wake):
        end.setblocking(False)
    signal.set_wakeup_fd(wake.fileno(), warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    events = select.poll()
    events.register(control, select.POLLIN)
    events.register(woken, select.POLLIN)
    while True:
        for descriptor, _ in events.poll():
            if descriptor == control.fileno():
                obey()
            else:
                with suppress(BlockingIOError):
                    woken.recv(4096)
        collect()


def read_control(control: socket.socket, size: int, *, descriptors: int) -> tuple[bytes, list[int]]:
    """Exactly so many bytes, and the descriptors that came with them, which no program inherits.

    Raises EOFError when the other side has gone.
    """
    content, received = b"", list[int]()
    while len(content) < size:
        try:
            some, ends, _, _ = socket.recv_fds(control, size - len(content), descriptors)
        except OSError:
            some, ends = b"", []
        if not some:
            raise EOFError
        for end in ends:
            os.set_inheritable(end, False)
        content += some
        received += ends
    return content, received
