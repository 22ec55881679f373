"""Connections that waste time or places end, and neighbours and health checks do not notice (B13, O1)."""

from __future__ import annotations

import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress

import httpx2
import pytest

from tests.live import LiveService, live_service
from tests.raw_http import RawClient, forget_peak, processor_seconds, resident_mb
from tests.system.connections import ATTACKER, DOCUMENT, FORM, GET, LANGUAGES, count_closed, status
from tests.waiting import CEILING, wait_until

WAITED_SECONDS = 2


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    """A service with short deadlines and 60 places, 20 of them for one address."""
    with live_service(
        tmp_path_factory.mktemp("limits") / "data",
        DRAGOMAN_HEADER_TIMEOUT_SECONDS=str(WAITED_SECONDS),
        DRAGOMAN_IDLE_TIMEOUT_SECONDS=str(WAITED_SECONDS),
        DRAGOMAN_ANSWER_TIMEOUT_SECONDS=str(WAITED_SECONDS),
        DRAGOMAN_UNREAD_TIMEOUT_SECONDS="4",
        DRAGOMAN_MAX_CONNECTIONS="60",
        DRAGOMAN_RESERVED_CONNECTIONS="5",
        DRAGOMAN_MAX_CONNECTIONS_PER_ADDRESS="20",
        DRAGOMAN_TRUSTED_PROXIES="127.0.0.1, 127.0.1.0/24",
    ) as service:
        yield service


