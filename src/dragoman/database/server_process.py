"""The processes of the embedded server: started, watched, stopped. `embedded` decides when.

The server is never our own child, so that the process that started it and one that found it running see the
same thing: the lock file that every server process inherits (held: a process is alive) and `postmaster.pid`.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import psutil

from dragoman.database import idle_shutdown
from dragoman.database.cluster import CANNOT_SWITCH, Cluster, make_socket_directory, reachable
from dragoman.database.ownership import try_lock
from dragoman.database.programs import Programs
from dragoman.database.server_log import rotate_log
from dragoman.errors import Misconfigured, StartFailed, Unavailable
from dragoman.telemetry import log

_TAIL_BYTES: Final = 8192
_ORPHAN_SECONDS: Final = 0.1
# The time is part of what a stop of the service takes at most: `dragoman.forced_exit`.
_STOPPING: Final = ((signal.SIGINT, 10.0), (signal.SIGQUIT, 2.0), (signal.SIGKILL, 2.0))
_ENVIRONMENT: Final = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}  # nothing of ours

_CONFIGURATION: Final = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "maintenance_work_mem": "32MB",
    "max_wal_size": "512MB",
    "max_wal_senders": "0",
    "wal_level": "minimal",
    "fsync": "on",
    "full_page_writes": "on",
    "synchronous_commit": "on",
    "jit": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_destination": "stderr",
    "logging_collector": "off",
    "log_checkpoints": "off",
    "log_line_prefix": "%m [%p] ",
    "log_error_verbosity": "terse",  # no DETAIL and no STATEMENT: they may quote customers' text
    "log_min_error_statement": "panic",
}


async def start_cluster(cluster: Cluster, programs: Programs) -> None:
    """Start the server and return when it accepts connections. The caller holds the supervisor's lock.

    Raises `StartFailed` with the reason that the server's log has when it does not start, `Unavailable` where
    the disk is full.
    """
    lock = await wait_until_dead(cluster)
    try:
        socket = make_socket_directory(cluster)
        # All processes that could own these are dead: we hold the lock that they inherit. PostgreSQL itself
        # cannot know, when another process has the number now or the dead one was not reaped.
        for left in (cluster.data / "postmaster.pid", *socket.iterdir()):
            left.unlink(missing_ok=True)
        rotate_log(cluster)
        options = _options(cluster, programs.major)
        log_begins = _launch(cluster, [programs.folder / "postgres", "-k", socket, *options], lock)
    finally:
        os.close(lock)
    await _wait_until_ready(cluster, log_begins)


def is_alive(cluster: Cluster) -> bool:
    """Whether any process of the server lives. For the supervisor only: the check takes the lock briefly."""
    lock = try_lock(cluster.lock_file)
    if lock is None:
        return True
    os.close(lock)
    return False


def postmaster(cluster: Cluster) -> psutil.Process | None:
    """The server's main process, if it lives; another process that now has its number is not taken for it."""
    try:
        number = int((cluster.data / "postmaster.pid").read_text(encoding="utf-8").split("\n", 1)[0])
        process = psutil.Process(number)
        return process if _is_living(process, cluster) else None
    except (OSError, ValueError, psutil.Error):
        return None


def is_ready(cluster: Cluster) -> bool:
    """Whether the server says that it accepts connections."""
    try:
        lines = (cluster.data / "postmaster.pid").read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError):
        return False
    return len(lines) > 7 and lines[7].strip() == "ready" and postmaster(cluster) is not None


