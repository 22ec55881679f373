"""The processes that campaigns kill, and the clients that send requests meanwhile.

A campaign is cycles of: everything works again, a request was accepted, a random pause, `kill -9`.
"""

from __future__ import annotations

import random
import signal
import subprocess
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx2
import psutil

from tests.command_server import RunningCommand
from tests.live import LiveService, prepare_service
from tests.process_signals import kill_all
from tests.receiver import Receiver
from tests.waiting import CEILING, wait_until


@dataclass(kw_only=True)
class Installation:
    """An interface, a worker and a database, each a process that can be killed."""

    service: LiveService
    worker: subprocess.Popen[bytes] | RunningCommand | None = None
    kills: dict[str, int] = field(default_factory=dict)
    workers: int = 0  # so many were started

    def wait_until_back(self) -> None:
        """Wait until everything works again; what is killed all the time while it starts does no work."""
        self.service.wait_ready()
        log = self.service.data.parent / "worker.log"
        wait_until(lambda: log.read_bytes().count(b'"worker.ready"') >= self.workers)

    def start_worker(self) -> None:
        self.workers += 1
        log = self.service.data.parent / "worker.log"
        self.worker = self.service.start_command("worker", "--data", str(self.service.data), log=log)

    def kill(self, what: str) -> None:
        self.kills[what] = self.kills.get(what, 0) + 1
        if what in {"database", "all"}:  # first: with the others killed nothing would start it again
            kill_all(running_database(self.service))
        if what in {"interface", "all"}:
            self.service.stop(signal.SIGKILL)
        if what in {"worker", "all"}:
            assert self.worker is not None
            self.worker.kill()
            self.worker.wait()
        if what in {"interface", "all"}:
            self.service.start("--no-worker")
        if what in {"worker", "all"}:
            self.start_worker()


@contextmanager
def installation(data: Path, *, first_start: bool) -> Iterator[Installation]:
    """Interface and worker; their database is made here, or is a copy that does not wait for the disk."""
    environment = {
        "DRAGOMAN_CALLBACK_ALLOW": "127.0.0.1",
        "DRAGOMAN_ACCESS_TOKEN_SECONDS": "86400",
    }
    service = prepare_service(data, empty=first_start, **environment)
    running = Installation(service=service)
    service.start("--no-worker")
    try:
        service.wait_ready()
        running.start_worker()
        yield running
    finally:
        if running.worker is not None:
            running.worker.terminate()
            running.worker.wait(CEILING)
        service.stop()


def database_processes(service: LiveService) -> list[psutil.Process]:
    """PostgreSQL's processes, the main one first. Its parent is not the service, which it outlives."""
    (pid_file,) = (service.data / "postgres").rglob("postmaster.pid")
    main = psutil.Process(int(pid_file.read_text().split()[0]))
    return [main, *main.children(recursive=True)]


def running_database(service: LiveService) -> list[psutil.Process]:
    """PostgreSQL's processes; waits while it is being started again after the kill before."""

    def read() -> list[psutil.Process]:
        with suppress(ValueError, OSError, IndexError, psutil.NoSuchProcess):
            return database_processes(service)
        return []

    return wait_until(read)


def kill_again_and_again(
    running: Installation, victims: Sequence[str], cycles: int, prepare: Callable[[int], None]
) -> None:
    """Kill one of the victims after the other; before each all works, and `prepare` gave it work to do."""
    dice = random.Random(cycles)
    for cycle in range(cycles):
        running.wait_until_back()
        prepare(cycle)
        time.sleep(dice.uniform(0, 2.5))
        running.kill(victims[cycle % len(victims)])
        if (cycle + 1) % 20 == 0:
            print(f"{cycle + 1} of {cycles} kills", flush=True)


def ask_until_answered(ask: Callable[[], httpx2.Response], *wanted: int) -> httpx2.Response:
    """Ask until there is an answer other than an outage; a refusal (4xx but 409) is wrong.

    The request of a lost answer may have succeeded: requests carry an idempotency key.
    """

    def answered() -> httpx2.Response | None:
        with suppress(httpx2.TransportError):
            answer = ask()
            if answer.status_code in wanted:
                return answer
            assert answer.status_code in {409, 503}, f"{answer.status_code} {answer.text}"
        time.sleep(0.2)
        return None

    found = wait_until(answered)
    assert found is not None
    return found


@dataclass(kw_only=True)
class Stream(ABC):
    """Clients that send work all the time, also while the service is killed."""

    service: LiveService
    receiver: Receiver
    headers: dict[str, str]
    outstanding: int  # so many are waited for at most: what is killed all the time cannot do any number
    wrong: list[str] = field(default_factory=list)
    client: httpx2.Client = field(default_factory=lambda: httpx2.Client(timeout=CEILING))
    _stop: threading.Event = field(default_factory=threading.Event)
    _numbers: Iterator[int] = field(default_factory=lambda: iter(range(1, 10**6)))
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @abstractmethod
    def hand_in(self, number: int) -> None:
        """Hand in one piece of work and see it accepted; AssertionError when the service refuses it."""

    @property
    @abstractmethod
    def accepted(self) -> list[int]:
        """The numbers of what was accepted."""

    @contextmanager
    def running(self) -> Iterator[None]:
        threads = [threading.Thread(target=self._run) for _ in range(3)]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._stop.set()
            for thread in threads:
                thread.join()
            self.client.close()

    def _run(self) -> None:
        while not self._stop.is_set():
            if len(self.accepted) - len({each.path for each in self.receiver.deliveries}) < self.outstanding:
                with self._lock:
                    number = next(self._numbers)
                try:
                    self.hand_in(number)
                except AssertionError as error:
                    self.wrong.append(f"{number}: {error}")
            time.sleep(0.1)

    def wait_for_work(self, cycle: int) -> None:
        """Until more than `cycle` are accepted: a kill says nothing about a service with nothing to do."""
        wait_until(lambda: len(self.accepted) > cycle or self.wrong)

    def judge_notifications(self) -> None:
        """Each accepted job notified its receiver, under exactly one id (N3)."""
        for number in self.accepted:
            self.receiver.wait_for(1, f"/{number}")
        ids: dict[str, set[str]] = {}
        for delivery in self.receiver.deliveries:
            ids.setdefault(delivery.path, set()).add(delivery.headers["webhook-id"])
        assert {path: found for path, found in ids.items() if len(found) != 1} == {}
        assert set(ids) == {f"/{number}" for number in self.accepted}
