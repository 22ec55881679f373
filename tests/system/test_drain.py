"""Stopping, starting and slow clients, as an operator and a load balancer see them (O1, E5, E7)."""

from __future__ import annotations

import signal
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from tests.live import LiveService, free_port

GOOD = {"source": "en", "target": "es", "segments": [{"text": "The house is red."}]}


@pytest.fixture
def service(tmp_path: Path) -> Iterator[LiveService]:
    service = LiveService(
        data=tmp_path / "data",
        port=free_port(),
        environment={
            "DRAGOMAN_DRAIN_SECONDS": "1.5",
            "DRAGOMAN_HEADER_TIMEOUT_SECONDS": "1",
            "DRAGOMAN_BODY_TIMEOUT_SECONDS": "2",
        },
    )
    service.start()
    yield service
    service.stop()


def test_sockets_are_open_at_once_and_answer_503_until_ready(service: LiveService) -> None:
    seen: list[int] = []
    deadline = time.monotonic() + 30
    while 200 not in seen and time.monotonic() < deadline:
        try:
            answer = httpx2.get(f"{service.url}/readyz", timeout=5)
        except httpx2.ConnectError:
            continue
        seen.append(answer.status_code)
        if answer.status_code == 503:
            assert set(answer.json()) == {"detail"}
            assert int(answer.headers["Retry-After"]) >= 1
        time.sleep(0.01)
    assert set(seen) == {200, 503}


def test_sigterm_drains_and_no_request_is_lost(service: LiveService) -> None:
    service.wait_ready()
    application = service.create_application(service.create_account("Drain Ltd"), "--rate-limit", "off")
    token = service.fetch_token(application)["access_token"]
    outcomes: list[object] = []
    stop = threading.Event()

    def call_until_refused() -> None:
        while not stop.is_set():
            try:
                answer = httpx2.post(
                    f"{service.url}/v2/translate",
                    json=GOOD,
                    headers={"Authorization": f"Bearer {token}"},
                    timeout=20,
                )
                outcomes.append(answer.status_code)
            except httpx2.ConnectError:
                return  # the socket is closed: a load balancer stopped sending long before
            except httpx2.TransportError as error:
                outcomes.append(error)

    callers = [threading.Thread(target=call_until_refused) for _ in range(4)]
    for caller in callers:
        caller.start()
    time.sleep(1)
    assert service.process is not None
    service.process.send_signal(signal.SIGTERM)
    time.sleep(0.4)
    assert httpx2.get(f"{service.url}/readyz", timeout=5).status_code == 503
    assert httpx2.get(f"{service.url}/healthz", timeout=5).status_code == 200
    assert service.process.wait(timeout=20) == 0
    stop.set()
    for caller in callers:
        caller.join()
    assert len(outcomes) > 20
    assert set(outcomes) == {200}


def test_slow_headers_and_slow_bodies_are_cut_off(service: LiveService) -> None:
    service.wait_ready()
    application = service.create_application(service.create_account("Slow Ltd"))
    token = service.fetch_token(application)["access_token"]
    silent = socket.create_connection(("127.0.0.1", service.port))
    slow_headers = socket.create_connection(("127.0.0.1", service.port))
    slow_headers.sendall(b"POST /v2/translate HTTP/1.1\r\nHost: x\r\n")
    slow_body = socket.create_connection(("127.0.0.1", service.port))
    slow_body.sendall(
        b"POST /v2/translate HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n"
        + f"Authorization: Bearer {token}\r\n\r\n{{".encode()
    )
    started = time.monotonic()
    for connection, wanted in ((silent, b""), (slow_headers, b"HTTP/1.1 408"), (slow_body, b"HTTP/1.1 422")):
        connection.settimeout(10)
        assert connection.recv(len(wanted) or 1) == wanted
        connection.close()
    assert time.monotonic() - started < 6
    assert httpx2.get(f"{service.url}/readyz", timeout=5).status_code == 200


def test_a_hundred_slow_clients_do_not_slow_an_honest_one(service: LiveService) -> None:
    service.wait_ready()
    sockets = [socket.create_connection(("127.0.0.1", service.port)) for _ in range(100)]
    for connection in sockets:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHos")
    times = []
    for _ in range(50):
        started = time.monotonic()
        assert httpx2.get(f"{service.url}/healthz", timeout=5).status_code == 200
        times.append(time.monotonic() - started)
    assert sorted(times)[25] < 0.5
    for connection in sockets:
        connection.close()
