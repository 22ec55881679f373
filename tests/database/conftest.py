"""Servers and processes of a test's own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import psutil
import pytest

from dragoman.database.cluster import Cluster
from dragoman.database.credentials import read_credentials
from dragoman.database.ownership import choose_account
from tests.process_signals import kill_all, signal_all
from tests.waiting import CEILING

NOBODY_UID = 65534


@dataclass(kw_only=True)
class ServerUser:
    """One running `server_user`."""

    data: Path
    process: subprocess.Popen[str]
    log_file: Path
    url: str = ""
    said: list[str] = field(default_factory=list)

    def wait_ready(self) -> ServerUser:
        first = self._output.readline()
        assert first.startswith("ready "), f"said {first!r}\n{self.log}"
        self.url = first.split()[1]
        return self

    def leave(self) -> list[str]:
        """End in order; gives what it said since it was ready."""
        output, _ = self.process.communicate(timeout=CEILING)
        assert self.process.returncode == 0, self.log
        return output.splitlines()

    def kill(self) -> list[str]:
        self.process.send_signal(signal.SIGKILL)
        output, _ = self.process.communicate(timeout=CEILING)
        return output.splitlines()

    def next_line(self) -> str:
        return self._output.readline().strip()

    @property
    def log(self) -> str:
        return self.log_file.read_text()

    @property
    def _output(self) -> IO[str]:
        assert self.process.stdout is not None
        return self.process.stdout


def cluster_of(data: Path) -> Cluster | None:
    """The cluster of a data directory; None while it has none."""
    credentials = read_credentials(data / "postgres/credentials.json")
    if credentials is None:
        return None
    return Cluster(home=data / "postgres", account=choose_account(data), credentials=credentials)


def server_processes(data: Path) -> list[psutil.Process]:
    """Every living PostgreSQL process of a data directory, its main process first."""
    cluster = cluster_of(data)
    found: dict[psutil.Process, int] = {}  # process → its parent's number
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            alive = process.name() == "postgres" and process.status() != psutil.STATUS_ZOMBIE
            if alive and cluster is not None and cluster.name in " ".join(process.cmdline()):
                found[process] = process.ppid()
    pids = {process.pid for process in found}
    return sorted(found, key=lambda process: found[process] in pids)


def server_owners(data: Path) -> set[int]:
    """The users of these processes, of which some may just be ending."""
    owners = set()
    for process in server_processes(data):
        with suppress(psutil.NoSuchProcess):
            owners.add(process.uids().effective)
    return owners


def freeze_server(data: Path) -> list[psutil.Process]:
    """Stop the main process, which then starts no other, and after it all others; gives them."""
    frozen = signal_all(server_processes(data)[:1], signal.SIGSTOP)
    return frozen + signal_all(server_processes(data)[1:], signal.SIGSTOP)


def thaw_server(data: Path) -> None:
    """Let them all go on."""
    signal_all(server_processes(data), signal.SIGCONT)


@pytest.fixture
def start_user(tmp_path: Path, postgres_programs: Path | None) -> Iterator[Callable[..., ServerUser]]:
    """Start processes that use the server of a data directory; those left are killed after the test."""
    users: list[ServerUser] = []
    root = Path(__file__).parents[2]

    def start(data: Path, *options: str) -> ServerUser:
        log_file = tmp_path / f"user-{len(users)}.log"
        chosen = ["--bin", str(postgres_programs)] if postgres_programs is not None else []
        with log_file.open("w") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "tests.database.server_user", str(data), *chosen, *options],
                cwd=root,
                env={**os.environ, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        users.append(ServerUser(data=data, process=process, log_file=log_file))
        return users[-1]

    yield start
    for user in users:
        with user.process:  # closes its pipes
            user.process.kill()
    for data in {user.data for user in users}:
        kill_all(server_processes(data))
        cluster = cluster_of(data)
        if cluster is not None:
            shutil.rmtree(cluster.socket_directory(), ignore_errors=True)
