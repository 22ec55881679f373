"""End the embedded server when no process uses it: a small program, which its supervisor starts.

Run by its path, with nothing of this package and nothing but the standard library, so that it takes little
memory: `idle_shutdown.py HOME SOCKET_DIRECTORY NAME`. The last process that uses the server stops it; this is
for processes that were killed. Another one may adopt the server within `_GRACE_SECONDS`.
"""

from __future__ import annotations

import fcntl
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

_POLL_SECONDS = 1.0
_GRACE_SECONDS = 20.0
_STEPS = ((signal.SIGINT, 30.0), (signal.SIGQUIT, 5.0), (signal.SIGKILL, 5.0))


def main(home: Path, socket_directory: Path, name: str) -> None:
    """Watch the server, and stop it when it was unused for the grace time."""
    if _lock(home / "caretaker.lock") is None:
        return  # there is one already
    unused_since = None
    while True:
        users = _lock(home / "users.lock")
        now = time.monotonic()
        if users is None:
            unused_since = None
        elif unused_since is None:
            unused_since = now
        elif now - unused_since > _GRACE_SECONDS or not _is_alive(home):
            _stop(home, name)
            with suppress(OSError):
                socket_directory.rmdir()
            return  # who wants to use it has waited for this process to end
        if users is not None:
            os.close(users)
        time.sleep(_POLL_SECONDS)


def _stop(home: Path, name: str) -> None:
    for number, seconds in _STEPS:
        main_process = _find_main_process(home, name)
        everyone = main_process is None or number == signal.SIGKILL  # frozen ones do not notice its end
        for process in _find_all(name) if everyone else (main_process,):
            if process is not None:
                with suppress(ProcessLookupError):
                    os.kill(process, number)
        deadline = time.monotonic() + seconds
        while _is_alive(home):
            if time.monotonic() > deadline:
                break
            time.sleep(0.05)
        else:
            return


def _find_main_process(home: Path, name: str) -> int | None:
    """Its number, unless that is another process's now."""
    try:
        number = int((home / "cluster/postmaster.pid").read_text(encoding="utf-8").split("\n", 1)[0])
        command = Path(f"/proc/{number}/cmdline")
        is_ours = not Path("/proc/self").exists() or name.encode() in command.read_bytes()
    except (OSError, ValueError):
        return None
    return number if is_ours else None


def _find_all(name: str) -> list[int]:
    """All processes of the server, by the name that PostgreSQL writes into their command lines."""
    found = []
    for command in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            is_postgres = command.with_name("comm").read_text(encoding="utf-8").startswith("postgres")
            if is_postgres and name.encode() in command.read_bytes():
                found.append(int(command.parent.name))
    return found


def _is_alive(home: Path) -> bool:
    """Whether a process of the server holds its lock."""
    lock = _lock(home / "server.lock")
    if lock is None:
        return True
    os.close(lock)
    return False


def _lock(path: Path) -> int | None:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


if __name__ == "__main__":
    with suppress(FileNotFoundError):  # the data directory is gone
        main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
