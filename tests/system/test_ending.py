"""How processes end: in time during any work, and nothing is left of those that were killed (O1)."""

from __future__ import annotations

import json
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import httpx2
import psutil
import pytest

from tests.contract.documents import submitted
from tests.database.conftest import cluster_of, freeze_server, server_processes, thaw_server
from tests.live import LiveService, prepare_service
from tests.process_signals import kill_all
from tests.waiting import CEILING, wait_until

DRAIN, GRACE = 0.5, 3
KEPT_SECONDS = 20  # of a server without users
LONG = "".join(f"<p>The dog number {number} eats the <i>red</i> book.</p>" for number in range(2000))


@pytest.fixture
def service(tmp_path: Path) -> Iterator[LiveService]:
    service = prepare_service(
        tmp_path / "data", DRAGOMAN_DRAIN_SECONDS=str(DRAIN), DRAGOMAN_GRACE_SECONDS=str(GRACE)
    )
    service.start()
    yield service
    if service.process is not None and service.process.poll() is None:
        service.process.kill()
        service.process.wait()
    kill_all(server_processes(service.data))


def _end(service: LiveService) -> None:
    """End it. By force it ends only where all takes so long that its start did, too."""
    status = service.stop()
    if '"process.ended_by_force"' in service.log:
        assert _start_seconds(service) > 10, service.log[-3000:]
    else:
        assert status == 0, service.log[-3000:]
        assert server_processes(service.data) == []


def _start_seconds(service: LiveService) -> float:
    """From the first line of the log until the service was ready; 0 where it never was."""
    events = [json.loads(line) for line in service.log.splitlines() if line.startswith("{")]
    times = {event["event"]: datetime.fromisoformat(event["timestamp"]) for event in reversed(events)}
    begun = datetime.fromisoformat(events[0]["timestamp"])
    return (times.get("service.ready", begun) - begun).total_seconds()


def test_an_idle_service_ends_in_time(service: LiveService) -> None:
    service.wait_ready()
    _end(service)


def test_a_service_that_is_starting_ends_in_time(service: LiveService) -> None:
    service.wait_for_log('"Application startup complete."')
    _end(service)


def test_a_service_under_load_ends_in_time(service: LiveService) -> None:
    """Work that does not end in the grace is given back; a client that reads nothing is left."""
    service.wait_ready()
    application = service.create_application(service.create_account("Load Ltd"), "--rate-limit", "off")
    with service.client(application) as client:
        for _ in range(20):
            submitted(client, LONG)
    with socket.create_connection(("127.0.0.1", service.port)) as slow:
        token = service.fetch_token(application)["access_token"]
        slow.sendall(
            b"POST /v2/translate HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n"
            + f"Authorization: Bearer {token}\r\n\r\n{{".encode()
        )
        _end(service)


def test_a_service_whose_database_is_frozen_ends_in_time(service: LiveService) -> None:
    service.wait_ready()
    application = service.create_application(service.create_account("Frozen Ltd"), "--rate-limit", "off")
    with service.client(application) as client:
        for _ in range(8):
            submitted(client, LONG)
        freeze_server(service.data)

        def ask() -> None:
            with suppress(httpx2.TransportError):
                client.get("/v2/usage")

        asking = threading.Thread(target=ask)
        asking.start()
        _end(service)
        asking.join()


def test_a_worker_ends_in_time_also_when_the_database_is_frozen(service: LiveService) -> None:
    service.wait_ready()
    log = service.data.parent / "worker.log"
    worker = service.start_command("worker", "--data", str(service.data), log=log)
    try:
        wait_until(lambda: b'"worker.ready"' in log.read_bytes())
        freeze_server(service.data)
        worker.terminate()
        status = worker.wait(timeout=CEILING)
        if '"process.ended_by_force"' in log.read_text():
            assert _start_seconds(service) > 10, log.read_text()
        else:
            assert status == 0, log.read_text()
    finally:
        worker.kill()
        worker.wait()
        thaw_server(service.data)


def _watchers(data: Path) -> list[psutil.Process]:
    found = []
    for process in psutil.process_iter(["cmdline"]):
        words = process.info["cmdline"] or []
        if any(word.endswith("idle_shutdown.py") for word in words) and str(data / "postgres") in words:
            found.append(process)
    return found


@pytest.mark.parametrize("frozen", [False, True])
def test_the_database_of_a_killed_service_ends_by_itself(service: LiveService, frozen: bool) -> None:
    service.wait_ready()
    assert len(_watchers(service.data)) == 1
    cluster = cluster_of(service.data)
    assert cluster is not None
    service.stop(signal.SIGKILL)
    if frozen:
        freeze_server(service.data)
    wait_until(lambda: server_processes(service.data) == [] and _watchers(service.data) == [])
    assert frozen or not cluster.socket_directory().exists()
    service.start()  # in order, as after any other end
    service.wait_ready()
    _end(service)


def test_the_database_of_a_killed_service_is_kept_for_the_next_one(service: LiveService) -> None:
    """Also for one that comes late, and while a command uses it."""
    service.wait_ready()
    for pause in (0.0, 8.0):
        (main, *_) = server_processes(service.data)
        killed = time.monotonic()
        service.stop(signal.SIGKILL)
        time.sleep(pause)
        service.start()
        service.wait_ready()
        in_time = time.monotonic() - killed < KEPT_SECONDS
        assert server_processes(service.data)[0] == main or not in_time
    (main, *_) = server_processes(service.data)
    time.sleep(KEPT_SECONDS + 5)
    assert server_processes(service.data)[0] == main
    assert len(_watchers(service.data)) == 1
    (watcher,) = _watchers(service.data)
    watcher.kill()
    wait_until(lambda: set(_watchers(service.data)) - {watcher})  # replaced
    _end(service)
    wait_until(lambda: _watchers(service.data) == [])
