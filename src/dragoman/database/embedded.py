"""The embedded PostgreSQL server of one data directory, shared by all processes that use the directory.

Three locks in `<data>/postgres` decide everything; the kernel frees those of a process that is killed:
- `users.lock`, shared: every process that uses the server. The last one to end stops the server.
- `supervisor.lock`: the one process that creates, starts and restarts the server. When it ends, another takes
  over and adopts the running server; so does the next process when all were killed.
- `server.lock`: inherited by every process of the server itself.
When all processes that use the server were killed and none takes over, `idle_shutdown` ends it.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from dragoman.cancellation import end_task
from dragoman.database.cluster import Cluster, cluster_major, make_socket_directory, url_for
from dragoman.database.credentials import new_credentials, read_credentials, write_credentials
from dragoman.database.initialize import create_cluster, reset_passwords
from dragoman.database.ownership import ServerAccount, choose_account, private_directory, try_lock
from dragoman.database.programs import Programs, find_programs
from dragoman.database.server_log import rotate_log
from dragoman.database.server_process import (
    is_alive,
    is_ready,
    postmaster,
    start_cluster,
    start_idle_shutdown,
    stop_cluster,
)
from dragoman.database.urls import ServerUrls
from dragoman.errors import Misconfigured, Unavailable
from dragoman.settings import Settings
from dragoman.telemetry import log

_POLL_SECONDS: Final = 0.15  # how often processes check the server; a restart takes about as long again
_ROTATE_SECONDS: Final = 10.0
_START_SECONDS: Final = 120.0  # for another process to start it
_LONGEST_PAUSE: Final = 5.0  # between attempts to start a server that does not


class _Membership:
    """The part of this process in the server: a user of it, and its supervisor while it holds that lock."""

    def __init__(self, *, home: Path, account: ServerAccount, programs: Path | None) -> None:
        self.home = home
        self.account = account
        self.programs_setting = programs
        self.credentials_file = home / "credentials.json"
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
        """The cluster in the directory; None while it has not been created."""
        credentials = read_credentials(self.credentials_file)
        if credentials is None or not (self.home / "cluster").exists():
            return None
        return Cluster(home=self.home, account=self.account, credentials=credentials)

    def programs(self) -> Programs:
        """The programs for this cluster."""
        return find_programs(
            setting=self.programs_setting,
            home=self.home,
            account=self.account,
            major=cluster_major(self.home),
        )


@asynccontextmanager
async def open_embedded(settings: Settings) -> AsyncIterator[ServerUrls]:
    """Use the server of the data directory: make it, start it, or adopt the running one; keep it alive.

    Raises `Misconfigured` when this machine cannot run it, `StartFailed` when it does not start.
    """
    home = _prepare_home(settings.data)
    membership = _Membership(home=home, account=choose_account(home.parent), programs=settings.postgres_bin)
    user = await _join(home)
    try:
        cluster = await _first_start(membership)
        watch = asyncio.create_task(_watch(membership, cluster), name="embedded database")
        try:
            yield ServerUrls(
                owner=url_for(cluster, role="dragoman_owner"),
                application=url_for(cluster, role="dragoman_app"),
            )
        finally:
            await end_task(watch)
    finally:
        os.close(user)
        await _leave(membership)


def _prepare_home(data: Path) -> Path:
    """Make `<data>/postgres`, and `<data>` where it is missing."""
    try:
        home = private_directory(private_directory(data.absolute()) / "postgres")
        os.close(os.open(home / "users.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600))
    except OSError as error:
        raise Misconfigured(
            f"The data directory {data} cannot be used: {error.strerror}. Name another with --data or "
            "DRAGOMAN_DATA, or run the service as the user it belongs to."
        ) from None
    return home


async def _join(home: Path) -> int:
    """Count this process among the server's users; waits while the last one before is stopping it."""
    while True:
        user = try_lock(home / "users.lock", shared=True)
        if user is not None:
            return user
        await asyncio.sleep(_POLL_SECONDS / 3)


async def _leave(membership: _Membership) -> None:
    """Stop the server if no other process uses it; else leave it to the others."""
    try:
        alone = await _try_alone(membership.home)
        if alone is None:
            return
        try:
            cluster = membership.cluster()
            if cluster is not None and is_alive(cluster):
                await stop_cluster(cluster)
                log().info("database.stopped")
        finally:
            os.close(alone)
    finally:
        membership.resign()


async def _try_alone(home: Path) -> int | None:
    """The lock of all users; None when there are others. Retries: `idle_shutdown` holds it briefly."""
    for _ in range(3):
        alone = try_lock(home / "users.lock")
        if alone is not None:
            return alone
        await asyncio.sleep(_POLL_SECONDS / 10)
    return None


async def _first_start(membership: _Membership) -> Cluster:
    """Return when the server accepts connections, also when another process started it."""
    deadline = time.monotonic() + _START_SECONDS
    while True:
        if membership.try_supervise():
            return await _adopt(membership) or await _start(membership)
        cluster = membership.cluster()
        if cluster is not None and is_ready(cluster):
            make_socket_directory(cluster)
            log().info("database.joined")
            return cluster
        if time.monotonic() > deadline:
            raise Unavailable(
                "Another process of this data directory has not started its database in two minutes."
            )
        await asyncio.sleep(_POLL_SECONDS / 3)


async def _adopt(membership: _Membership) -> Cluster | None:
    """As the supervisor: take over a server that an earlier one left running; None when there is none."""
    cluster = membership.cluster()
    while cluster is not None and postmaster(cluster) is not None:
        if is_ready(cluster):
            make_socket_directory(cluster)
            start_idle_shutdown(cluster)
            log().info("database.adopted")
            return cluster
        await asyncio.sleep(_POLL_SECONDS / 3)
    return None


async def _start(membership: _Membership) -> Cluster:
    """As the supervisor: start the server, made first where there is none."""
    began = time.monotonic()
    programs = membership.programs()
    credentials = read_credentials(membership.credentials_file)
    cluster = Cluster(
        home=membership.home, account=membership.account, credentials=credentials or new_credentials()
    )
    if not cluster.data.exists():
        if credentials is None:
            write_credentials(membership.credentials_file, cluster.credentials)
        await create_cluster(cluster, programs)
        log().info("database.created", version=programs.major)
    elif credentials is None:
        if postmaster(cluster) is not None:
            raise Misconfigured(
                f"{membership.credentials_file} is missing while its server runs. Stop the server first."
            )
        await reset_passwords(cluster, programs)
        write_credentials(membership.credentials_file, cluster.credentials)
    await start_cluster(cluster, programs)
    start_idle_shutdown(cluster)
    log().info("database.started", version=programs.major, seconds=round(time.monotonic() - began, 3))
    return cluster


async def _watch(membership: _Membership, cluster: Cluster) -> None:
    """Supervise the server, or wait to do so; the supervisor restarts the server when it dies."""
    pause = _POLL_SECONDS
    rotated = time.monotonic()
    while True:
        await asyncio.sleep(pause)
        try:
            if not membership.try_supervise():
                continue
            if postmaster(cluster) is None:
                log().warning("database.died")
                await _start(membership)
            if time.monotonic() - rotated > _ROTATE_SECONDS:
                rotate_log(cluster)
                start_idle_shutdown(cluster)
                rotated = time.monotonic()
            pause = _POLL_SECONDS
        except Exception as error:  # the watch must not end while the process lives
            pause = min(pause * 2, _LONGEST_PAUSE)
            log().error("database.restart_failed", error=str(error), next_try_seconds=pause)
