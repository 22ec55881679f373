"""Limits that a child sets before it reads a document: memory, time, files, sockets, processes and its user.

Nothing here needs bubblewrap; what the machine does not know (macOS bounds no address space) is left out.
`seccomp` adds what only Linux has.
"""

from __future__ import annotations

import os
import resource
import signal
from contextlib import suppress
from typing import Final

UNPRIVILEGED_USER: Final = 65_533  # owns nothing; not `nobody`, who may run the embedded database
_POLITENESS: Final = 5
_GRACE: Final = 5  # seconds: the parent should have ended this process long before


def confine_program(*, memory: int, descriptors: int) -> None:
    """Give up what no document's process needs, before there is one; further processes can still be made.

    `memory` in bytes of address space; the first `descriptors` of the open ones are kept.
    """
    with suppress(OSError):
        os.nice(_POLITENESS)
    os.closerange(descriptors, _most_files())
    drop_root()
    limit("RLIMIT_CORE", 0)
    limit("RLIMIT_FSIZE", 0)
    limit("RLIMIT_AS", memory)


def confine_document(*, seconds: int, descriptors: int) -> None:
    """Give up the rest: new processes and threads, new descriptors, more than `seconds` of processor time.

    After this the process can open no file and no socket. It ends by itself soon after `seconds`, also when
    its parent has died.
    """
    for number in (signal.SIGALRM, signal.SIGXCPU, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    limit("RLIMIT_NPROC", 0)
    limit("RLIMIT_CPU", seconds + _GRACE)
    limit("RLIMIT_NOFILE", descriptors)


def start_clock(seconds: int) -> None:
    """From now the process has so many seconds of wall-clock time, and a little more."""
    signal.setitimer(signal.ITIMER_REAL, seconds + _GRACE)


def drop_root() -> None:
    """Change from root to a user who owns nothing; other users keep their id."""
    if os.geteuid() == 0:
        with suppress(OSError):  # inside a container that maps no other user
            os.setgroups([])
            os.setresgid(UNPRIVILEGED_USER, UNPRIVILEGED_USER, UNPRIVILEGED_USER)
            os.setresuid(UNPRIVILEGED_USER, UNPRIVILEGED_USER, UNPRIVILEGED_USER)


def peak_memory() -> int:
    """The most memory this process has had, in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if os.uname().sysname == "Darwin" else peak * 1024


def _most_files() -> int:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 65_536 if soft == resource.RLIM_INFINITY else min(soft, 65_536)


def limit(name: str, value: int) -> None:
    """Bound what this process, and what it starts, may use: soft and hard."""
    number = getattr(resource, name, None)
    if number is None:
        return
    _, hard = resource.getrlimit(number)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    with suppress(ValueError, OSError):
        resource.setrlimit(number, (value, value))
