"""Where LibreOffice is, which of its parts are there, and the command that runs it where it can do no harm.

Behind bubblewrap it sees the system's programs, its own and nothing else: no network, no other process, and
only a file system in memory to write to, which ends with it. Without bubblewrap it is used only when the
setting names its program.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dragoman.errors import Misconfigured
from dragoman.isolation.bubblewrap import Program, find_command
from dragoman.settings import Settings

_NAMES: Final = ("soffice", "libreoffice")
_USUAL: Final = (
    "/usr/lib/libreoffice/program/soffice",
    "/usr/lib64/libreoffice/program/soffice",
    "/usr/local/lib/libreoffice/program/soffice",
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
)
_REGISTRIES: Final = ("share/registry", "Resources/registry")  # beside the folder of the program
_MODULES: Final = frozenset({"writer", "calc", "impress"})
_CHILD: Final = ("-I", "-m", "dragoman.conversion.legacy.child")
_FOLDER: Final = "/tmp/office"  # noqa: S108 # behind sandbox_arguments: in memory, and of that process alone
_SANDBOX_ARGUMENTS: Final = (
    *("--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev"),
    *("--tmpfs", "/tmp", "--dir", _FOLDER),  # noqa: S108
)
_READABLE: Final = (
    "/usr",
    "/bin",
    "/lib",
    "/etc/libreoffice",
    "/etc/fonts",
    "/var/cache/fontconfig",
    "/var/lib/libreoffice",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Office:
    """LibreOffice on this machine."""

    program: Path  # without the starter, which ignores signals, where that can be
    modules: frozenset[str]  # of _MODULES
    command: tuple[str, ...]  # of the process that watches over it, but for its limits
    folder: str | None  # where that may write; None: each conversion needs a folder of its own


def find_program(setting: str) -> Path | None:
    """The program, by the setting `libreoffice`. Raises `Misconfigured` when it names none."""
    if setting == "off":
        return None
    if setting != "auto":
        path = Path(setting)
        if not path.is_file():
            raise Misconfigured(
                f"libreoffice is {setting}, but there is no such program. Name the program soffice, or set "
                "it to auto or off."
            )
        return _without_starter(path)
    found = [shutil.which(name) for name in _NAMES]
    usual = [*_USUAL, *map(str, sorted(Path("/opt").glob("libreoffice*/program/soffice"), reverse=True))]
    paths = (Path(name) for name in (*found, *usual) if name)
    return next((_without_starter(path) for path in paths if path.is_file()), None)


async def find_office(settings: Settings, program: Path) -> Office | None:
    """Find the command that runs it; None without bubblewrap, unless the setting names the program.

    Raises `Misconfigured` when bubblewrap is asked for and does not work.
    """
    own = tuple(dict.fromkeys((*map(Path, _READABLE), program.parent.parent)))
    child = Program(
        arguments=_CHILD,
        readable=tuple(path for path in own if path.exists()),
        sandbox_arguments=_SANDBOX_ARGUMENTS,
    )
    command = await find_command(settings, child)
    sandboxed = command[0] != sys.executable
    if not sandboxed and settings.libreoffice == "auto":
        return None
    return Office(
        program=program,
        modules=_find_modules(program),
        command=command,
        folder=_FOLDER if sandboxed else None,
    )


def _without_starter(path: Path) -> Path:
    """`soffice` is a script that starts a program that starts the program."""
    path = path.resolve()
    plain = path.with_name("soffice.bin")
    return plain if plain.is_file() else path


def _find_modules(program: Path) -> frozenset[str]:
    """The parts that are installed; all, where that cannot be seen."""
    for registry in _registries(program):
        return frozenset(name for name in _MODULES if (registry / f"{name}.xcd").is_file())
    return _MODULES


def _registries(program: Path) -> Iterator[Path]:
    for name in _REGISTRIES:
        if (registry := program.parent.parent / name / "main.xcd").is_file():
            yield registry.parent
