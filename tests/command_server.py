"""Commands of `dragoman` without the start of a Python for each: a process that forks for every command.

`python -m tests.command_server` has imported all commands and what they load later, and reads orders, a line
of JSON each: the arguments, the environment, the folder with the standard streams, and for a command that
goes on beside the test its log. It answers with the exit status, or for the latter with the process id.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import dragoman.commands
from dragoman.__main__ import main

_STREAMS = (("stdin", os.O_RDONLY), ("stdout", os.O_WRONLY), ("stderr", os.O_WRONLY))
_LOADED_LATER = ("dragoman.app", "dragoman.worker", "dragoman.http.server")
_STATUS = "status"


@dataclass(kw_only=True)
class RunningCommand:
    """A command that goes on beside the test; used like a `subprocess.Popen`."""

    pid: int
    words: tuple[str, ...]
    folder: Path
    returncode: int | None = None

    def poll(self) -> int | None:
        """Its exit status, once it has ended."""
        if self.returncode is None:
            with suppress(FileNotFoundError):
                self.returncode = int((self.folder / _STATUS).read_text())
                shutil.rmtree(self.folder)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Its exit status, when it has ended; `subprocess.TimeoutExpired` after so many seconds."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while (status := self.poll()) is None:
            if deadline is not None and time.monotonic() > deadline:
                raise subprocess.TimeoutExpired(self.words, timeout or 0)
            time.sleep(0.01)
        return status

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        """Send SIGTERM."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Send SIGKILL."""
        self.send_signal(signal.SIGKILL)


class CommandServer:
    """The process, started with the first command."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()  # one command after the other

    def run(
        self, *words: str, environment: Mapping[str, str], stdin: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """Run `dragoman` with these arguments, as a process of its own would."""
        with self._lock, tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for stream, _ in _STREAMS:
                (folder / stream).write_text(stdin if stream == "stdin" else "")
            status = self._ask({"words": words, "environment": dict(environment), "folder": name})
            out, err = ((folder / stream).read_text() for stream in ("stdout", "stderr"))
        return subprocess.CompletedProcess(words, status, out, err)

    def start(self, *words: str, environment: Mapping[str, str], log: Path) -> RunningCommand:
        """Start `dragoman` with these arguments, in a session of its own; both its outputs go to `log`."""
        folder = Path(tempfile.mkdtemp())
        log.touch()  # so that it can be read at once
        order = {"words": words, "environment": dict(environment), "folder": str(folder), "log": str(log)}
        with self._lock:
            return RunningCommand(pid=self._ask(order), words=words, folder=folder)

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.communicate()
            self._process = None

    def _ask(self, order: Mapping[str, object]) -> int:
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.command_server"],
                cwd=Path(__file__).parents[1],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{json.dumps(order)}\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


COMMANDS = CommandServer()


def _serve() -> None:
    for module in pkgutil.walk_packages(dragoman.commands.__path__, "dragoman.commands."):
        importlib.import_module(module.name)
    for name in _LOADED_LATER:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()  # or each fork copies all pages as soon as it collects garbage
    while line := sys.stdin.readline():
        order = json.loads(line)
        answer = _start(order) if "log" in order else _run(order)
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()


def _run(order: Mapping[str, object]) -> int:
    """Run a command to its end; its exit status."""
    child = os.fork()
    if child == 0:
        folder = Path(str(order["folder"]))
        _become(order, [os.open(folder / stream, flags) for stream, flags in _STREAMS])
        main()
    return _wait(child)


def _start(order: Mapping[str, object]) -> int:
    """Start a command; its process id. A process between writes down how it ended, and when."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:  # those of earlier commands that have ended
            pass
    reading, writing = os.pipe()
    if os.fork() == 0:
        child = os.fork()
        if child == 0:
            os.close(reading)
            os.close(writing)
            os.setsid()
            log = os.open(str(order["log"]), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
            _become(order, [os.open(os.devnull, os.O_RDONLY), log, log])
            main()
        os.write(writing, str(child).encode())
        os.close(writing)
        status = Path(str(order["folder"]), _STATUS)
        status.with_suffix(".new").write_text(str(_wait(child)))
        status.with_suffix(".new").rename(status)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        return int(pipe.read())


def _wait(child: int) -> int:
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def _become(order: Mapping[str, object], streams: list[int]) -> None:
    """Make this process the one that the order asks for."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    for stream in set(streams):
        os.close(stream)
    environment, words = order["environment"], order["words"]
    assert isinstance(environment, dict)
    assert isinstance(words, list)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["dragoman", *words]


if __name__ == "__main__":
    _serve()
