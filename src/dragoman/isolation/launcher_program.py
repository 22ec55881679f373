"""Start other programs: `python -I -m dragoman.isolation.launcher_program MEMORY unprivileged|same`.

It is confined before it starts any, and so are they: `isolation` starts it without network and with few
files, and the limits that it sets hold for its children. What goes through them it never sees: it is sent the
ends of two pipes, for the first one's input and the last one's output, and closes its own. Standard input is
the control connection; when that ends the programs end with it. `launcher` is the service's side.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import struct
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, Never

from dragoman.isolation.control import read_control, serve_control
from dragoman.isolation.limits import drop_root, limit
from dragoman.isolation.seccomp import forbid_new_privileges

# What goes over the control connection: one letter, the number of a chain, the length of the JSON behind it.
NOTICE: Final = struct.Struct(">cQI")
READY: Final = b"R"  # from it
START: Final = b"S"  # to it: {"commands", "environment"}, with three descriptors: input, output and errors
END: Final = b"E"  # to it: kill what is left of a chain
STARTED: Final = b"P"  # from it: the process ids, as it sees them

_CONTROL: Final = 0
_DESCRIPTORS: Final = 3
_MOST_FILES: Final = 1024  # that the launcher may have been left by its parent
_OPEN_FILES: Final = 256


def main() -> Never:
    """Start and end chains of programs until the control connection ends."""
    memory = int(sys.argv[1])
    os.closerange(_DESCRIPTORS, _MOST_FILES)
    if sys.argv[2] == "unprivileged":
        drop_root()
    forbid_new_privileges()
    limit("RLIMIT_CORE", 0)
    limit("RLIMIT_FSIZE", 0)
    limit("RLIMIT_AS", memory)
    limit("RLIMIT_NOFILE", _OPEN_FILES)
    control = socket.socket(fileno=_CONTROL)
    control.setblocking(True)
    _Launcher(control).run()


class _Launcher:
    """The running programs, by the numbers of their chains."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._chains: dict[int, list[int]] = {}

    def run(self) -> Never:
        self._tell(READY, 0)
        try:
            serve_control(self._control, obey=self._obey, collect=self._collect)
        except EOFError:
            self._leave()

    def _obey(self) -> None:
        kind, number, content, ends = self._receive()
        if kind == END:
            for pid in self._chains.pop(number, ()):
                os.kill(pid, signal.SIGKILL)  # not collected yet, so its id is not another process's
        elif kind == START and len(ends) == _DESCRIPTORS:
            self._chains[number] = pids = start_programs(content["commands"], content["environment"], ends)
            self._tell(STARTED, number, pids)
        for end in ends:
            os.close(end)

    def _collect(self) -> None:
        """Take note of programs that have ended."""
        while True:
            try:
                ended, _ = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if not ended:
                return
            for number, pids in list(self._chains.items()):
                if ended in pids:
                    pids.remove(ended)
                    if not pids:
                        del self._chains[number]

    def _receive(self) -> tuple[bytes, int, Any, list[int]]:
        """Receive the next order: kind, a chain's number, content, and descriptors. Raises EOFError."""
        header, ends = read_control(self._control, NOTICE.size, descriptors=_DESCRIPTORS)
        kind, number, length = NOTICE.unpack(header)
        content, _ = read_control(self._control, length, descriptors=0)
        return kind, number, json.loads(content) if content else None, ends

    def _tell(self, kind: bytes, number: int, value: object = None) -> None:
        content = b"" if value is None else json.dumps(value).encode()
        try:
            self._control.sendall(NOTICE.pack(kind, number, len(content)) + content)
        except OSError:
            self._leave()

    def _leave(self) -> Never:
        """End with the service, and all programs at once."""
        for pids in self._chains.values():
            for pid in pids:
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
        os._exit(0)


def start_programs(
    commands: Sequence[Sequence[str]], environment: Mapping[str, str], ends: Sequence[int]
) -> list[int]:
    """Start programs in a row, in a process group of their own; gives their process ids.

    Each of `commands` is a path and arguments; `ends` are the first one's input, the last one's output, and
    where all of them write errors. Where one cannot be started, the others meet the ends of their pipes.
    """
    source, sink, errors = ends
    pids: list[int] = []
    ours: list[int] = []
    try:
        for index, (program, *arguments) in enumerate(commands):
            outlet, target = os.pipe() if index < len(commands) - 1 else (-1, sink)
            ours += [end for end in (outlet, target) if end not in (-1, sink)]
            pids.append(
                os.posix_spawn(
                    program,
                    [program.rpartition("/")[2], *arguments],
                    environment,
                    file_actions=[
                        (os.POSIX_SPAWN_DUP2, file, number)
                        for number, file in enumerate((source, target, errors))
                    ],
                    setpgroup=pids[0] if pids else 0,
                    # Python ignores SIGPIPE; a program that cannot write must die of it.
                    setsigdef=[signal.SIGPIPE, signal.SIGINT, signal.SIGTERM, signal.SIGHUP],
                    setsigmask=[],
                )
            )
            source = outlet
    except OSError:
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
    finally:
        for end in ours:
            os.close(end)
    return pids


if __name__ == "__main__":
    main()
