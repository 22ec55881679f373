"""What a child gives up before it sees a document: memory, time, files, sockets, processes, rank and name.

Nothing here needs bubblewrap; what the machine does not know (macOS bounds no address space) is left out.
"""

from __future__ import annotations

import os
import resource
import signal
from contextlib import suppress
from typing import Final

STRANGER: Final = 65_533  # for root: a user who owns nothing; not nobody, who may run the embedded database
_POLITENESS: Final = 5
_GRACE: Final = 5  # seconds: the parent should have ended this process long before


def give_up(*, memory: int, seconds: int, keep: int) -> None:
    """Keep the first `keep` descriptors, `memory` bytes of address space and `seconds` of processor time.

    After this the process can open no file and no socket, start no process or thread and write no file. It
    ends by itself soon after `seconds`, also when nobody is left to end it.
    """
    with suppress(OSError):
        os.nice(_POLITENESS)
    os.closerange(keep, _most_files())
    become_stranger()
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    limit("RLIMIT_CORE", 0)
    limit("RLIMIT_FSIZE", 0)
    limit("RLIMIT_NPROC", 0)
    limit("RLIMIT_CPU", seconds + _GRACE)
    limit("RLIMIT_AS", memory)
    limit("RLIMIT_NOFILE", keep)


def start_clock(seconds: int) -> None:
    """From now the process has so many seconds of wall-clock time, and a little more."""
    signal.setitimer(signal.ITIMER_REAL, seconds + _GRACE)


def become_stranger() -> None:
    """Root becomes a user who owns nothing; everybody else stays who they are."""
    if os.geteuid() == 0:
        with suppress(OSError):  # inside a container that maps no other user
            os.setgroups([])
            os.setresgid(STRANGER, STRANGER, STRANGER)
            os.setresuid(STRANGER, STRANGER, STRANGER)


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
