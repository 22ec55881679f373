"""At the limit of connections, those that only wait are closed for new ones, before any deadline (B13)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.live import LiveService, live_service
from tests.raw_http import RawClient
from tests.system.connections import DOCUMENT, GET, LANGUAGES, count_closed, status
from tests.waiting import wait_until


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    """A service with 60 places, whose deadlines no test reaches."""
    with live_service(
        tmp_path_factory.mktemp("patient") / "data",
        DRAGOMAN_MAX_CONNECTIONS="60",
        DRAGOMAN_IDLE_TIMEOUT_SECONDS="600",
        DRAGOMAN_ANSWER_TIMEOUT_SECONDS="600",
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
