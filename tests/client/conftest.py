"""The client against the service and the mock, with an account of its own; each test with both kinds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dragoman_client.mock import MockServer
from tests.client.kinds import KINDS, Caller, opened
from tests.client.servers import MOCK, SERVICE, Server, credentials, server_of
from tests.client.words import WORDS, Words
from tests.contract.conftest import Customer, live
from tests.live import LiveService

__all__ = ["live"]


@pytest.fixture(scope="session")
def service(live: LiveService) -> Server:
    """The live service."""
    home = live.create_account("Language Provider Ltd")
    provider = live.create_application(home, "--scopes", "provider", "--role", "admin")
    return Server(name=SERVICE, url=live.url, provider=provider)


@pytest.fixture(scope="session")
def mock_server() -> Iterator[Server]:
    """One mock for all tests, in threads of this process."""
    with MockServer() as mock:
        yield server_of(mock)


@pytest.fixture(scope="session", params=[SERVICE, MOCK])
def server(request: pytest.FixtureRequest) -> Server:
    """The service, then the mock. Neither is started before a test needs it."""
    found: Server = request.getfixturevalue({SERVICE: "service", MOCK: "mock_server"}[request.param])
    return found


@pytest.fixture(scope="session")
def words(server: Server) -> Words:
    """The translations that the server makes."""
    return WORDS[server.name]


@pytest.fixture(scope="module")  # what one module teaches its memory, another must not find
def production(server: Server) -> Iterator[Customer]:
    """A production account of the server."""
    customer = server.create_customer("Production Ltd")
    yield customer
    customer.client.close()


@pytest.fixture(params=list(KINDS))
def kind(request: pytest.FixtureRequest) -> str:
    """The name of a kind of clients."""
    return str(request.param)


@pytest.fixture
def caller(kind: str, server: Server, production: Customer) -> Iterator[Caller]:
    """A client of a production account of the server."""
    with opened(kind, server.url, **credentials(production.application)) as made:
        yield made
