"""One live service for the tests of all dialects, with an account of each kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import httpx2
import pytest

from tests.live import Application, LiveService, live_service


@dataclass(frozen=True, kw_only=True)
class Customer:
    """An account, an application of it without rate limit, and a client of our own interface."""

    account: int
    application: Application
    client: httpx2.Client

    @property
    def key(self) -> str:
        """What clients of other services take for their key."""
        return f"{self.application.client_id}:{self.application.client_secret}"


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with live_service(tmp_path_factory.mktemp("compat") / "data") as service:
        yield service


def _customer(live: LiveService, name: str, kind: str) -> Customer:
    account = live.create_account(name, kind)
    application = live.create_application(account, "--rate-limit", "off")
    return Customer(account=account, application=application, client=live.client(application))


@pytest.fixture(scope="module")
def production(live: LiveService) -> Iterator[Customer]:
    customer = _customer(live, "Production Ltd", "production")
    yield customer
    customer.client.close()


@pytest.fixture(scope="module")
def sandbox(live: LiveService) -> Iterator[Customer]:
    customer = _customer(live, "Sandbox Ltd", "sandbox")
    yield customer
    customer.client.close()
