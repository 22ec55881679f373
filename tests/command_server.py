"""Commands of `dragoman` without the start of a Python for each: a process that forks for every command.

`python -m tests.command_server` has imported all commands, and reads orders, a line of JSON each: the
arguments, the environment and the folder with the standard streams. It answers with the exit status.
"""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path

import dragoman.commands
from dragoman.__main__ import main

_STREAMS = (("stdin", os.O_RDONLY), ("stdout", os.O_WRONLY), ("stderr", os.O_WRONLY))


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
            order = {"words": words, "environment": dict(environment), "folder": name}
            status = self._ask(json.dumps(order))
            out, err = ((folder / stream).read_text() for stream in ("stdout", "stderr"))
        return subprocess.CompletedProcess(words, status, out, err)

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.communicate()
            self._process = None

    def _ask(self, order: str) -> int:
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
        self._process.stdin.write(f"{order}\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


COMMANDS = CommandServer()


def _serve() -> None:
    for module in pkgutil.walk_packages(dragoman.commands.__path__, "dragoman.commands."):
        importlib.import_module(module.name)
    while line := sys.stdin.readline():
        child = os.fork()
        if child == 0:
            _become(json.loads(line))
            main()
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


def _become(order: Mapping[str, object]) -> None:
    """Make this process the one that the order asks for."""
    folder = Path(str(order["folder"]))
    for number, (stream, flags) in enumerate(_STREAMS):
        os.dup2(os.open(folder / stream, flags), number)
    environment, words = order["environment"], order["words"]
    assert isinstance(environment, dict)
    assert isinstance(words, list)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["dragoman", *words]


if __name__ == "__main__":
    _serve()
