"""Every system call that the filter does not name is refused, by all the ways there are to make one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest

from dragoman.isolation import seccomp
from dragoman.isolation.seccomp import is_known_system
from tests.waiting import CEILING

pytestmark = pytest.mark.skipif(not is_known_system(), reason="there is no filter for this system")

X86 = os.uname().machine == "x86_64"
LAST = 600  # kernels of today have fewer
# The kernel's own, of its probes: no filter sees the first, and both do nothing where there is no probe.
PROBES = {335, 336} if X86 else set()

SWEEP = """
import ctypes, errno, json, os, sys
from dragoman.isolation.seccomp import restrict_system_calls
libc = ctypes.CDLL(None, use_errno=True)
room = ctypes.create_string_buffer(4096)
arguments = [(0,) * 6, (ctypes.addressof(room), 4096, 0, 0, 0, 0), (-100, ctypes.addressof(room), 0, 0, 0, 0)]
def is_refused(number):
    for some in arguments:
        ctypes.set_errno(0)
        said = libc.syscall(ctypes.c_long(number), *map(ctypes.c_long, some))
        if said != -1 or ctypes.get_errno() not in (errno.EPERM, errno.ENOENT):
            return False
    return True
restrict_system_calls()
print(json.dumps([number for number in json.loads(sys.argv[1]) if not is_refused(number)]))
"""

OTHER_ARCHITECTURE = """
import ctypes, mmap
from dragoman.isolation.seccomp import restrict_system_calls
memory = mmap.mmap(-1, 4096, prot=7)
memory.write(bytes.fromhex("b814000000cd80c3"))  # mov eax, 20 (getpid); int 0x80; ret
call = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(memory)))
call()
print("made", flush=True)
restrict_system_calls()
call()
"""


def named() -> set[int]:
    """The numbers of calls that may be made, with arguments of some kind at least."""
    calls = (*seccomp._ALLOWED, *seccomp._MEMORY, *seccomp._SIGNALS)
    return {number for call in calls if (number := call.x86_64 if X86 else call.aarch64) is not None}


def run(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False, timeout=CEILING
    )


def test_all_other_numbers_are_refused() -> None:
    numbers = [number for number in range(LAST) if number not in named() | PROBES]
    if X86:  # the numbers of x32, which mean the same calls
        numbers += [0x4000_0000 | number for number in range(LAST)]
    done = run(SWEEP, json.dumps(numbers))
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == []


@pytest.mark.skipif(not X86, reason="i386 is x86-64's other half")
def test_calls_of_another_architecture_end_the_process() -> None:
    done = run(OTHER_ARCHITECTURE)
    if done.stdout != "made\n":
        pytest.skip("this kernel has no calls of i386")
    assert done.returncode == -signal.SIGSYS