def start_idle_shutdown(cluster: Cluster) -> None:
    """Start the program that ends the server when all who use it were killed; one that runs is enough."""
    lock = try_lock(cluster.home / "caretaker.lock")
    if lock is None:
        return
    os.close(lock)
    command = [sys.executable, "-I", "-S", str(Path(idle_shutdown.__file__))]
    shell = subprocess.Popen(
        ["/bin/sh", "-c", '"$@" &', "sh", *command, cluster.home, cluster.socket_directory(), cluster.name],
        cwd="/",
        env=_ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    shell.wait(timeout=30)


def explain_end(message: str) -> Unavailable:
    """The error for a program of PostgreSQL that ended so: a full disk is waited for, nothing else."""
    kind = Unavailable if os.strerror(errno.ENOSPC) in message else StartFailed
    return kind(message, retry_after=30)


async def stop_cluster(cluster: Cluster) -> None:
    """End sessions, write everything down and stop; without the writing when that takes too long.

    A main process that is stopped (SIGSTOP, a frozen job) takes no signal but SIGKILL: nothing is waited for.
    """
    for number, seconds in _STOPPING:
        main = postmaster(cluster)
        if number != signal.SIGKILL and main is not None and _is_stopped(main):
            continue
        if main is not None:
            _signal(main, number)
        if main is None or number == signal.SIGKILL:  # where they are frozen, they do not notice
            _kill_orphans(cluster)
        if await _dies_within(cluster, seconds):
            break
    with contextlib.suppress(OSError):  # of another user, or not empty
        cluster.socket_directory().rmdir()


async def _dies_within(cluster: Cluster, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while is_alive(cluster):
        if time.monotonic() > deadline:
            return False
        await asyncio.sleep(0.02)
    return True


async def wait_until_dead(cluster: Cluster) -> int:
    """Wait until no process of an earlier server lives, ending orphans. Gives the lock that proves it."""
    deadline = time.monotonic() + _ORPHAN_SECONDS
    while (lock := try_lock(cluster.lock_file)) is None:
        if time.monotonic() > deadline and postmaster(cluster) is None:
            _kill_orphans(cluster)
        await asyncio.sleep(0.02)
    return lock


def start_program(
    cluster: Cluster,
    command: Sequence[str | Path],
    *,
    folder: Path,
    lock: int,
    words: Sequence[str] = (),
    **streams: Any,
) -> subprocess.Popen[bytes]:
    """Start a program of PostgreSQL on `folder` as the server's user; it and its children hold `lock`.

    `words` follow the options; `streams` are stdin, stdout and stderr.
    """
    with reachable(folder) as (name, descriptors):
        try:
            return subprocess.Popen(
                [*command, "-D", name, *words],
                cwd="/",
                pass_fds=[lock, *descriptors],
                start_new_session=True,  # a Ctrl-C in the terminal is not for the server
                umask=0o077,
                env=_ENVIRONMENT,
                **cluster.account.popen_arguments(),
                **streams,
            )
        except (PermissionError, subprocess.SubprocessError) as error:
            reason = CANNOT_SWITCH if cluster.account.switch else f"PostgreSQL cannot be run: {error}"
            raise Misconfigured(reason) from None


def _options(cluster: Cluster, major: int) -> Iterator[str]:
    configuration = {
        **_CONFIGURATION,
        "cluster_name": cluster.name,
        "shared_buffers": f"{_buffers(psutil.virtual_memory().total)}MB",
    }
    if major >= 18:
        configuration["io_method"] = "sync"  # its workers would be three more processes
    if sys.platform == "linux":
        # One call instead of one for each file: recovery after a kill takes 0.15 s instead of 0.5.
        configuration["recovery_init_sync_method"] = "syncfs"
    for name, value in configuration.items():
        yield "-c"
        yield f"{name}={value}"


def _buffers(memory: int) -> int:
    """MB of `memory` bytes for the server's pages: what a million units are found by takes 400 MB of them.

    Those that are never needed take no memory.
    """
    return min(256, max(64, memory // 32 // 1024**2))


def _launch(cluster: Cluster, command: Sequence[str | Path], lock: int) -> int:
    """Start the server through a shell that ends at once, so that it is not a child of this process.

    Returns where in the log, in bytes, this server's lines begin.
    """
    log_file = os.open(cluster.log_file, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW, 0o600)
    try:
        log_begins = os.fstat(log_file).st_size
        shell = start_program(
            cluster,
            ["/bin/sh", "-c", '"$@" &', "sh", *command],
            folder=cluster.data,
            lock=lock,
            stdin=subprocess.DEVNULL,
            stdout=log_file,
            stderr=log_file,
        )
        shell.wait(timeout=30)
    finally:
        os.close(log_file)
    return log_begins


async def _wait_until_ready(cluster: Cluster, log_begins: int) -> None:
    """Wait as long as the server lives: recovery after a crash may take minutes."""
    began = logged = time.monotonic()
    while not is_ready(cluster):
        await asyncio.sleep(0.01)
        if not is_alive(cluster):
            reason = _find_reason(cluster, log_begins)
            raise explain_end(f"PostgreSQL did not start: {reason} (log: {cluster.log_file})")
        if time.monotonic() - logged > 10:
            logged = time.monotonic()
            log().info("database.recovering", seconds=round(logged - began))


def _find_reason(cluster: Cluster, log_begins: int) -> str:
    """The last line with a reason in the log of this server; the lines of earlier ones are before it."""
    with cluster.log_file.open("rb") as file:
        file.seek(max(log_begins, cluster.log_file.stat().st_size - _TAIL_BYTES))
        lines = file.read().decode(errors="replace").splitlines()
    reasons = [line for line in lines if "FATAL:" in line or "PANIC:" in line]
    return (reasons or lines or ["its log is empty"])[-1].strip()


def _kill_orphans(cluster: Cluster) -> None:
    """End server processes that outlived their main process; what they acknowledged is on disk."""
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if _is_living(process, cluster):
                _signal(process, signal.SIGKILL)


def _is_living(process: psutil.Process, cluster: Cluster) -> bool:
    """Whether a process of the server, by its command line: containers hide more, even from root.

    The main process has the socket's directory in it; PostgreSQL writes the cluster's name into all others.
    """
    return (
        process.name() == "postgres"
        and process.status() != psutil.STATUS_ZOMBIE
        and any(cluster.name in word for word in process.cmdline())
    )


def _is_stopped(process: psutil.Process) -> bool:
    try:
        return process.status() == psutil.STATUS_STOPPED
    except psutil.Error:  # it is gone
        return False


def _signal(process: psutil.Process, number: signal.Signals) -> None:
    with contextlib.suppress(psutil.Error):  # it may be gone
        process.send_signal(number)
