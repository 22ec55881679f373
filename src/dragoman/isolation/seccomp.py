"""The system calls that a process with a document may make: a seccomp filter, where the system has them.

A process that a document has taken over is of the same user as its parent and its siblings, so no permission
keeps it from them. The filter does: it lets through what is needed to read and write open descriptors, for
memory, time and the process's own signals, and refuses everything else with EPERM. That includes `ptrace`,
`process_vm_readv`, signals to other processes, `open`, `socket`, `execve`, `fork`, shared memory, and memory
that can be executed. Source: seccomp(2), and `linux/{filter,seccomp,audit}.h`.
"""

from __future__ import annotations

import ctypes
import errno
import functools
import os
import signal
import struct
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

_PR_SET_PDEATHSIG: Final = 1
_PR_SET_DUMPABLE: Final = 4
_PR_SET_SECCOMP: Final = 22
_PR_SET_NO_NEW_PRIVS: Final = 38
_SECCOMP_MODE_FILTER: Final = 2

_ALLOW: Final = 0x7FFF0000
_REFUSE: Final = 0x00050000 | errno.EPERM
_MISSING: Final = 0x00050000 | errno.ENOENT
_KILL: Final = 0x80000000
_LOAD: Final = 0x20  # a 32-bit word of the call: BPF_LD | BPF_W | BPF_ABS
_IF_EQUAL: Final = 0x15  # BPF_JMP | BPF_JEQ | BPF_K
_IF_ANY_BIT: Final = 0x45  # BPF_JMP | BPF_JSET | BPF_K
_RETURN: Final = 0x06  # BPF_RET | BPF_K
_INSTRUCTION: Final = struct.Struct("=HBBI")  # code, jump if true, jump if false, operand
_NUMBER: Final = 0  # where things are in the description of a call
_ARCHITECTURE: Final = 4
_ARGUMENTS: Final = 16
_ARGUMENT: Final = 8  # bytes of each, the lower half first
_PROT_EXEC: Final = 4


class _SystemCall(NamedTuple):
    """A system call and its numbers; None where there is none."""

    name: str
    x86_64: int | None
    aarch64: int | None


# With any arguments: only the process's own state can be read or changed with these. The most frequent first.
_ALLOWED: Final = (
    _SystemCall("brk", 12, 214),
    _SystemCall("munmap", 11, 215),
    _SystemCall("read", 0, 63),
    _SystemCall("write", 1, 64),
    _SystemCall("mremap", 25, 216),
    _SystemCall("madvise", 28, 233),
    _SystemCall("readv", 19, 65),
    _SystemCall("writev", 20, 66),
    _SystemCall("futex", 202, 98),
    _SystemCall("clock_gettime", 228, 113),
    _SystemCall("gettimeofday", 96, 169),
    _SystemCall("time", 201, None),
    _SystemCall("getrandom", 318, 278),
    _SystemCall("close", 3, 57),
    _SystemCall("fstat", 5, 80),
    _SystemCall("lseek", 8, 62),
    _SystemCall("rt_sigaction", 13, 134),
    _SystemCall("rt_sigprocmask", 14, 135),
    _SystemCall("rt_sigreturn", 15, 139),
    _SystemCall("sigaltstack", 131, 132),
    _SystemCall("setitimer", 38, 103),
    _SystemCall("clock_nanosleep", 230, 115),
    _SystemCall("nanosleep", 35, 101),
    _SystemCall("clock_getres", 229, 114),
    _SystemCall("restart_syscall", 219, 128),
    _SystemCall("sched_yield", 24, 124),
    _SystemCall("times", 100, 153),
    _SystemCall("getrusage", 98, 165),
    _SystemCall("sysinfo", 99, 179),
    _SystemCall("uname", 63, 160),
    _SystemCall("getpid", 39, 172),
    _SystemCall("gettid", 186, 178),
    _SystemCall("getppid", 110, 173),
    _SystemCall("getuid", 102, 174),
    _SystemCall("geteuid", 107, 175),
    _SystemCall("getgid", 104, 176),
    _SystemCall("getegid", 108, 177),
    _SystemCall("exit", 60, 93),
    _SystemCall("exit_group", 231, 94),
)
# Unless it is to be executed: the third argument.
_MEMORY: Final = (
    _SystemCall("mmap", 9, 222),
    _SystemCall("mprotect", 10, 226),
)
# To this process only: the first argument.
_SIGNALS: Final = (
    _SystemCall("kill", 62, 129),
    _SystemCall("tgkill", 234, 131),
)
# Of files by name, of which there are none.
_LOOKUPS: Final = (
    _SystemCall("stat", 4, None),
    _SystemCall("lstat", 6, None),
    _SystemCall("newfstatat", 262, 79),
    _SystemCall("statx", 332, 291),
    _SystemCall("access", 21, None),
    _SystemCall("faccessat", 269, 48),
)
_AUDIT_ARCHITECTURES: Final[Mapping[str, int]] = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}


