"""One session for each page: its blocks run in order, in one shell and one Python, in one folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from scripts.setup.browser_files import find_node
from tests.docs.blocks import ROOT, Block
from tests.waiting import wait_until

_TSC: Final = ("--skipLibCheck", "--strict", "--target", "es2022", "--module", "esnext")
_RESOLUTION: Final = ("--moduleResolution", "bundler")


class BlockFailed(AssertionError):
    """A block of a page does not work."""

    def __init__(self, block: Block, output: str) -> None:
        super().__init__(f"{block.place} does not work as it is written:\n{block.code}\n{output[-4000:]}")


class PageSession:
    """The programs that run a page's blocks. The shell stops at a failing command and an unset variable."""

    def __init__(self, folder: Path, environment: Mapping[str, str], prepared: Mapping[str, str]) -> None:
        self._folder = folder
        self._files = folder / ".blocks"
        self._files.mkdir()
        self._environment = {**os.environ, **environment}
        self._count = 0
        self._shell = self._start("bash", "--norc", "-euo", "pipefail")
        self._python: subprocess.Popen[str] | None = None
        lines = [f"{name}={_quoted(value)}" for name, value in prepared.items()]
        _write(self._shell.stdin, "\n".join(lines))

    def run(self, block: Block) -> str:
        """What a block prints to standard output. Raises `BlockFailed`."""
        self._count += 1
        match block.language:
            case "sh":
                return self._run_in_shell(block)
            case "python":
                return self._run_in_python(block)
            case _:
                return self._run_program(block)

    def close(self) -> None:
        """End the programs."""
        for process in filter(None, (self._shell, self._python)):
            assert process.stdin is not None
            process.stdin.close()
            process.wait()

    def _run_in_shell(self, block: Block) -> str:
        name = self._save(block, "sh")
        path, exported = (_quoted(str(self._folder / one)) for one in (name, ".blocks/environment"))
        line = f". {path} </dev/null >{path}.out 2>{path}.err; env -0 >{exported}; echo >{path}.done"
        _write(self._shell.stdin, line)
        return self._wait(self._shell, block, name)

    def _run_in_python(self, block: Block) -> str:
        if self._python is None:
            self._python = self._start(sys.executable, str(Path(__file__).with_name("python_session.py")))
        name = self._save(block, "py")
        _write(self._python.stdin, name)
        return self._wait(self._python, block, name)

    def _run_program(self, block: Block) -> str:
        """Run JavaScript, TypeScript (which the compiler has to accept) or PHP in a process of its own."""
        if block.language == "php":
            program = shutil.which("php")
            return self._call(block, program, self._save(block, "php")) if program else ""
        if block.language == "js":
            return self._call(block, str(find_node()), self._save(block, "mjs"))
        source = self._folder / f"block{self._count}.mts"  # beside what it imports
        source.write_text(block.code, encoding="utf-8")
        compiler = str(ROOT / "node_modules/typescript/bin/tsc")
        self._call(block, str(find_node()), compiler, *_TSC, *_RESOLUTION, source.name)
        return self._call(block, str(find_node()), source.with_suffix(".mjs").name)

    def _call(self, block: Block, *command: str) -> str:
        done = subprocess.run(
            command, cwd=self._folder, env=self._exported(), capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise BlockFailed(block, done.stdout + done.stderr)
        return done.stdout

    def _exported(self) -> dict[str, str]:
        """What the page's shell has exported."""
        file = self._files / "environment"
        if not file.exists():
            return dict(self._environment)
        pairs = file.read_text(encoding="utf-8").split("\0")
        return dict(pair.split("=", 1) for pair in pairs if pair)

    def _start(self, *command: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            command, cwd=self._folder, env=self._exported(), stdin=subprocess.PIPE, text=True
        )

    def _save(self, block: Block, suffix: str) -> str:
        name = f".blocks/{self._count}.{suffix}"
        (self._folder / name).write_text(block.code, encoding="utf-8")
        return name

    def _wait(self, process: subprocess.Popen[str], block: Block, name: str) -> str:
        done = self._folder / f"{name}.done"
        wait_until(lambda: done.exists() or process.poll() is not None, explain=lambda: block.place)
        output, errors = (
            (self._folder / f"{name}.{end}").read_text(encoding="utf-8", errors="replace")
            for end in ("out", "err")
        )
        if not done.exists():
            raise BlockFailed(block, output + errors)
        return output


@contextmanager
def page_session(
    folder: Path, *, environment: Mapping[str, str], prepared: Mapping[str, str]
) -> Iterator[PageSession]:
    """A session in a folder; `prepared` are the shell's variables, not exported, as a reader has them."""
    session = PageSession(folder, environment, prepared)
    try:
        yield session
    finally:
        session.close()


def _write(stdin: IO[str] | None, line: str) -> None:
    assert stdin is not None
    stdin.write(f"{line}\n")
    stdin.flush()


def _quoted(value: str) -> str:
    return "'" + value.replace("'", "'\\''") + "'"
