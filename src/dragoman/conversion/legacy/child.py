"""The process that supervises LibreOffice: `python -I -m dragoman.conversion.legacy.child LIMITS`.

It gets one old document through its standard input, has LibreOffice convert it in a private folder,
and answers with the new one. It ends LibreOffice, with all that it started, and empties the folder,
when time or space is used up and when the document is done; also when its own parent has died: its standard
input ends then.
"""

from __future__ import annotations

import ctypes
import json
import os
import select
import shutil
import signal
import stat
import struct
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from dragoman.conversion.legacy.profile import write_profile
from dragoman.isolation.limits import drop_root, limit

PREFIX: Final = struct.Struct(">QQ")  # lengths of the JSON header and of the document behind it

# How a conversion ends.
DONE: Final = "done"
NOTHING: Final = "nothing"  # LibreOffice ended and wrote no document
BROKE: Final = "broke"  # it broke down, perhaps for want of memory
TIME: Final = "time"
SPACE: Final = "space"

_REQUEST: Final = 0
_ANSWER: Final = 1
_READ: Final = 1024 * 1024
_POLL_SECONDS: Final = 0.1
_AGAIN: Final = 81  # LibreOffice has made its profile and wants to be started once more
_CRASHED: Final = 64  # statuses from here on are breakdowns
_FILES: Final = 512
_DIES_WITH_PARENT: Final = 1  # PR_SET_PDEATHSIG
_OWN_NETWORK: Final = 0x40000000 | 0x08000000  # CLONE_NEWNET, CLONE_NEWIPC
_OWN_USERS: Final = 0x10000000  # CLONE_NEWUSER
_WRITTEN: Final = "written"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one conversion may use, and with what."""

    program: str
    folder: str  # private, on no disk where there is a choice, and all that may be written
    seconds: int
    memory: int  # bytes of address space of each process
    space: int  # bytes of all files in the folder
    result: int  # bytes of the new document
    sandboxed: bool  # nothing else can be seen or reached from here


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversionOrder:
    """How to convert the document: file extensions, and LibreOffice's name of the new type."""

    suffix: str
    result: str
    export: str


class _ParentDied(Exception):
    """The parent process has ended."""


def encode_limits(limits: Limits) -> str:
    """The argument of the command line."""
    return json.dumps(asdict(limits))


def encode_order(order: ConversionOrder, data: bytes) -> bytes:
    """The request up to the document."""
    header = json.dumps(asdict(order)).encode()
    return PREFIX.pack(len(header), len(data)) + header


def main() -> None:
    """Convert one document."""
    limits = Limits(**json.loads(sys.argv[1]))
    os.umask(0o077)
    if not limits.sandboxed:
        _leave_network()
    folder = Path(limits.folder)
    try:
        header_length, length = PREFIX.unpack(_read(PREFIX.size))
        order = ConversionOrder(**json.loads(_read(header_length)))
        (folder / f"document.{order.suffix}").write_bytes(_read(length))
        outcome = _convert(limits, order, folder)
        written = folder / _WRITTEN / f"document.{order.result}"
        data = b""
        if outcome == DONE:
            outcome, data = _take(written, limits.result)
    except _ParentDied:
        return
    finally:
        _empty(folder)
    header = outcome.encode()
    _write(PREFIX.pack(len(header), len(data)) + header)
    _write(data)


def _convert(limits: Limits, order: ConversionOrder, folder: Path) -> str:
    """Run LibreOffice, twice where it asks for that; how it ended."""
    settings = folder / "profile" / "user" / "registrymodifications.xcu"
    settings.parent.mkdir(parents=True)
    settings.write_text(write_profile(), encoding="utf-8")
    (folder / "home").mkdir()
    deadline = time.monotonic() + limits.seconds
    for _ in range(2):
        process = _start(limits, order, folder)
        try:
            outcome = _watch(process, limits, folder, deadline)
        finally:
            _end(process)
        if outcome != DONE or process.returncode != _AGAIN:
            break
    if outcome == DONE and (process.returncode < 0 or process.returncode >= _CRASHED):
        return BROKE
    return outcome


