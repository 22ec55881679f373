"""At the limit of connections, those that only wait are closed for new ones, before any deadline (B13)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.live import LiveService, live_service
from tests.raw_http import RawClient
from tests.system.connections import (
    ATTACKER,
    DOCUMENT,
    FORM,
    GET,
    LANGUAGES,
    NEIGHBOUR,
    count_closed,
    status,
)
from tests.waiting import wait_until


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    """A service with 60 places, 20 of them for one address, whose deadlines no test reaches."""
    deadlines = ("HEADER", "IDLE", "ANSWER", "BODY")
    with live_service(
        tmp_path_factory.mktemp("patient") / "data",
        DRAGOMAN_MAX_CONNECTIONS="60",
        DRAGOMAN_MAX_CONNECTIONS_PER_ADDRESS="20",
        DRAGOMAN_TRUSTED_PROXIES="127.0.0.1, 127.0.1.0/24",
        DRAGOMAN_BODY_BYTES_PER_SECOND="1",  # no body of 15,000 bytes is slow
        **{f"DRAGOMAN_{name}_TIMEOUT_SECONDS": "600" for name in deadlines},
    ) as service:
        yield service


def test_idle_connections_are_closed_for_new_ones_oldest_first(patient: LiveService) -> None:
    with ExitStack() as opened:
        idle = [opened.enter_context(RawClient(patient.port)) for _ in range(60)]
        for client in idle:
            client.send(GET)
            assert client.answer() is not None
        for client in idle[:10]:  # these are the youngest now
            client.send(GET)
            assert client.answer() is not None
        assert status(patient) == 200
        assert status(patient, LANGUAGES) == 401
        assert idle[10].is_closed()
        for client in (idle[0], idle[-1]):
            client.send(GET)
            assert client.answer() is not None


def test_clients_that_read_no_answers_give_way_when_every_place_is_taken(patient: LiveService) -> None:
    """Else they would keep their places until they are cut off, here after ten minutes."""
    with ExitStack() as opened:
        for _ in range(80):  # the last ones find every place taken
            client = opened.enter_context(RawClient(patient.port, window=4096))
            client.send(DOCUMENT * 60)
            assert client.socket.recv(1)  # 503 where there is no place
        assert status(patient) == 200
        wait_until(lambda: status(patient, LANGUAGES) == 401)
        assert count_closed(patient, "slow_reader") == 0


def _begin_body(service: LiveService, opened: ExitStack, source: str = "127.0.0.1") -> None:
    """Have a connection open whose request is under way."""
    client = opened.enter_context(RawClient(service.port, source=source))
    request = FORM + b"Content-Length: 16000\r\n\r\n" + b"x" * 15_000
    client.send_repeatedly(request, len(request))


def test_health_checks_are_answered_when_every_place_is_taken(patient: LiveService) -> None:
    with ExitStack() as opened:

        def is_full() -> bool:
            _begin_body(patient, opened)
            return status(patient, LANGUAGES) == 503

        wait_until(is_full)
        for _ in range(20):
            assert status(patient, GET) == 200
            assert status(patient, GET.replace(b"healthz", b"readyz")) == 200
        with RawClient(patient.port, source=NEIGHBOUR) as client:
            client.send(LANGUAGES)
            refused = client.answer()
        assert refused is not None
        assert refused.status == 503
        assert set(refused.json) == {"detail"}
        assert refused.headers["retry-after"] == "1"
        assert refused.headers["connection"] == "close"
        assert "x-request-id" in refused.headers
    wait_until(lambda: status(patient, LANGUAGES) == 401)


def test_one_address_cannot_take_the_places_of_others(patient: LiveService) -> None:
    with ExitStack() as opened:
        for _ in range(20):
            _begin_body(patient, opened, ATTACKER)
        wait_until(lambda: status(patient, LANGUAGES, source=ATTACKER) == 503)
        assert status(patient, GET, source=ATTACKER) == 200
        wait_until(lambda: status(patient, LANGUAGES) == 401)
        for _ in range(40):
            _begin_body(patient, opened, ATTACKER)
        assert status(patient, LANGUAGES) == 401


@pytest.mark.parametrize("source", ["127.0.0.1", "127.0.1.9"])
def test_a_trusted_proxy_may_have_more(patient: LiveService, source: str) -> None:
    def answers() -> list[int | None]:
        """Of two requests on each of fifty connections, which all have their places until the end."""
        with ExitStack() as opened:
            clients = [opened.enter_context(RawClient(patient.port, source=source)) for _ in range(50)]
            found = []
            for client in clients * 2:
                client.send_repeatedly(LANGUAGES, len(LANGUAGES))
                answer = client.answer()
                found.append(answer.status if answer else None)
            return found

    wait_until(answers, lambda found: found == [401] * 100)  # once the places of the test before are free
