"""The command of a child: with bubblewrap, where that works, it has no network and only Python's files."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import orjson

from dragoman.errors import Misconfigured
from dragoman.isolation.processes import ask
from dragoman.settings import Settings
from dragoman.telemetry import log

_UNPRIVILEGED_USER: Final = "65533"
_LIBRARIES: Final = ("/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/etc/ld.so.cache")
_PRINT_PATHS: Final = "import json, sys; print(json.dumps([*sys.path, sys.prefix, sys.base_prefix]))"

_python_paths: Final[list[str]] = []  # kept for the programs that start later


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """What a child runs."""

    arguments: tuple[str, ...]  # of Python
    probe: str = "pass"  # Python code that checks its requirements: it must print nothing
    subject: Literal["document", "engine"] = "document"  # whose setting holds
    readable: tuple[Path, ...] = ()  # what it must see beyond Python and its packages
    sandbox_arguments: tuple[
        str, ...
    ] = ()  # more of bubblewrap's: a /proc, or a folder in memory; what is readable may be inside


async def find_command(settings: Settings, program: Program) -> tuple[str, ...]:
    """The command of a child but for its own arguments.

    Raises `Misconfigured` when bubblewrap is asked for and does not work.
    """
    plain = (sys.executable, *program.arguments)
    setting = f"{program.subject}_isolation"
    wanted = settings.document_isolation if program.subject == "document" else settings.engine_isolation
    if wanted == "limits":
        return plain
    problem = "the program bwrap is not installed"
    if bwrap := shutil.which("bwrap"):
        wrapped = (bwrap, *await _sandbox_arguments(settings, program))
        if await ask((*wrapped, sys.executable, "-I", "-c", program.probe)) == b"":
            log().info(f"{program.subject}s.isolation", kind="bubblewrap")
            return (*wrapped, *plain)
        problem = "bwrap does not work here: the system may forbid unprivileged namespaces"
    if wanted == "bubblewrap":
        raise Misconfigured(
            f"{setting} is bubblewrap, but {problem}. Mend that, or set it to auto or limits."
        )
    log().info(f"{program.subject}s.isolation", kind="limits", reason=problem)
    return plain


async def _sandbox_arguments(settings: Settings, program: Program) -> list[str]:
    """The arguments of bubblewrap: a file system of its own with only what Python needs, read-only.

    The child is the first process in there: bubblewrap then takes note of its end, and no zombie is left.
    """
    arguments = ["--unshare-all", "--as-pid-1", "--die-with-parent", "--cap-drop", "ALL"]
    arguments += ["--uid", _UNPRIVILEGED_USER, "--gid", _UNPRIVILEGED_USER, *program.sandbox_arguments]
    shown = _needed(program, await _read_python_paths())
    for path in shown:
        arguments += ["--ro-bind-try", str(path), str(path)]
    for path in _secrets(settings):
        if any(path.is_relative_to(folder) for folder in shown):
            arguments += ["--tmpfs", str(path)] if path.is_dir() else ["--ro-bind", "/dev/null", str(path)]
    return [*arguments, "--remount-ro", "/", "--chdir", "/"]


async def _read_python_paths() -> Sequence[str]:
    """Where an isolated Python finds its modules: it leaves out the environment's and the user's own."""
    if not _python_paths:
        content = await ask((sys.executable, "-I", "-c", _PRINT_PATHS))
        _python_paths[:] = orjson.loads(content or b"[]")
    return _python_paths


def _needed(program: Program, python_paths: Sequence[str]) -> list[Path]:
    """Everything that Python, its libraries and packages are made of; outer folders first."""
    paths = {Path(path) for path in python_paths}
    executable = Path(sys.executable)
    paths |= {executable.parent, executable.resolve().parent, *program.readable, *map(Path, _LIBRARIES)}
    return [path for path in sorted(paths) if path.is_absolute() and path != Path("/") and path.exists()]


def _secrets(settings: Settings) -> Iterator[Path]:
    for path in (settings.data, settings.master_key_path()):
        if path.exists():
            yield path.absolute()
