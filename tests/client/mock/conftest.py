"""A mock for each test, and how its scenarios are run."""

from __future__ import annotations

from collections.abc import Iterator

import httpx2
import pytest

from dragoman_client.mock import MockServer
from tests.client.mock.exchanges import Exchange, Recorder
from tests.client.mock.scenarios import Scenario
from tests.receiver import Receiver, running_receiver
from tests.waiting import CEILING


@pytest.fixture
def mock() -> Iterator[MockServer]:
    with MockServer() as server:
        yield server


@pytest.fixture
def client(mock: MockServer) -> Iterator[httpx2.Client]:
    with signed_in(mock) as one:
        yield one


@pytest.fixture(scope="module")
def receiver() -> Iterator[Receiver]:
    with running_receiver() as one:
        yield one


def signed_in(mock: MockServer, client_id: str = "", secret: str = "") -> httpx2.Client:
    """A client with a token of the mock's application, or of another one."""
    token = fetch_token(mock, client_id, secret)
    return httpx2.Client(base_url=mock.url, headers={"Authorization": f"Bearer {token}"}, timeout=CEILING)


def fetch_token(mock: MockServer, client_id: str = "", secret: str = "") -> str:
    form = {
        "grant_type": "client_credentials",
        "client_id": client_id or mock.client_id,
        "client_secret": secret or mock.client_secret,
    }
    return str(httpx2.post(f"{mock.url}/oauth2/token", data=form, timeout=CEILING).json()["access_token"])


def run_on_mock(scenario: Scenario, receiver_url: str) -> list[Exchange]:
    """Send the requests of a scenario to a mock of its own."""
    with MockServer(kind=scenario.kind) as server:
        provider = server.provider_application
        recorder = Recorder(
            url=server.url,
            client_id=server.client_id,
            client_secret=server.client_secret,
            provider=(provider.client_id, provider.client_secret),
            receiver_url=receiver_url,
        )
        scenario.run(recorder)
        recorder.http.close()
    return recorder.exchanges