def _start(limits: Limits, order: ConversionOrder, folder: Path) -> subprocess.Popen[bytes]:
    arguments = [
        f"-env:UserInstallation={(folder / 'profile').as_uri()}",
        *("--headless", "--norestore", "--nologo", "--nodefault", "--nolockcheck", "--nofirststartwizard"),
        *("--convert-to", f"{order.result}:{order.export}", "--outdir", str(folder / _WRITTEN)),
        str(folder / f"document.{order.suffix}"),
    ]

    def give_up() -> None:
        _die_with_parent()
        with suppress(OSError):
            os.nice(5)
        for name, value in (
            ("RLIMIT_CORE", 0),
            ("RLIMIT_AS", limits.memory),
            ("RLIMIT_FSIZE", limits.space),
            ("RLIMIT_CPU", 2 * limits.seconds),
            ("RLIMIT_NOFILE", _FILES),
        ):
            limit(name, value)

    return subprocess.Popen(  # one thread only: what runs between fork and exec is safe
        [limits.program, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env=_environment(folder),
        process_group=0,
        preexec_fn=give_up,  # noqa: PLW1509
    )


def _environment(folder: Path) -> dict[str, str]:
    return {
        "HOME": str(folder / "home"),
        "TMPDIR": str(folder),
        "PATH": "/usr/bin:/bin",
        "LC_ALL": "C.UTF-8",
        "SAL_USE_VCLPLUGIN": "svp",
        "SAL_DISABLE_OPENCL": "1",
        "http_proxy": "http://127.0.0.1:9",
        "https_proxy": "http://127.0.0.1:9",
    }


def _watch(process: subprocess.Popen[bytes], limits: Limits, folder: Path, deadline: float) -> str:
    """Wait until the program ends, or must be ended. Raises `_ParentDied`."""
    while process.poll() is None:
        if time.monotonic() > deadline:
            return TIME
        if _space_used(folder, sandboxed=limits.sandboxed) > limits.space:
            return SPACE
        if select.select([_REQUEST], [], [], _POLL_SECONDS)[0] and not os.read(_REQUEST, 1):
            raise _ParentDied
    return DONE


def _space_used(folder: Path, *, sandboxed: bool) -> int:
    if sandboxed:  # the folder is a file system of its own: files without a name count, too
        return shutil.disk_usage(folder).used
    used = 0
    waiting = [str(folder)]
    while waiting:
        with suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                with suppress(OSError):
                    used += entry.stat(follow_symlinks=False).st_size
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
    return used


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the whole group: LibreOffice's starter ignores friendly signals, and its children stay."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _take(path: Path, most: int) -> tuple[str, bytes]:
    """The document that was written, if it is a plain file, and no larger than allowed."""
    try:
        number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return NOTHING, b""
    try:
        found = os.fstat(number)
        if not stat.S_ISREG(found.st_mode) or not found.st_size:
            return NOTHING, b""
        with os.fdopen(number, "rb", closefd=False) as file:
            return (SPACE, b"") if found.st_size > most else (DONE, file.read())
    finally:
        os.close(number)


def _empty(folder: Path) -> None:
    for entry in folder.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry, ignore_errors=True)
        else:
            with suppress(OSError):
                entry.unlink()


def _leave_network() -> None:
    """Without bubblewrap: give up the network where the system allows it, and root's rights."""
    if sys.platform == "linux":
        library = ctypes.CDLL(None)
        library.unshare(_OWN_NETWORK if os.geteuid() == 0 else _OWN_NETWORK | _OWN_USERS)
    drop_root()


def _die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DIES_WITH_PARENT, signal.SIGKILL)


def _read(size: int) -> bytes:
    """Exactly so many bytes of the request. Raises `_ParentDied`."""
    content = bytearray()
    while len(content) < size:
        piece = os.read(_REQUEST, min(_READ, size - len(content)))
        if not piece:
            raise _ParentDied
        content += piece
    return bytes(content)


def _write(content: bytes) -> None:
    view = memoryview(content)
    while view:
        view = view[os.write(_ANSWER, view) :]


if __name__ == "__main__":
    main()