class _Program(ctypes.Structure):
    """`struct sock_fprog`."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def is_known_system() -> bool:
    """Whether there is a filter for this system; its kernel may still not take it."""
    return sys.platform == "linux" and os.uname().machine in _AUDIT_ARCHITECTURES and sys.maxsize > 2**32


def hide_memory() -> bool:
    """Keep other processes of the same user from this process's memory, and from its files in /proc.

    False where the system cannot do that.
    """
    if sys.platform != "linux":
        return False
    try:
        _prctl(_PR_SET_DUMPABLE, 0)
    except OSError:
        return False
    return True


def forbid_new_privileges() -> None:
    """Let no program that this process or a child executes gain rights by a set-user-id bit (Linux only)."""
    if sys.platform == "linux":
        with suppress(OSError):
            _prctl(_PR_SET_NO_NEW_PRIVS, 1)


def die_with_parent(parent: int) -> None:
    """Have the kernel kill this process when its parent, whose process id this is, dies. Raises OSError."""
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it has died meanwhile
        raise ProcessLookupError(errno.ESRCH, "the parent is gone")


def restrict_system_calls() -> None:
    """Refuse from now on, for good, all system calls but those of the filter. Raises OSError.

    The filter holds for this process only: a fork must not be made after it, and cannot.
    """
    instructions = b"".join(_filter(os.uname().machine, own=os.getpid()))
    program = _Program(len(instructions) // _INSTRUCTION.size, instructions)
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    _prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.addressof(program))


def _filter(machine: str, *, own: int) -> Iterator[bytes]:
    """The instructions for a process of this id. Each test that fails skips what belongs to it."""
    pack = _INSTRUCTION.pack
    yield pack(_LOAD, 0, 0, _ARCHITECTURE)
    yield pack(_IF_EQUAL, 1, 0, _AUDIT_ARCHITECTURES[machine])
    yield pack(_RETURN, 0, 0, _KILL)  # another architecture's numbers mean other calls
    yield pack(_LOAD, 0, 0, _NUMBER)
    for number in _numbers(_MEMORY, machine):
        yield pack(_IF_EQUAL, 0, 4, number)
        yield pack(_LOAD, 0, 0, _ARGUMENTS + 2 * _ARGUMENT)
        yield pack(_IF_ANY_BIT, 0, 1, _PROT_EXEC)
        yield pack(_RETURN, 0, 0, _REFUSE)
        yield pack(_RETURN, 0, 0, _ALLOW)
    for number in _numbers(_ALLOWED, machine):
        yield pack(_IF_EQUAL, 0, 1, number)
        yield pack(_RETURN, 0, 0, _ALLOW)
    for number in _numbers(_SIGNALS, machine):
        yield pack(_IF_EQUAL, 0, 4, number)
        yield pack(_LOAD, 0, 0, _ARGUMENTS)
        yield pack(_IF_EQUAL, 0, 1, own)
        yield pack(_RETURN, 0, 0, _ALLOW)
        yield pack(_RETURN, 0, 0, _REFUSE)
    for number in _numbers(_LOOKUPS, machine):
        yield pack(_IF_EQUAL, 0, 1, number)
        yield pack(_RETURN, 0, 0, _MISSING)
    yield pack(_RETURN, 0, 0, _REFUSE)


def _numbers(calls: Iterable[_SystemCall], machine: str) -> Iterator[int]:
    """The numbers of those system calls that the architecture has."""
    for call in calls:
        number = call.x86_64 if machine == "x86_64" else call.aarch64
        if number is not None:
            yield number


def _prctl(option: int, *values: int) -> None:
    arguments = [ctypes.c_ulong(value) for value in (*values, 0, 0, 0, 0)[:4]]
    if _libc().prctl(ctypes.c_int(option), *arguments):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


@functools.cache
def _libc() -> ctypes.CDLL:
    """The C library of this process: it is known before there is a document."""
    return ctypes.CDLL(None, use_errno=True)
