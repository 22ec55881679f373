"""The embedded PostgreSQL server of one data directory, shared by all processes that use the directory.

Three locks in `<data>/postgres` decide everything; the kernel frees those of a process that is killed:
- `users.lock`, shared: every process that uses the server. Whoever leaves and is alone with it stops the server.
- `supervisor.lock`: the one process that makes, starts and restarts the server. The others stand by for it, and
  adopt the server that runs; so does the next process when all were killed and the server was left behind.
- `server.lock`: inherited by every process of the server itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from dragoman.database.cluster import Cluster, cluster_major, make_socket_directory, url_for
from dragoman.database.credentials import read_credentials, write_new_credentials
from dragoman.database.initialize import create_cluster, set_passwords
from dragoman.database.ownership import choose_account, private_directory, try_lock
from dragoman.database.programs import find_programs
from dragoman.database.server_process import (
    is_alive,
    is_ready,
    postmaster,
    rotate_log,
    start_cluster,
    stop_cluster,
)
from dragoman.database.urls import ServerUrls
from dragoman.errors import DragomanError, Misconfigured, Unavailable
from dragoman.settings import Settings
from dragoman.telemetry import log

_LOOK_SECONDS: Final = 0.1  # how often supervisor and stand-ins look; a restart takes about as long again
_ROTATE_SECONDS: Final = 10.0
_START_SECONDS: Final = 120.0  # for another process to start it
_LONGEST_PAUSE: Final = 5.0  # between attempts to start a server that does not


@asynccontextmanager
async def open_embedded(settings: Settings) -> AsyncIterator[ServerUrls]:
    """Use the server of the data directory: make it, start it, or adopt the running one; keep it alive meanwhile.

    Raises `Misconfigured` when this machine cannot run it, `Unavailable` when it does not start.
    """
    home = _prepare_home(settings.data)
    user = await _join(home)
    duty = _Duty(home=home, programs_setting=settings.postgres_bin)
    try:
        cluster = await _first_start(duty)
        watch = asyncio.create_task(_watch(duty), name="embedded database")
        try:
            yield ServerUrls(
                owner=url_for(cluster, role="dragoman_owner"),
                application=url_for(cluster, role="dragoman_app"),
            )
        finally:
            watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watch
    finally:
        os.close(user)
        await _leave(duty)


class _Duty:
    """What this process does for the server: stands by, or supervises it while it holds the supervisor's lock."""

    def __init__(self, *, home: Path, programs_setting: Path | None) -> None:
        self.home = home
        self.programs_setting = programs_setting
        self._lock: int | None = None

    def try_supervise(self) -> bool:
        """Become the supervisor unless another process is; whether this one is."""
        if self._lock is None:
            self._lock = try_lock(self.home / "supervisor.lock")
        return self._lock is not None

    def resign(self) -> None:
        """Let another process supervise."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def cluster(self) -> Cluster | None:
        """The cluster as it stands in the directory; None before it is made."""
        credentials = read_credentials(self.home / "credentials.json")
        if credentials is None:
            return None
        return Cluster(home=self.home, account=choose_account(self.home.parent), credentials=credentials)


def _prepare_home(data: Path) -> Path:
    try:
        home = private_directory(private_directory(data.absolute()) / "postgres")
        os.close(os.open(home, os.O_RDONLY | os.O_DIRECTORY))
        if not os.access(home, os.W_OK | os.X_OK):
            raise PermissionError(f"no permission to write to {home}")
    except OSError as error:
        raise Misconfigured(
            f"The data directory {data} cannot be used: {error.strerror or error}. Name another with --data or "
            "DRAGOMAN_DATA, or run the service as the user it belongs to."
        ) from None
    return home


async def _join(home: Path) -> int:
    """Count this process among the server's users; waits while the last one before is stopping it."""
    while (user := try_lock(home / "users.lock", shared=True)) is None:
        await asyncio.sleep(_LOOK_SECONDS / 2)
    return user


async def _leave(duty: _Duty) -> None:
    """Stop the server if nobody else uses it; else leave it to the others."""
    try:
        alone = try_lock(duty.home / "users.lock")
        if alone is None:
            return
        try:
            cluster = duty.cluster()
            if cluster is not None and is_alive(cluster):
                await stop_cluster(cluster)
                log().info("database.stopped")
        finally:
            os.close(alone)
    finally:
        duty.resign()


async def _first_start(duty: _Duty) -> Cluster:
    """Return when the server accepts connections, whoever started it."""
    deadline = time.monotonic() + _START_SECONDS
    while True:
        if duty.try_supervise():
            return await _ensure_running(duty)
        cluster = duty.cluster()
        if cluster is not None and is_ready(cluster):
            make_socket_directory(cluster)
            return cluster
        if time.monotonic() > deadline:
            raise Unavailable(
                "Another process of this data directory did not start its database within two minutes."
            )
        await asyncio.sleep(_LOOK_SECONDS / 2)


async def _ensure_running(duty: _Duty) -> Cluster:
    """As the supervisor: adopt the running server, or start it, made first where there is none."""
    cluster = duty.cluster()
    if cluster is not None and cluster.data.exists() and is_alive(cluster):
        while postmaster(cluster) is not None:
            if is_ready(cluster):
                log().info("database.adopted")
                return cluster
            await asyncio.sleep(_LOOK_SECONDS / 2)
    fresh_passwords = cluster is None
    if cluster is None:
        write_new_credentials(duty.home / "credentials.json")
        cluster = duty.cluster()
        assert cluster is not None
    programs = find_programs(
        setting=duty.programs_setting, home=duty.home, account=cluster.account, major=cluster_major(duty.home)
    )
    began = time.monotonic()
    if not cluster.data.exists():
        await create_cluster(cluster, programs)
        log().info("database.created", version=programs.major)
    elif fresh_passwords:
        await set_passwords(cluster, programs, folder=cluster.data)
    await start_cluster(cluster, programs)
    log().info("database.started", version=programs.major, seconds=round(time.monotonic() - began, 3))
    return cluster


async def _watch(duty: _Duty) -> None:
    """Supervise, or stand by to: restart the server when it dies, for as long as this process uses it."""
    pause = _LOOK_SECONDS
    rotated = time.monotonic()
    while True:
        await asyncio.sleep(pause)
        try:
            cluster = duty.cluster()
            if cluster is None or not duty.try_supervise():
                continue
            if postmaster(cluster) is None:
                log().warning("database.died")
                await _ensure_running(duty)
            if time.monotonic() - rotated > _ROTATE_SECONDS:
                rotate_log(cluster)
                rotated = time.monotonic()
            pause = _LOOK_SECONDS
        except (DragomanError, OSError) as error:
            pause = min(pause * 2, _LONGEST_PAUSE)
            log().error("database.restart_failed", error=str(error), next_try_seconds=pause)
