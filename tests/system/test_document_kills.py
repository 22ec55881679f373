"""`kill -9` of interface, worker and PostgreSQL under a stream of documents: nothing accepted is lost.

Every submission that was answered 202 must end in SUCCESS with the right bytes, and its receiver must have
seen exactly one notification id (D1, N3). A slice of the campaign runs in the suite.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx2
import psutil
import pytest

from tests.contract.documents import finished
from tests.live import COMMAND, LiveService, free_port
from tests.receiver import Receiver, running_receiver
from tests.system.test_kills import database_processes

SHORT = "<p>The <b>red book</b> number {} is big.</p>"
LONG = "".join(f"<p>The dog number {{0}}-{number} eats the <i>red</i> book.</p>" for number in range(150))
STUCK_SECONDS = 150  # after the last kill: rescue takes 20 s, and longer for a job that was hit repeatedly
OUTSTANDING = 30  # documents that the clients wait for: what is killed all the time cannot do any number


@dataclass(kw_only=True)
class Installation:
    """An interface, a worker and a database, each a process that can be killed."""

    service: LiveService
    worker: subprocess.Popen[bytes] | None = None
    kills: dict[str, int] = field(default_factory=dict)
    workers: int = 0  # so many were started

    def wait_until_back(self) -> None:
        """Wait until everything works again; what is killed all the time while it starts does no work."""
        self.service.wait_ready(120)
        deadline = time.monotonic() + 120
        log = self.service.data.parent / "worker.log"
        while log.read_bytes().count(b'"worker.ready"') < self.workers:
            assert time.monotonic() < deadline, "the worker does not come back"
            time.sleep(0.1)

    def start_worker(self) -> None:
        self.workers += 1
        with (self.service.data.parent / "worker.log").open("ab") as log:
            self.worker = subprocess.Popen(
                [*COMMAND, "worker", "--data", str(self.service.data)],
                env={**os.environ, **self.service.environment},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill(self, what: str) -> None:
        self.kills[what] = self.kills.get(what, 0) + 1
        if what in {"database", "all"}:  # first: nobody would start it again for the others to be killed
            for process in running_database(self.service):
                with suppress(psutil.NoSuchProcess):
                    process.kill()
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


def running_database(service: LiveService) -> list[psutil.Process]:
    """PostgreSQL's processes; waits while it is being started again after the kill before."""
    deadline = time.monotonic() + 30
    while True:
        try:
            return database_processes(service)
        except (ValueError, OSError, IndexError, psutil.NoSuchProcess):
            assert time.monotonic() < deadline, "PostgreSQL is not started again"
            time.sleep(0.05)


@dataclass(kw_only=True)
class Stream:
    """Clients that submit documents all the time; one whose answer was lost is sent again with its key."""

    service: LiveService
    receiver: Receiver
    headers: dict[str, str]
    accepted: dict[int, str] = field(default_factory=dict)  # number → job
    stop: threading.Event = field(default_factory=threading.Event)
    numbers: Iterator[int] = field(default_factory=lambda: iter(range(1, 10**6)))
    lock: threading.Lock = field(default_factory=threading.Lock)
    wrong: list[str] = field(default_factory=list)

    def run(self) -> None:
        while not self.stop.is_set():
            if len(self.accepted) - len({each.path for each in self.receiver.deliveries}) < OUTSTANDING:
                with self.lock:
                    number = next(self.numbers)
                self.submit(number)
            time.sleep(0.1)

    def submit(self, number: int) -> None:
        template = LONG if number % 8 == 0 else SHORT
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:  # a lost answer may stand for an accepted job: only the key tells
            with suppress(httpx2.TransportError):
                answer = httpx2.post(
                    f"{self.service.url}/v2/documents/translate",
                    headers={**self.headers, "Idempotency-Key": f"document-{number}"},
                    data={
                        "source": "en",
                        "target": "es",
                        "successCallbackUrl": self.receiver.url(f"/{number}"),
                        "errorCallbackUrl": self.receiver.url("/failed"),
                    },
                    files={"file": (f"{number}.html", template.format(number).encode())},
                    timeout=30,
                )
                if answer.status_code == 202:
                    self.accepted[number] = answer.json()["jobId"]
                    return
                if answer.status_code not in {409, 503}:
                    self.wrong.append(f"{answer.status_code} {answer.text}")
                    return
            time.sleep(0.2)
        self.wrong.append(f"document {number} was never accepted")


