"""Stopping, starting and slow clients, as an operator and a load balancer see them (O1, E5, E7)."""

from __future__ import annotations

import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx2
import pytest

from tests.live import LiveService, live_service, prepare_service
from tests.waiting import CEILING, wait_until

GOOD = {"source": "en", "target": "es", "segments": [{"text": "The house is red."}]}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with live_service(
        tmp_path_factory.mktemp("drain") / "data",
        DRAGOMAN_HEADER_TIMEOUT_SECONDS="1",
        DRAGOMAN_BODY_TIMEOUT_SECONDS="2",
    ) as service:
        yield service


@pytest.fixture
def ending(tmp_path: Path) -> Iterator[LiveService]:
    """A service of the test's own, which has time to drain."""
    service = prepare_service(tmp_path / "data", empty=True, DRAGOMAN_DRAIN_SECONDS="4")
    service.start()
    yield service
    service.stop()


def test_sockets_open_at_once_and_close_without_losing_a_request(ending: LiveService) -> None:
    _see_start(ending)
    _end_under_load(ending)


def _see_start(service: LiveService) -> None:
    seen: set[int] = set()

    def is_ready() -> bool:
        with suppress(httpx2.ConnectError):
            answer = client.get(f"{service.url}/readyz")
            seen.add(answer.status_code)
            if answer.status_code == 503:
                assert set(answer.json()) == {"detail"}
                assert int(answer.headers["Retry-After"]) >= 1
        return 200 in seen

    with httpx2.Client(timeout=CEILING) as client:
        wait_until(is_ready)
    assert seen == {200, 503}


def _end_under_load(service: LiveService) -> None:
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
                    timeout=CEILING,
                )
                outcomes.append(answer.status_code)
            except httpx2.ConnectError:
                return  # the socket is closed: a load balancer stopped sending long before
            except httpx2.TransportError as error:
                outcomes.append(error)

    callers = [threading.Thread(target=call_until_refused) for _ in range(4)]
    for caller in callers:
        caller.start()
    wait_until(lambda: len(outcomes) > 20)
    assert service.process is not None
    service.process.send_signal(signal.SIGTERM)
    with httpx2.Client(base_url=service.url, timeout=CEILING) as client:
        wait_until(lambda: client.get("/readyz").status_code == 503)
        assert client.get("/healthz").status_code == 200
    assert service.process.wait(timeout=CEILING) == 0
    stop.set()
    for caller in callers:
        caller.join()
    assert set(outcomes) == {200}


def test_slow_headers_and_slow_bodies_are_cut_off(service: LiveService) -> None:
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
    for connection, wanted in ((silent, b""), (slow_headers, b"HTTP/1.1 408"), (slow_body, b"HTTP/1.1 422")):
        connection.settimeout(CEILING)
        assert connection.recv(len(wanted) or 1) == wanted
        connection.close()
    assert httpx2.get(f"{service.url}/readyz", timeout=CEILING).status_code == 200


def test_a_hundred_slow_clients_do_not_slow_an_honest_one(service: LiveService) -> None:
    usual = _ask_often(service)
    sockets = [socket.create_connection(("127.0.0.1", service.port)) for _ in range(100)]
    for connection in sockets:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHos")
    assert _ask_often(service) < 20 * usual + 0.5
    for connection in sockets:
        connection.close()


def _ask_often(service: LiveService) -> float:
    """The seconds that an answer takes, the median of some."""
    times = []
    with httpx2.Client(base_url=service.url, timeout=CEILING) as client:
        for _ in range(50):
            started = time.monotonic()
            assert client.get("/healthz").status_code == 200
            times.append(time.monotonic() - started)
    return sorted(times)[25]
