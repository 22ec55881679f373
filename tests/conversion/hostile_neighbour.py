"""A program whose formats try to reach the process they were forked from, and the documents beside them."""

from __future__ import annotations

import ctypes
import json
import os
import random
import signal
import time
from collections.abc import Callable, Iterator, Mapping

from dragoman.conversion.child import main
from dragoman.formats.format import Document, FileType, FormatInfo, Languages, Source, Unit
from dragoman.segments import Segment, Text

_LIBC = ctypes.CDLL(None, use_errno=True)
_PAGE = 4096
_BUFFER = ctypes.create_string_buffer(_PAGE)
_ARM = os.uname().machine == "aarch64"
# Numbers that the C library has no function for.
_PIDFD_OPEN, _PIDFD_GETFD, _IO_URING_SETUP = 434, 438, 425  # of every architecture
_TGKILL, _KEYCTL, _USERFAULTFD = (131, 219, 282) if _ARM else (234, 250, 323)


class _Vector(ctypes.Structure):
    """`struct iovec`."""

    _fields_ = (("base", ctypes.c_void_p), ("length", ctypes.c_size_t))


def _vector(address: int) -> object:
    return ctypes.byref(_Vector(address, 16))


def _own_vector() -> object:
    return _vector(ctypes.addressof(_BUFFER))


def _on_process(pid: int) -> Iterator[tuple[str, Callable[[], int]]]:
    """What can be tried with another process."""
    word = id(_LIBC)  # an address that the other process has as well
    limits = (ctypes.c_ulong * 2)(0, 0)
    mask = (ctypes.c_ulong * 16)(1)
    yield "ptrace attach", lambda: _LIBC.ptrace(16, pid, None, None)
    yield "ptrace seize", lambda: _LIBC.ptrace(0x4206, pid, None, None)
    yield "read", lambda: _LIBC.process_vm_readv(pid, _own_vector(), 1, _vector(word), 1, 0)
    yield "write", lambda: _LIBC.process_vm_writev(pid, _own_vector(), 1, _vector(word), 1, 0)
    yield "open mem", lambda: _LIBC.open(f"/proc/{pid}/mem".encode(), os.O_RDWR)
    yield "open maps", lambda: _LIBC.open(f"/proc/{pid}/maps".encode(), os.O_RDONLY)
    yield "open descriptor", lambda: _LIBC.open(f"/proc/{pid}/fd/0".encode(), os.O_RDWR)
    yield "pidfd", lambda: _LIBC.syscall(_PIDFD_OPEN, pid, 0)
    yield "pidfd_getfd", lambda: _LIBC.syscall(_PIDFD_GETFD, 0, 0, 0)
    yield "limits", lambda: _LIBC.prlimit(pid, 7, ctypes.byref(limits), None)
    yield "affinity", lambda: _LIBC.sched_setaffinity(pid, ctypes.sizeof(mask), ctypes.byref(mask))
    yield "priority", lambda: _LIBC.setpriority(0, pid, 19)
    yield "owner of signals", lambda: _LIBC.fcntl(0, 8, pid)
    for number in (0, signal.SIGSTOP, signal.SIGKILL):
        yield f"kill {number}", lambda number=number: _LIBC.kill(pid, number)
        yield f"tgkill {number}", lambda number=number: _LIBC.syscall(_TGKILL, pid, pid, number)


def _on_system() -> Iterator[tuple[str, Callable[[], int]]]:
    """What can be tried with the machine."""
    arguments = (ctypes.c_char_p * 2)(b"/bin/true", None)
    yield "kill all", lambda: _LIBC.kill(-1, 0)
    yield "kill group", lambda: _LIBC.kill(0, 0)
    yield "shared memory", lambda: _LIBC.shmget(0x4D54, _PAGE, 0o1666)
    yield "shared file", lambda: _LIBC.open(b"/dev/shm/taken", os.O_RDWR | os.O_CREAT, 0o600)
    yield "memory file", lambda: _LIBC.memfd_create(b"taken", 0)
    yield "queue", lambda: _LIBC.msgget(0x4D54, 0o1666)
    yield "temporary file", lambda: _LIBC.open(b"/tmp/taken", os.O_RDWR | os.O_CREAT, 0o600)
    yield "network", lambda: _LIBC.socket(2, 1, 0)
    yield "local socket", lambda: _LIBC.socket(1, 1, 0)
    yield "message", lambda: _LIBC.send(3, _BUFFER, 0, 0)
    yield "program", lambda: _LIBC.execve(b"/bin/true", arguments, None)
    yield "process", _LIBC.fork
    yield "namespace", lambda: _LIBC.unshare(0x10000000)
    yield "keys", lambda: _LIBC.syscall(_KEYCTL, 0, -5, 0)
    yield "ring", lambda: _LIBC.syscall(_IO_URING_SETUP, 1, _BUFFER)
    yield "page faults", lambda: _LIBC.syscall(_USERFAULTFD, 1)
    yield "memory shown", lambda: _LIBC.prctl(4, 1, 0, 0, 0)
    yield "no filter", lambda: _LIBC.prctl(22, 0, 0, 0, 0)
    yield "code", _executable


def _executable() -> int:
    _LIBC.mmap.restype = ctypes.c_void_p
    address = _LIBC.mmap(None, _PAGE, 7, 0x22, -1, 0)
    return -1 if address in {None, ctypes.c_void_p(-1).value} else 0


def _attack(source: Source) -> str:
    """What succeeds against processes, by their ids; the document has these."""
    tries = dict(_on_system())
    for pid in [*json.loads(source.data), os.getppid()]:
        tries |= {f"{name} of {pid}": attempt for name, attempt in _on_process(pid)}
    return ", ".join(name for name, attempt in tries.items() if attempt() != -1)


def _descriptors(_: Source) -> str:
    """Which descriptors are open, beside the standard ones, and whether the process has threads."""
    found = []
    for number in range(_PAGE):
        try:
            os.lseek(number, 0, os.SEEK_CUR)
        except OSError as error:
            if error.errno == 9:
                continue
        found.append(number)
    return repr(found)


def _processes(_: Source) -> str:
    return json.dumps([os.getpid(), os.getppid()])


def _random(_: Source) -> str:
    return repr((random.random(), os.urandom(8)))


def _slowly(source: Source) -> str:
    time.sleep(0.1)
    return source.data.decode()


def _for_long(_: Source) -> str:
    time.sleep(60)
    raise AssertionError


_BEHAVIOURS: Mapping[str, Callable[[Source], str]] = {
    "attack": _attack,
    "descriptors": _descriptors,
    "for-long": _for_long,
    "environment": lambda _: repr(sorted(os.environ.keys() - {"LC_CTYPE", "PWD"})),
    "processes": _processes,
    "random": _random,
    "slowly": _slowly,
}


class _Neighbour:
    """A format with one hostile behaviour, whose outcome is the text of its only unit."""

    info = FormatInfo(
        file_type=FileType(name="hostile", media_types={}), title="Hostile", translated=(), left_alone=()
    )

    def __init__(self, name: str) -> None:
        self._name = name

    def extract(self, source: Source, _languages: Languages) -> Document:
        said = _BEHAVIOURS[self._name](source)
        return Document(units=(Unit(id="1", segment=(Text(text=said),) if said else ()),))

    def rebuild(self, source: Source, _targets: Mapping[str, Segment], _languages: Languages) -> bytes:
        return f"{os.getpid()} {source.data.decode()}".encode()


if __name__ == "__main__":
    main(_Neighbour)