def expected(service: LiveService, client: httpx2.Client, template: str) -> bytes:
    """What a document of this template becomes, with 7777777 for its number."""
    job = client.post(
        "/v2/documents/translate",
        data={"source": "en", "target": "es"},
        files={"file": ("page.html", template.format(7777777).encode())},
    ).json()["jobId"]
    assert finished(client, job, seconds=60)["status"] == "SUCCESS"
    return client.get(f"/v2/documents/{job}/download").content


@contextmanager
def installation(data: Path) -> Iterator[Installation]:
    environment = {
        "DRAGOMAN_DRAIN_SECONDS": "0",
        "DRAGOMAN_CALLBACK_ALLOW": "127.0.0.1",
        "DRAGOMAN_ACCESS_TOKEN_SECONDS": "86400",
    }
    service = LiveService(data=data, port=free_port(), environment=environment)
    running = Installation(service=service)
    service.start("--no-worker")
    try:
        service.wait_ready()
        running.start_worker()
        yield running
    finally:
        if running.worker is not None:
            running.worker.terminate()
            running.worker.wait(60)
        service.stop()


def run_campaign(data: Path, cycles: int) -> None:
    dice = random.Random(cycles)
    with running_receiver() as receiver, installation(data) as running:
        service = running.service
        application = service.create_application(service.create_account("Stream Ltd"), "--rate-limit", "off")
        headers = {"Authorization": f"Bearer {service.fetch_token(application)['access_token']}"}
        with httpx2.Client(base_url=service.url, headers=headers, timeout=30) as client:
            wanted = {template: expected(service, client, template) for template in (SHORT, LONG)}
            stream = Stream(service=service, receiver=receiver, headers=headers)
            threads = [threading.Thread(target=stream.run) for _ in range(3)]
            for thread in threads:
                thread.start()
            try:
                for cycle in range(cycles):
                    running.wait_until_back()
                    time.sleep(dice.uniform(0, 2.5))
                    running.kill(("worker", "interface", "database", "all")[cycle % 4])
                time.sleep(2)
            finally:
                stream.stop.set()
                for thread in threads:
                    thread.join()
            service.wait_ready(60)
            judge(client, stream, wanted)
        sys.stderr.write(f"{cycles} cycles, {running.kills}, {len(stream.accepted)} documents\n")


def judge(client: httpx2.Client, stream: Stream, wanted: dict[str, bytes]) -> None:
    assert stream.wrong == [], stream.wrong[:5]
    assert len(stream.accepted) > 5
    deadline = time.monotonic() + STUCK_SECONDS
    for number, job in stream.accepted.items():
        found = finished(client, job, seconds=max(1, deadline - time.monotonic()))
        assert found["status"] == "SUCCESS", found
        template = LONG if number % 8 == 0 else SHORT
        result = client.get(f"/v2/documents/{job}/download").content
        assert result == wanted[template].replace(b"7777777", str(number).encode())
    for number in stream.accepted:
        stream.receiver.wait_for(1, f"/{number}", seconds=max(1, deadline - time.monotonic()))
    ids: dict[str, set[str]] = {}
    for delivery in stream.receiver.deliveries:
        ids.setdefault(delivery.path, set()).add(delivery.headers["webhook-id"])
    assert {path: len(found) for path, found in ids.items() if len(found) != 1} == {}
    assert set(ids) == {f"/{number}" for number in stream.accepted}
    listed = [
        item["jobId"]
        for offset in range(0, len(stream.accepted) + 500, 500)
        for item in client.get("/v2/documents", params={"limit": 500, "offset": offset}).json()["documents"]
    ]
    assert sorted(listed) == sorted([*stream.accepted.values(), *set(listed) - set(stream.accepted.values())])
    assert len(listed) == len(stream.accepted) + 2, "a repeated submission made no second job"


@pytest.mark.timeout(400)
def test_nothing_accepted_is_lost_when_processes_are_killed(tmp_path: Path) -> None:
    run_campaign(tmp_path / "data", cycles=4)


@pytest.mark.campaign
@pytest.mark.timeout(7200)
def test_nothing_accepted_is_lost_in_200_kills(tmp_path: Path) -> None:
    run_campaign(tmp_path / "data", cycles=200)
