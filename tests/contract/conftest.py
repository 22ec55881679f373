"""One live service for all contract tests, with an account of each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import httpx2
import pytest

from tests.live import Application, LiveService, live_service

Staffed = Callable[[str], httpx2.Client]  # by role


@dataclass(frozen=True, kw_only=True)
class Customer:
    """An account, an application of it without rate limit, and a client that holds its token."""

    account: int
    application: Application
    client: httpx2.Client


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    data = tmp_path_factory.mktemp("live") / "data"
    with live_service(data, DRAGOMAN_CALLBACK_ALLOW="127.0.0.1", DRAGOMAN_LIBREOFFICE="auto") as service:
        yield service


def _customer(live: LiveService, name: str, kind: str) -> Customer:
    account = live.create_account(name, kind)
    application = live.create_application(account, "--rate-limit", "off")
    return Customer(account=account, application=application, client=live.client(application))


@pytest.fixture(scope="module")  # what one module teaches its memory, another must not find
def production(live: LiveService) -> Iterator[Customer]:
    customer = _customer(live, "Production Ltd", "production")
    yield customer
    customer.client.close()


@pytest.fixture(scope="module")
def sandbox(live: LiveService) -> Iterator[Customer]:
    customer = _customer(live, "Sandbox Ltd", "sandbox")
    yield customer
    customer.client.close()


@pytest.fixture(scope="session")
def staff(live: LiveService) -> Iterator[Staffed]:
    """Clients of the provider's own applications, by role."""
    home = live.create_account("Provider Ltd")
    clients: dict[str, httpx2.Client] = {}

    def get(role: str) -> httpx2.Client:
        if role not in clients:
            made = live.create_application(home, "--scopes", "provider", "--role", role)
            clients[role] = live.client(made)
        return clients[role]

    yield get
    for client in clients.values():
        client.close()
