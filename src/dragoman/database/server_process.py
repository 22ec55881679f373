"""The processes of the embedded server: started, watched, stopped. Who may do that and when is `embedded`'s business.

The server is never this process's child, so that the process that started it and one that found it running see
the same thing: the lock file that every server process inherits (held: somebody is alive) and `postmaster.pid`.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import psutil

from dragoman.database.cluster import (
    CANNOT_SWITCH,
    ENVIRONMENT,
    Cluster,
    as_seen_inside,
    make_socket_directory,
)
from dragoman.database.ownership import try_lock
from dragoman.database.programs import Programs
from dragoman.errors import Misconfigured, Unavailable
from dragoman.telemetry import log

_LOG_BYTES: Final = 8 * 1024 * 1024
_STRAGGLER_SECONDS: Final = 0.5

_CONFIGURATION: Final = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "shared_buffers": "64MB",
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
    "cluster_name": "dragoman",
}


async def start_cluster(cluster: Cluster, programs: Programs) -> None:
    """Start the server and return when it accepts connections. The caller holds the supervisor's lock.

    Raises `Unavailable` with the end of the server's log when it does not start.
    """
    lock = await wait_until_dead(cluster)
    try:
        # Every process that could own it is dead: we hold the lock that all of them inherit.
        (cluster.data / "postmaster.pid").unlink(missing_ok=True)
        socket = make_socket_directory(cluster)
        arguments = [*_server_arguments(cluster, programs.major), "-k", str(socket)]
        rotate_log(cluster)
        _launch(cluster, programs, arguments, lock)
    finally:
        os.close(lock)
    await _wait_until_ready(cluster)


def is_alive(cluster: Cluster) -> bool:
    """Whether any process of the server lives. Only the supervisor may ask: asking takes the lock for a moment."""
    lock = try_lock(cluster.lock_file)
    if lock is None:
        return True
    os.close(lock)
    return False


def postmaster(cluster: Cluster) -> psutil.Process | None:
    """The server's main process, if it lives; a process that merely has its old number is not taken for it."""
    try:
        number = int((cluster.data / "postmaster.pid").read_text(encoding="utf-8").split("\n", 1)[0])
        process = psutil.Process(number)
        return process if _belongs(process, cluster.data) else None
    except (OSError, ValueError, psutil.Error):
        return None


def is_ready(cluster: Cluster) -> bool:
    """Whether the server says that it accepts connections."""
    try:
        lines = (cluster.data / "postmaster.pid").read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError):
        return False
    return len(lines) > 7 and lines[7].strip() == "ready" and postmaster(cluster) is not None


async def stop_cluster(cluster: Cluster) -> None:
    """End sessions, write everything down and stop; at once, without the writing, when that takes half a minute."""
    for number, patience in ((signal.SIGINT, 30.0), (signal.SIGQUIT, 5.0)):
        deadline = time.monotonic() + patience
        main = postmaster(cluster)
        if main is not None:
            _signal(main, number)
        while is_alive(cluster):
            if time.monotonic() > deadline or (main is None and not _stragglers(cluster)):
                break
            await asyncio.sleep(0.02)
        else:
            return
    for process in _stragglers(cluster):
        _signal(process, signal.SIGKILL)


def rotate_log(cluster: Cluster) -> None:
    """Keep the server's log and one older part, each of at most 8 MiB or what was written between two looks."""
    try:
        if cluster.log_file.stat().st_size > _LOG_BYTES:
            shutil.copyfile(cluster.log_file, cluster.log_file.with_name("postgres.log.1"))
            os.truncate(cluster.log_file, 0)  # the server appends: its next line begins at 0
    except FileNotFoundError:
        pass


async def wait_until_dead(cluster: Cluster) -> int:
    """Wait until no process of an earlier server lives; end those that outlive their main process. Gives the lock."""
    deadline = time.monotonic() + _STRAGGLER_SECONDS
    while (lock := try_lock(cluster.lock_file)) is None:
        if time.monotonic() > deadline and postmaster(cluster) is None:
            for process in _stragglers(cluster):
                _signal(process, signal.SIGKILL)
        await asyncio.sleep(0.02)
    return lock


def _server_arguments(cluster: Cluster, major: int) -> list[str]:
    configuration = dict(_CONFIGURATION)
    if major >= 18:
        configuration["io_method"] = "sync"  # its workers would be three more processes
    return ["-D", str(as_seen_inside(cluster.data)), *_flags(configuration)]


def _flags(configuration: dict[str, str]) -> Iterator[str]:
    for name, value in configuration.items():
        yield "-c"
        yield f"{name}={value}"


def _launch(cluster: Cluster, programs: Programs, arguments: list[str], lock: int) -> None:
    """Start the server through a shell that leaves it behind: nobody's child, and in a session of its own."""
    command = ["/bin/sh", "-c", '"$@" &', "sh", str(programs.folder / "postgres"), *arguments]
    with cluster.log_file.open("ab") as output:
        cluster.log_file.chmod(0o600)
        try:
            subprocess.run(
                command, check=True, cwd=cluster.data, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                pass_fds=[lock], start_new_session=True, umask=0o077, env=ENVIRONMENT, timeout=30,
                **cluster.account.popen_arguments(),
            )  # fmt: skip
        except (PermissionError, subprocess.SubprocessError) as error:
            raise Misconfigured(
                CANNOT_SWITCH if cluster.account.switch else f"PostgreSQL cannot be run: {error}"
            ) from None


async def _wait_until_ready(cluster: Cluster) -> None:
    """Wait as long as the server lives: recovery after a crash may take minutes."""
    began = told = time.monotonic()
    while not is_ready(cluster):
        await asyncio.sleep(0.01)
        if not is_alive(cluster):
            raise Unavailable(f"PostgreSQL did not start. The end of its log:\n{_log_tail(cluster)}")
        if time.monotonic() - told > 10:
            told = time.monotonic()
            log().info("database.recovering", seconds=round(told - began))


def _log_tail(cluster: Cluster) -> str:
    lines = cluster.log_file.read_text(encoding="utf-8", errors="replace").splitlines()
    return "\n".join(lines[-10:])


def _stragglers(cluster: Cluster) -> list[psutil.Process]:
    folders = (cluster.data, cluster.home / "cluster.new")
    return [
        process for process in psutil.process_iter() if any(_belongs(process, folder) for folder in folders)
    ]


def _belongs(process: psutil.Process, folder: Path) -> bool:
    """Whether a process of the server: it works in the cluster's directory and is not dead."""
    try:
        return (
            process.name() in ("postgres", "initdb")
            and process.status() != psutil.STATUS_ZOMBIE
            and os.path.samefile(process.cwd(), folder)
        )
    except (OSError, psutil.Error):
        return False


def _signal(process: psutil.Process, number: signal.Signals) -> None:
    try:
        process.send_signal(number)
    except psutil.Error:
        pass  # it is gone