DRIBBLES = {
    "line ends after an answer": (GET, b"\r\n"),
    "line ends at once": (b"", b"\r\n"),
    "a header": (GET[:-2] + b"A: ", b"a"),
    "an address": (b"GET /", b"a"),
    "headers of the second request": (GET + GET[:-2], b"a:b\r\n"),
    "rest of a refused body": (
        FORM.replace(b"/oauth2/token", b"/v2/translate") + b"Content-Length: 100000\r\n\r\n",
        b"x",
    ),
    "rest of a request that is none": (b"%%%\r\n", b"x"),
    "chunks after the answer": (LANGUAGES[:-2] + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
}


def test_no_dribble_keeps_a_connection_open(service: LiveService) -> None:
    def dribble(begin: bytes, piece: bytes) -> float:
        """After how many seconds the service closes the connection."""
        begun = time.monotonic()
        with RawClient(service.port) as client:
            client.send(begin)
            wait_until(lambda: not client.send_repeatedly(piece, len(piece)))
        return time.monotonic() - begun

    with ThreadPoolExecutor(len(DRIBBLES)) as pool:
        tried = {name: pool.submit(dribble, *parts) for name, parts in DRIBBLES.items()}
    assert [name for name, one in tried.items() if one.result() < 1] == []  # none is closed at once


def test_a_body_that_never_comes_is_given_up(service: LiveService) -> None:
    with RawClient(service.port) as client:
        client.send(FORM + b"Expect: 100-continue\r\nContent-Length: 100\r\n\r\n")
        provisional, answer = client.answer(), client.answer()
    assert provisional is not None
    assert provisional.status == 100
    assert answer is not None
    assert answer.status == 400
    assert "did not arrive in time" in answer.json["error_description"]


def test_a_request_after_a_pause_is_answered_on_the_same_connection(service: LiveService) -> None:
    def is_answered() -> bool:
        """Each time; False where the machine made a pause as long as the idle time, so that it was closed."""
        with RawClient(service.port) as client:
            sent = time.monotonic()
            for _ in range(8):
                before, sent = sent, time.monotonic()
                answer = client.answer() if client.send_repeatedly(GET, len(GET)) else None
                if answer is None:
                    assert time.monotonic() - before > WAITED_SECONDS
                    return False
                assert answer.status == 200
                time.sleep(0.3)  # together longer than the idle time
        return True

    wait_until(is_answered)


def test_slow_bodies_give_way_when_every_place_is_taken(service: LiveService) -> None:
    with ExitStack() as opened:
        for _ in range(60):
            client = opened.enter_context(RawClient(service.port))
            client.send(FORM + b"Content-Length: 16000\r\n\r\nx")
        wait_until(lambda: status(service, LANGUAGES) == 401)


def test_slow_bodies_of_an_address_give_way_to_its_other_requests(service: LiveService) -> None:
    """An address may be that of many clients."""
    with ExitStack() as opened:
        for _ in range(20):
            client = opened.enter_context(RawClient(service.port, source=ATTACKER))
            client.send(FORM + b"Content-Length: 16000\r\n\r\nx")
        wait_until(lambda: status(service, LANGUAGES, source=ATTACKER) == 401)


def test_a_client_that_reads_no_answers_is_cut_off(service: LiveService) -> None:
    assert service.process is not None
    pid = service.process.pid
    httpx2.get(f"{service.url}/openapi.json", timeout=CEILING).raise_for_status()  # it is made once
    forget_peak(pid)
    memory, before = resident_mb(pid), count_closed(service, "slow_reader")
    with ExitStack() as opened:
        clients = [opened.enter_context(RawClient(service.port, window=4096)) for _ in range(5)]
        for client in clients:
            client.send(DOCUMENT * 60)
        time.sleep(1)
        assert status(service) == 200
        wait_until(lambda: count_closed(service, "slow_reader") >= before + 5)
    assert resident_mb(pid, peak=True) - memory < 40


def test_a_client_that_reads_slowly_and_steadily_is_not_cut_off(service: LiveService) -> None:
    """The kernel takes megabytes at once, and then nothing for longer than a client may read nothing."""

    def is_served() -> bool:
        """To its end; False where the machine did not let the client read for so long that it was cut off."""
        before = count_closed(service, "slow_reader")
        pauses = []
        with RawClient(service.port, window=65536) as client, suppress(ConnectionResetError):
            client.send(DOCUMENT * 30)
            read = time.monotonic()
            while len(pauses) < 70 and client.socket.recv(20_000):
                pauses.append(time.monotonic() - read)
                read = time.monotonic()
                time.sleep(0.1)
        if len(pauses) == 70 and count_closed(service, "slow_reader") == before:
            return True
        assert max(pauses) > WAITED_SECONDS / 2, pauses
        return False

    wait_until(is_served)


def test_what_the_kernel_has_for_a_client_that_reads_nothing_is_dropped(service: LiveService) -> None:
    before = count_closed(service, "slow_reader")
    with RawClient(service.port, window=4096) as client:
        client.send(DOCUMENT * 60)
        wait_until(lambda: count_closed(service, "slow_reader") > before)
        read = 0
        with suppress(ConnectionResetError):
            while data := client.socket.recv(65536):
                read += len(data)
        assert read < 200_000


def test_a_half_closed_or_broken_connection_is_let_go(service: LiveService) -> None:
    for number in range(200):
        # It is refused, where the service has not come to those before.
        with RawClient(service.port) as client, suppress(OSError):
            client.send([GET, GET[:10], b"", FORM + b"Content-Length: 10\r\n\r\n123"][number % 4])
            if number % 3:
                client.socket.shutdown(1)
    assert status(service) == 200
    wait_until(lambda: status(service, LANGUAGES) == 401)


def test_sixty_connections_that_send_a_byte_at_a_time_cost_little(service: LiveService) -> None:
    assert service.process is not None
    pid = service.process.pid
    time_before, begun = processor_seconds(pid), time.monotonic()
    with ExitStack() as opened:
        clients = [opened.enter_context(RawClient(service.port, source=ATTACKER)) for _ in range(20)]
        clients += [opened.enter_context(RawClient(service.port)) for _ in range(40)]
        for round_number in range(6):
            for client in clients:
                client.send_repeatedly(b"GET / HTTP/1.1"[round_number : round_number + 1], 1)
            assert status(service) == 200
            assert status(service, LANGUAGES) == 401
            time.sleep(0.5)
        elapsed = time.monotonic() - begun
    assert processor_seconds(pid) - time_before < elapsed / 2


@pytest.mark.parametrize("megabytes", [3, 30])
def test_who_sends_all_of_a_body_that_is_too_large_sees_the_refusal(
    service: LiveService, megabytes: int
) -> None:
    application = service.create_application(service.create_account(f"Large {megabytes} Ltd"))
    token = service.fetch_token(application)["access_token"]
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    body = b" " * (megabytes * 1024 * 1024)
    chunks = (body[start : start + 65536] for start in range(0, len(body), 65536))
    for data in (body, chunks):
        request = urllib.request.Request(f"{service.url}/v2/translate", data=data, headers=headers)
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request, timeout=CEILING)
        assert refused.value.code == 422
        assert b"larger than 2097152 bytes" in refused.value.read()


def test_the_interface_description_is_written_once(service: LiveService) -> None:
    assert service.process is not None
    first = httpx2.get(f"{service.url}/openapi.json", timeout=CEILING)
    before = processor_seconds(service.process.pid)
    for _ in range(20):
        assert httpx2.get(f"{service.url}/openapi.json", timeout=CEILING).content == first.content
    assert processor_seconds(service.process.pid) - before < 20 * 0.05  # writing it takes a second
